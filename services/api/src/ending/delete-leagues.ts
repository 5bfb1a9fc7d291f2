import type { Log } from '../kit/log.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { ifAlone, LOCKS } from '../kit/sql/advisory-locks.js';
import { transaction } from '../kit/sql/transaction.js';
import {
  deleteLeagueRow,
  deleteSome,
  listDeletedLeagues,
  removeLeagueFromTokens,
  TABLES_OF_LEAGUES,
} from './deletion.repository.js';

/** Rows deleted in a step, which takes some milliseconds to some hundred, depending on the table. */
const STEP = 5_000;

/**
 * Deletes the rows of deleted leagues. Each step is a transaction of its own; if it is interrupted, the next call continues. A league that
 * fails does not hold up the others.
 * @param stopping leaves the rest to the next call
 */
export async function deleteLeagues(
  needs: NeedsDatabase,
  log: Log,
  stopping?: AbortSignal,
  step: number = STEP,
): Promise<void> {
  const deleted = await listDeletedLeagues(needs.database);
  if (deleted.length === 0) return;
  await ifAlone(needs.database, LOCKS.deletion, async () => {
    for (const leagueId of deleted) {
      try {
        if (!(await deleteAll(needs, leagueId, step, stopping))) return;
      } catch (error) {
        log.error({ err: error, leagueId }, 'Could not delete the rows of a deleted league');
      }
    }
  });
}

/** @returns false if it was stopped */
async function deleteAll(
  { database }: NeedsDatabase,
  leagueId: number,
  step: number,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  // A token that was being created may have got the league meanwhile.
  await transaction(database, null, (tx) => removeLeagueFromTokens(tx, leagueId));
  for (const table of TABLES_OF_LEAGUES) {
    for (let deleted = 1; deleted > 0; ) {
      if (stopping?.aborted) return false;
      deleted = await transaction(database, null, (tx) => deleteSome(tx, table, leagueId, step));
    }
  }
  await transaction(database, null, (tx) => deleteLeagueRow(tx, leagueId));
  return true;
}
