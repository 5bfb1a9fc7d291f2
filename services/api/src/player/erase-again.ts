import type { EntityManager } from 'typeorm';
import { COMMAND_LINE } from '../access/access.js';
import { type KeptErasure, MADE_AT } from '../database/backup/erasures.js';
import { listPresent, SERVE } from '../database/presence.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { listLeagueIdsOf } from '../league/league.repository.js';
import { lockTogether, MANY_LEAGUES } from './change-player.js';
import { erasePersons, withNames } from './erase-player.js';
import { findRecomputingLeague, listLeaguesTelling } from './erase-player.repository.js';
import { replacer } from './replacer.js';

const REASON = 'erased again after a restore';

/**
 * Erases once more whom a database was restored with, by the list that is beside its backups: under the same pseudonyms, as of the same
 * moments.
 * @returns how many there were
 * @throws Refused where a service recomputes a league that knows one of them: it would go on with the names
 */
export async function eraseAgain({ database }: NeedsDatabase, listed: readonly KeptErasure[]): Promise<number> {
  return transaction(database, MANY_LEAGUES, async (tx) => {
    const there = await listUnerased(tx, listed);
    if (there.length === 0) return 0;
    const ids = there.map(({ player }) => player);
    const pseudonyms = new Map(there.map(({ player, pseudonym }) => [player, pseudonym]));
    const persons = await withNames(tx, ids, (id) => pseudonyms.get(id)!);
    const leagues = [...(await listLeagueIdsOf(tx, ids)), ...(await listLeaguesTelling(tx, replacer(persons).pattern))];
    await lockTogether(tx, ids, leagues);
    // Recomputes that a backup was taken in the middle of are no matter: nobody carries them out before there is a service.
    const busy = await findRecomputingLeague(tx, ids);
    if (busy !== null && (await listPresent(tx)).some(({ command }) => command === SERVE)) {
      throw new Refused(refuse('LISTED_PLAYER_RECOMPUTING', [], { league: busy }));
    }
    for (const inMatches of [true, false]) {
      for (const erasedAt of new Set(there.map((erasure) => erasure.erasedAt))) {
        const own = there.filter((erasure) => erasure.erasedAt === erasedAt && erasure.inMatches === inMatches);
        const erased = persons.filter(({ id }) => own.some(({ player }) => player === id));
        if (erased.length > 0) {
          await erasePersons(tx, COMMAND_LINE, erased, { reason: REASON, inMatches, at: new Date(erasedAt) });
        }
      }
    }
    return there.length;
  });
}

/** Those of a list whom this database knows and has not erased. */
async function listUnerased(tx: EntityManager, listed: readonly KeptErasure[]): Promise<KeptErasure[]> {
  const rows: { id: number; createdAt: string }[] = await tx.query(
    `SELECT id, ${MADE_AT} AS "createdAt" FROM player WHERE id = ANY($1::integer[]) AND erased_at IS NULL`,
    [listed.map(({ player }) => player)],
  );
  const made = new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
  return listed.filter(({ player, createdAt }) => made.get(player) === createdAt);
}
