import DataLoader from 'dataloader';
import { groupedBy } from '../kit/grouped-by.js';
import { beginWork, type ResponseSize } from '../kit/paging/response-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { OpponentRecord } from '../match-log/match.repository.js';
import { opponentRecords } from '../match-log/opponent-records.js';
import type { AsOfLines } from '../rating/rating.js';
import {
  type ActivityWindow,
  type CareerWindow,
  listCareers,
  listForms,
  listNotableMatches,
  listPlacings,
  listPlayerActivity,
  listRankSeries,
  type NotableKind,
  type RankWindow,
} from '../reading/career.repository.js';
import { listValues } from '../reading/movers.repository.js';

/** Whose career, by which lines. */
export interface CareerKey {
  readonly lines: AsOfLines;
  readonly playerId: number;
}

export interface OpponentsKey extends CareerKey {
  /** Is charged; that of the request. */
  readonly size: ResponseSize;
  /** Whether to read what the matches brought. */
  readonly withPoints: boolean;
}

export type CareerLoaders = ReturnType<typeof createCareerLoaders>;

/** Reads of players' careers, one statement for all players that a request asks the same of; undefined if a player has none. */
export function createCareerLoaders(sql: Sql) {
  return {
    /** @param last how many results are read of each, at least */
    form: careerLoader(({ lines, last }: CareerKey & { readonly last: number }, ids) =>
      listForms(sql, lines, last, ids),
    ),
    /** All lines in a window, in order of play. */
    lines: careerLoader(({ lines, window }: CareerKey & { readonly window: CareerWindow }, ids) =>
      listCareers(sql, lines, window, ids),
    ),
    /** The value after the newest line; null if it gave none. */
    value: careerLoader(({ lines }: CareerKey, ids) => listValues(sql, lines, ids)),
    // Each kind by a statement of its own: they read different lines, and can do so at the same time.
    notable: careerLoader(
      ({ lines, kind, most }: CareerKey & { readonly kind: NotableKind; readonly most: number }, ids) =>
        listNotableMatches(sql, lines, kind, most, ids),
    ),
    /** The records against all opponents, in no order. */
    opponents: new DataLoader<OpponentsKey, readonly OpponentRecord[], string>(
      (keys) => Promise.all(keys.map((key) => readOpponents(sql, key))),
      { cacheKeyFn: ({ lines, playerId, withPoints }) => `${playerId} ${withPoints} ${JSON.stringify(lines)}` },
    ),
    /** Races, the newest first. @param most the newest of their matches to look at; null: all */
    placings: careerLoader(({ lines, most }: CareerKey & { readonly most: number | null }, ids) =>
      listPlacings(sql, lines, most, ids),
    ),
    ranks: careerLoader(({ lines, window }: CareerKey & { readonly window: RankWindow }, ids) =>
      listRankSeries(sql, lines.leagueId, window, ids),
    ),
    activity: careerLoader(({ lines, days }: CareerKey & { readonly days: ActivityWindow }, ids) =>
      listPlayerActivity(sql, lines, days, ids),
    ),
  };
}

/** Matches, and their participants, that are read in the time of a point. */
const READ_PER_POINT = 3;

function readOpponents(sql: Sql, { lines, playerId, size, withPoints }: OpponentsKey): Promise<OpponentRecord[]> {
  return opponentRecords(sql, lines.leagueId, playerId, { ...lines, withPoints }, (participants) =>
    beginWork(size, Math.ceil(participants / READ_PER_POINT)),
  );
}

/** @param load is handed a key of each group that asks the same, of which only its player differs */
function careerLoader<Value, Key extends CareerKey>(
  load: (asked: Key, playerIds: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
): DataLoader<Key, Value | undefined, string> {
  const askedOf = ({ playerId: _, ...asked }: Key) => JSON.stringify(asked);
  return new DataLoader(
    async (keys) => {
      const found = new Map<Key, Value | undefined>();
      const read = async (own: readonly Key[]) => {
        const values = await load(
          own[0]!,
          own.map(({ playerId }) => playerId),
        );
        for (const key of own) found.set(key, values.get(key.playerId));
      };
      await Promise.all([...groupedBy(keys, askedOf).values()].map(read));
      return keys.map((key) => found.get(key));
    },
    { cacheKeyFn: (key) => `${key.playerId} ${askedOf(key)}` },
  );
}
