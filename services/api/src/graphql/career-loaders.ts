import DataLoader from 'dataloader';
import { groupedBy } from '../kit/grouped-by.js';
import type { Sql } from '../kit/sql/transaction.js';
import {
  listForms,
  listLowest,
  listPeakMatches,
  listSeries,
  listStreaks,
  type RatingPoint,
  type SeriesWindow,
  type Streaks,
  type VerdictNumber,
} from '../rating/career.repository.js';
import type { PastLines } from '../rating/past-lines.js';

/** Whose career, by which lines. */
export interface CareerKey {
  readonly lines: PastLines;
  readonly playerId: number;
}

type CareerLoader<Value, Key extends CareerKey = CareerKey> = DataLoader<Key, Value | undefined, string>;

/** What is read of players' careers, one statement for all players that a request asks the same of; undefined where there is nothing. */
export interface CareerLoaders {
  readonly form: CareerLoader<readonly VerdictNumber[]>;
  readonly streaks: CareerLoader<Streaks>;
  readonly lowest: CareerLoader<number | null>;
  /** The peak match, as its sequence. */
  readonly peakMatch: CareerLoader<number>;
  readonly series: CareerLoader<readonly RatingPoint[], CareerKey & { readonly window: SeriesWindow }>;
}

export function createCareerLoaders(sql: Sql): CareerLoaders {
  return {
    form: careerLoader(({ lines }, ids) => listForms(sql, lines, ids)),
    streaks: careerLoader(({ lines }, ids) => listStreaks(sql, lines, ids)),
    lowest: careerLoader(({ lines }, ids) => listLowest(sql, lines, ids)),
    peakMatch: careerLoader(({ lines }, ids) => listPeakMatches(sql, lines, ids)),
    series: careerLoader(({ lines, window }, ids) => listSeries(sql, lines, window, ids)),
  };
}

function careerLoader<Value, Key extends CareerKey = CareerKey>(
  load: (asked: Omit<Key, 'playerId'>, playerIds: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
): CareerLoader<Value, Key> {
  const question = ({ playerId: _, ...asked }: Key) => JSON.stringify(asked);
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
      await Promise.all([...groupedBy(keys, question).values()].map(read));
      return keys.map((key) => found.get(key));
    },
    { cacheKeyFn: (key) => `${key.playerId} ${question(key)}` },
  );
}
