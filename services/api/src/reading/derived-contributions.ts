import { groupedBy } from '../kit/grouped-by.js';
import { beginWork, type ResponseSize } from '../kit/paging/response-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import { yieldToEventLoop } from '../kit/yield-to-event-loop.js';
import type { League } from '../league/league.js';
import { contributionsOf, ratedPlayersOf, toRaterMatch } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { listMerges } from '../match-log/merge.repository.js';
import { withMerges } from '../match-log/roster.js';
import { askRater } from '../raters/apart.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { States } from '../rating/cached-states.js';
import { canDeriveContributions, type RatedLine } from '../rating/journal-line.js';
import { RATE_AGAIN } from '../rating/rater-work.js';
import { type JournalChange, scoreSums } from '../rating/rating.js';
import { loadStatesAt } from '../rating/states.js';

/** To read the state of a player, in points. */
const POINTS_PER_PLAYER = 2;
/** Pairs of a match that are rated in the time of a point. */
const PAIRS_PER_POINT = 100;

/**
 * Adds the contributions that a league's journal does not store to its changes, with their sums. Each match is rated again from the
 * states before it, which gives the same contributions to the bit.
 * @param size counts the work
 * @throws CorrectedMeanwhile
 * @throws RaterMissing, DerivedByOtherVersion if some are not stored and the rater that made them is not installed
 */
export async function addDerivedContributions(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  changes: readonly JournalChange[],
  size?: ResponseSize,
): Promise<void> {
  const lacking = groupedBy(
    changes.filter(({ lacksContributions }) => lacksContributions),
    ({ sequence }) => sequence,
  );
  if (lacking.size === 0) return;
  const system = ratingSystemOf(raters, league);
  if (!canDeriveContributions(system.rater)) return;
  for await (const { sequence, lines } of deriveLines(sql, league, system, [...lacking.keys()], size)) {
    for (const change of lacking.get(sequence)!) {
      const line = lines.get(change.playerId);
      if (!line || line.after.value !== change.after.value) throw new CorrectedMeanwhile(league);
      const { contributions } = line;
      Object.assign(change, { contributions, ...scoreSums(contributions), lacksContributions: undefined });
    }
    // A match may have two hundred players, so others get their turn.
    await yieldToEventLoop();
  }
}

/** The lines were read before a correction, and the states after it. */
class CorrectedMeanwhile extends Unavailable {
  constructor({ slug }: League) {
    super(`league ${slug} was corrected while it was read; send the request again`, { retryAfter: 1 });
  }
}

/** The result of rating a match of the log again, by player id. */
export interface DerivedLines {
  readonly sequence: number;
  readonly lines: ReadonlyMap<number, Pick<RatedLine, 'after' | 'contributions'>>;
}

/**
 * Rates matches of the log again, each on the states that the journal had before it.
 * @param size counts the work before it is done
 */
export async function* deriveLines(
  sql: Sql,
  league: League,
  system: RatingSystem,
  sequences: readonly number[],
  size?: ResponseSize,
): AsyncGenerator<DerivedLines> {
  const merges = await listMerges(sql, league.id);
  for (const match of await listMatchesBySequence(sql, league.id, sequences)) {
    const { sequence, playedAt, weight, sides: submitted } = match;
    const sides = withMerges(submitted, merges);
    const players = ratedPlayersOf(sides);
    if (size)
      await beginWork(
        size,
        POINTS_PER_PLAYER * players.length + Math.ceil(contributionsOf({ sides }) / PAIRS_PER_POINT),
      );
    const states = new States();
    const before = { playedAt, sequence };
    const wanted = players.map((player) => ({ player, before }));
    await loadStatesAt(sql, league, system, wanted, states);
    const rated = toRaterMatch({ playedAt, weight, sides });
    const changes = await askRater(system, RATE_AGAIN, rated, states.plain(), sequence);
    yield { sequence, lines: new Map(changes.map((change) => [Number(change.player), change])) };
  }
}
