import type { NeedsReads } from '../kit/needs.js';
import type { ResponseSize } from '../kit/paging/response-size.js';
import type { League } from '../league/league.js';
import type { LogPosition } from '../match-log/match.js';
import type { NeedsRaters } from '../raters/raters.js';
import type { MatchView } from '../rating/rating.js';
import { addDerivedContributions } from './derived-contributions.js';
import { listMatches, type MatchFilter, type MatchPageJoins } from './match-page.repository.js';
import { growToMatches } from './rating-before-match.js';

/** @param joins `befores`: whether `before` of the changes is to be as of the moments of the matches; `size`: what it takes beyond its rows is counted there */
export async function readMatches(
  { reads, raters }: NeedsReads & NeedsRaters,
  league: League,
  filter: MatchFilter,
  page: { limit: number; after: LogPosition | null },
  joins: MatchPageJoins & { readonly befores: boolean },
  size?: ResponseSize,
): Promise<MatchView[]> {
  const matches = await listMatches(reads, league, filter, page, joins);
  if (joins.befores) await growToMatches(reads, raters, league, matches.flatMap(changesOf));
  if (joins.changes && joins.contributions) {
    await addDerivedContributions(reads, raters, league, matches.flatMap(changesOf), size);
  }
  return matches;
}

function changesOf({ sides }: MatchView) {
  return sides.flatMap(({ participants }) => participants.flatMap(({ ratingChange }) => ratingChange ?? []));
}
