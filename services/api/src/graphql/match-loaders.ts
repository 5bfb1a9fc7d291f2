import DataLoader from 'dataloader';
import { groupedBy } from '../kit/grouped-by.js';
import type { AnswerSize } from '../kit/paging/answer-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { StoredMatch } from '../match-log/match.js';
import type { MatchKey } from '../match-log/match.repository.js';
import { type LoggedCorrection, listMatchCorrections } from '../match-log/match-versions.repository.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { expectedChances } from '../reading/expected.js';
import type { PredictedSide } from '../reading/prediction.js';

/** Reads of the past of matches, for all matches of a request together. */
export interface MatchLoaders {
  /** In the order in which they were made. */
  readonly corrections: DataLoader<MatchKey, readonly LoggedCorrection[], string>;
  /** See `expectedChances`. */
  readonly expected: DataLoader<ExpectedKey, readonly PredictedSide[] | null, string>;
}

interface ExpectedKey {
  readonly match: StoredMatch;
  /** Is charged; that of the request. */
  readonly size: AnswerSize;
}

export function createMatchLoaders(sql: Sql, raters: RaterCatalogue, league: DataLoader<number, League>): MatchLoaders {
  return {
    corrections: new DataLoader(
      async (keys) => {
        const corrections = groupedBy(await listMatchCorrections(sql, keys), keyOf);
        return keys.map((key) => corrections.get(keyOf(key)) ?? []);
      },
      { cacheKeyFn: keyOf },
    ),
    expected: new DataLoader(
      async (keys) => {
        const chances = new Map<ExpectedKey, readonly PredictedSide[] | null>();
        const leagues = groupedBy(keys, ({ match }) => match.leagueId);
        for (const [leagueId, own] of leagues) {
          const matches = own.map(({ match }) => match);
          const found = await expectedChances(sql, raters, await league.load(leagueId), matches, own[0]!.size);
          for (const [place, key] of own.entries()) chances.set(key, found[place]!);
        }
        return keys.map((key) => chances.get(key)!);
      },
      { cacheKeyFn: ({ match }) => keyOf(match) },
    ),
  };
}

function keyOf({ leagueId, sequence }: MatchKey): string {
  return `${leagueId}:${sequence}`;
}
