import { COMMAND_LINE } from '../access/access.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { playerSubject } from '../audit/audit-subject.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { publishAgain, type Republished } from '../league/public-players.repository.js';
import {
  type ContestedName,
  deleteContestedNames,
  listStaleSkeletons,
  type StaleSkeleton,
  updateSkeletons,
} from './player-name.repository.js';

/** Names of players that were mended. */
export interface MendedNames {
  /** Former handles that lead to only one player now. */
  readonly contested: readonly ContestedName[];
  /** Names whose skeletons, which find look-alikes, were renewed. */
  readonly skeletons: readonly StaleSkeleton[];
  /** Players whom again everybody knows, or only their private leagues. */
  readonly republished: readonly Republished[];
}

/**
 * Settles names that led to two players before names had one key. A name stays with the player whose handle it is; the other player loses
 * it as a former handle, and the audit log says so. Also renews stale skeletons, for example after a change of Unicode's table, and who is
 * known to everybody.
 */
export async function mendNames(needs: NeedsDatabase & NeedsClock, reason: string): Promise<MendedNames> {
  return transaction(needs.database, null, async (tx) => {
    const skeletons: StaleSkeleton[] = [];
    for await (const stale of listStaleSkeletons(tx)) skeletons.push(stale);
    await updateSkeletons(
      tx,
      skeletons.map(({ key }) => key),
    );
    const contested = await deleteContestedNames(tx);
    for (const { handle, playerId, ownerId } of contested) {
      await insertAuditEntry(tx, COMMAND_LINE, {
        leagueId: null,
        subject: playerSubject(playerId),
        action: 'mendNames',
        reason,
        before: { id: playerId, formerHandle: handle },
        after: { id: ownerId, handle },
        at: needs.clock(),
      });
    }
    return { contested, skeletons, republished: await publishAgain(tx) };
  });
}
