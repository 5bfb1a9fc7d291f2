import type { Log } from '../kit/log.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { LOCKS } from '../kit/sql/advisory-locks.js';
import { ifAlone } from '../kit/sql/exclusively.js';
import { transaction } from '../kit/sql/transaction.js';
import {
  deleteLeagueRow,
  deleteSome,
  listDeletedLeagues,
  TABLES_OF_LEAGUES,
  takeFromTokens,
} from './deletion.repository.js';

/** Rows that a step deletes: some milliseconds to some hundred, by the table. */
const STEP = 5_000;

/**
 * Deletes what is stored of leagues that were deleted. Each step is a transaction of its own; whatever ends it, the next call goes
 * on. A league that fails holds up no other.
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

/** @returns false where it was stopped */
async function deleteAll(
  { database }: NeedsDatabase,
  leagueId: number,
  step: number,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  // A token that was on its way may have come to hold for it.
  await transaction(database, null, (tx) => takeFromTokens(tx, leagueId));
  for (const table of TABLES_OF_LEAGUES) {
    for (let deleted = 1; deleted > 0; ) {
      if (stopping?.aborted) return false;
      deleted = await transaction(database, null, (tx) => deleteSome(tx, table, leagueId, step));
    }
  }
  await transaction(database, null, (tx) => deleteLeagueRow(tx, leagueId));
  return true;
}
