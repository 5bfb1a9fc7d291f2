import type { Sql } from '../kit/sql/transaction.js';
import { MAX_WEIGHT } from '../match-log/weight.js';
import { insertChanges, type Journal, type JournalEntry } from '../rating/journal.repository.js';

/** Where new lines of the journal wait until the old ones make room for them. */
export interface Staging {
  add(entries: readonly JournalEntry[]): Promise<void>;
  /** Call under the league's lock, when the old lines are gone. */
  publish(): Promise<void>;
}

/** For a dry run: nothing is kept. */
export const NO_STAGING: Staging = {
  add: async () => undefined,
  publish: async () => undefined,
};

/** For tails that are rated within a request: in memory, unless they are too heavy for it. */
export function stageInMemory(tx: Sql, journal: Journal, revision: number): Staging {
  const pages: (readonly JournalEntry[])[] = [];
  let weight = 0;
  let table: Staging | undefined;
  return {
    add: async (entries) => {
      if (table) return table.add(entries);
      pages.push(entries);
      weight += contributionsOf(entries);
      if (weight <= MAX_WEIGHT) return;
      table = await stageInTable(tx, journal, revision);
      for (const page of pages.splice(0)) await table.add(page);
    },
    publish: async () => {
      if (table) return table.publish();
      for (const entries of pages) await insertChanges(tx, journal, revision, entries);
    },
  };
}

function contributionsOf(entries: readonly JournalEntry[]): number {
  let count = 0;
  for (const { lines } of entries) for (const { contributions } of lines) count += contributions.length;
  return count;
}

/** For tails of any length: in a table that only this transaction sees, and that goes with it. */
export async function stageInTable(tx: Sql, journal: Journal, revision: number): Promise<Staging> {
  await tx.query('CREATE TEMPORARY TABLE staged_change (LIKE rating_change) ON COMMIT DROP');
  return {
    add: (entries) => insertChanges(tx, journal, revision, entries, 'staged_change'),
    publish: async () => {
      await tx.query('INSERT INTO rating_change SELECT * FROM staged_change ORDER BY player_id, played_at, sequence');
    },
  };
}
