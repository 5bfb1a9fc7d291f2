import { COMMAND_LINE } from '../access/access.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { playerSubject } from '../audit/audit-subject.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import {
  type ContestedName,
  deleteContestedNames,
  listStaleSkeletons,
  type StaleSkeleton,
  updateSkeletons,
} from './player-name.repository.js';

/** Names of players that were mended. */
export interface MendedNames {
  /** Former handles that lead to one player now. */
  readonly contested: readonly ContestedName[];
  /** Names that are compared with new ones by what they look like. */
  readonly skeletons: readonly StaleSkeleton[];
}

/**
 * Settles names that led to two players before names had one key: each stays with the player whose handle it is; the
 * other one loses it as a former handle, which the audit log tells. Stores skeletons anew where they are stale, as after a change
 * of Unicode's table.
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
    return { contested, skeletons };
  });
}
