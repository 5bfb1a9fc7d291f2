import { COMMAND_LINE } from '../access/access.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { playerSubject } from '../audit/audit-subject.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { type ContestedName, deleteContestedNames } from './player.repository.js';

/**
 * Settles names that led to two players before names had one key. Each stays with the player whose handle it is; the
 * other one loses it as a former handle, which the audit log tells.
 * @returns the claims that are settled
 */
export async function mendNames(needs: NeedsDatabase & NeedsClock, reason: string): Promise<ContestedName[]> {
  return transaction(needs.database, null, async (tx) => {
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
    return contested;
  });
}
