import type { Sql } from '../kit/sql/transaction.js';
import type { LogPosition } from '../match-log/match.repository.js';
import { insertChanges, type Journal, type JournalEntry } from '../rating/journal.repository.js';
import { type Superseded, supersedeLines } from './superseded.repository.js';

/** Holds new lines of the journal until they replace the old ones. */
export interface JournalStaging {
  add(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Puts the new lines into the journal, and moves the old ones to `superseded_change`. Call under the league's lock.
   * @param from by player the place of the first line that was rated anew
   * @param keepsContributions whether states come back from contributions of superseded lines
   */
  publish(from: ReadonlyMap<number, LogPosition>, keepsContributions: boolean): Promise<Superseded>;
}

/** For a dry run: nothing is kept. */
export const NO_STAGING: JournalStaging = {
  add: async () => undefined,
  publish: async () => ({ lines: 0, dropped: 0 }),
};

/** In a table that only this transaction sees, and that goes with it: tails may be of any length. */
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
