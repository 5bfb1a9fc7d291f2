import type { Sql } from '../kit/sql/transaction.js';
import { type LogPosition, MAX_HELD_CONTRIBUTIONS } from '../match-log/match.js';
import { insertChanges, type Journal, type JournalEntry } from '../rating/journal.repository.js';
import { type Superseded, supersedeLines } from './superseded.repository.js';

/** Holds new lines of the journal until they replace the old ones. */
export interface JournalStaging {
  add(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Puts the new lines into the journal, and moves the old ones to `superseded_stretch`. Call under the league's lock.
   * @param from place of the first line that was rated again, by player
   * @param keepsContributions whether states are restored from contributions of superseded lines
   */
  publish(from: ReadonlyMap<number, LogPosition>, keepsContributions: boolean): Promise<Superseded>;
}

/** For dry runs: keeps nothing. */
export const NO_STAGING: JournalStaging = {
  add: async () => undefined,
  publish: async () => ({ lines: 0, saved: 0 }),
};

/** Stages in a temporary table of this transaction: tails may be of any length. */
export async function stageInTable(tx: Sql, journal: Journal, revision: number): Promise<JournalStaging> {
  await tx.query('CREATE TEMPORARY TABLE staged_change (LIKE rating_change) ON COMMIT DROP');
  return {
    add: (entries) => insertChanges(tx, journal, revision, entries, 'staged_change'),
    publish: async (from, keepsContributions) => {
      const superseded = await supersedeLines(tx, journal, from, { by: revision, keepsContributions });
      await tx.query('INSERT INTO rating_change SELECT * FROM staged_change ORDER BY player_id, played_at, sequence');
      return superseded;
    },
  };
}

/** Stages in memory, or in a temporary table if there are too many lines: making the table takes as long as rating a hundred matches. */
export function stageInMemory(tx: Sql, journal: Journal, revision: number): JournalStaging {
  const pages: (readonly JournalEntry[])[] = [];
  let contributions = 0;
  let table: JournalStaging | undefined;
  return {
    add: async (entries) => {
      if (table) return table.add(entries);
      pages.push(entries);
      contributions += contributionsOf(entries);
      if (contributions <= MAX_HELD_CONTRIBUTIONS) return;
      table = await stageInTable(tx, journal, revision);
      for (const page of pages.splice(0)) await table.add(page);
    },
    publish: async (from, keepsContributions) => {
      if (table) return table.publish(from, keepsContributions);
      const superseded = await supersedeLines(tx, journal, from, { by: revision, keepsContributions });
      for (const entries of pages) await insertChanges(tx, journal, revision, entries);
      return superseded;
    },
  };
}

function contributionsOf(entries: readonly JournalEntry[]): number {
  let count = 0;
  for (const { lines } of entries) for (const { contributions } of lines) count += contributions.length;
  return count;
}
