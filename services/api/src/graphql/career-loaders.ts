import DataLoader from 'dataloader';
import { groupedBy } from '../kit/grouped-by.js';
import { beginWork, type ResponseSize } from '../kit/paging/response-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { OpponentRecord } from '../match-log/match.repository.js';
import { opponentRecords } from '../match-log/opponent-records.js';
import type { AsOfLines, VerdictNumber } from '../rating/rating.js';
import type { CareerLine } from '../reading/career.js';
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
  type NotableMatches,
  type Placing,
  type RankPoint,
  type RankWindow,
} from '../reading/career.repository.js';
import type { DayCount } from '../reading/league-numbers.repository.js';
import { listValues } from '../reading/movers.repository.js';

/** Whose career, by which lines. */
export interface CareerKey {
  readonly lines: AsOfLines;
  readonly playerId: number;
}

interface OpponentsKey extends CareerKey {
  /** Is charged; that of the request. */
  readonly size: ResponseSize;
  /** Whether to read what the matches brought. */
  readonly withPoints: boolean;
}

interface NotableKey extends CareerKey {
  readonly kind: NotableKind;
  readonly most: number;
}

type CareerLoader<Value, Key extends CareerKey = CareerKey> = DataLoader<Key, Value | undefined, string>;

/** Reads of players' careers, one statement for all players that a request asks the same of; undefined if a player has none. */
export interface CareerLoaders {
  /** @param last how many results are read of each, at least */
  readonly form: CareerLoader<readonly VerdictNumber[], CareerKey & { readonly last: number }>;
  /** All lines in a window, in order of play. */
  readonly lines: CareerLoader<readonly CareerLine[], CareerKey & { readonly window: CareerWindow }>;
  /** The value after the newest line; null if it gave none. */
  readonly value: CareerLoader<number | null>;
  readonly notable: CareerLoader<NotableMatches, NotableKey>;
  /** The records against all opponents, in no order. */
  readonly opponents: DataLoader<OpponentsKey, readonly OpponentRecord[], string>;
  /** Races, the newest first. @param most the newest of their matches to look at; null: all */
  readonly placings: CareerLoader<readonly Placing[], CareerKey & { readonly most: number | null }>;
  readonly ranks: CareerLoader<readonly RankPoint[], CareerKey & { readonly window: RankWindow }>;
  readonly activity: CareerLoader<readonly DayCount[], CareerKey & { readonly days: ActivityWindow }>;
}

export function createCareerLoaders(sql: Sql): CareerLoaders {
  return {
    form: careerLoader(({ lines, last }, ids) => listForms(sql, lines, last, ids)),
    lines: careerLoader(({ lines, window }, ids) => listCareers(sql, lines, window, ids)),
    value: careerLoader(({ lines }, ids) => listValues(sql, lines, ids)),
    // Each kind by a statement of its own: they read different lines, and can do so at the same time.
    notable: careerLoader(({ lines, kind, most }, ids) => listNotableMatches(sql, lines, kind, most, ids)),
    opponents: new DataLoader((keys) => Promise.all(keys.map((key) => readOpponents(sql, key))), {
      cacheKeyFn: ({ lines, playerId, withPoints }) => `${playerId} ${withPoints} ${JSON.stringify(lines)}`,
    }),
    placings: careerLoader(({ lines, most }, ids) => listPlacings(sql, lines, most, ids)),
    ranks: careerLoader(({ lines, window }, ids) => listRankSeries(sql, lines.leagueId, window, ids)),
    activity: careerLoader(({ lines, days }, ids) => listPlayerActivity(sql, lines, days, ids)),
  };
}

/** Matches, and their participants, that are read in the time of a point. */
const READ_PER_POINT = 3;

function readOpponents(sql: Sql, { lines, playerId, size, withPoints }: OpponentsKey): Promise<OpponentRecord[]> {
  return opponentRecords(sql, lines.leagueId, playerId, { ...lines, withPoints }, (participants) =>
    beginWork(size, Math.ceil(participants / READ_PER_POINT)),
  );
}

function careerLoader<Value, Key extends CareerKey = CareerKey>(
  load: (asked: Omit<Key, 'playerId'>, playerIds: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
): CareerLoader<Value, Key> {
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
