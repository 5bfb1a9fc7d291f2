import { type Access, requirePlatformAdmin } from '../access/access.js';
import type { App } from '../app.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { checkText } from '../match/checks.js';
import { transaction } from '../persistence/transaction.js';
import { isRefusal, Refused, refuse, shown } from '../refusal.js';
import { checkHandle, handleKey } from './handle.js';
import type { Player } from './player.js';
import { findPlayer, findPlayerIds, renamePlayer } from './player.repository.js';

/** A new name for somebody. */
export interface UpdatePlayer {
  /** Handle, a former one too. */
  readonly player: string;
  readonly handle: string;
  readonly reason: string;
}

/**
 * Renames a player. The old handle goes on leading to him, so bots that know it need not be told.
 * @throws Refused where the new handle is bad, or another's now or formerly
 * @throws AccessDenied
 */
export async function updatePlayer(app: App, access: Access, input: UpdatePlayer): Promise<Player> {
  requirePlatformAdmin(access, 'rename players');
  const handle = checkHandle(input.handle, ['input', 'handle']);
  const badReason = checkText(input.reason, ['input', 'reason']);
  const problems = [handle, badReason].filter(isRefusal);
  if (problems.length > 0) throw new Refused(...problems);

  return transaction(app.database, async (tx) => {
    const player = await findPlayer(tx, access, input.player);
    if (!player) {
      const message = `player must be the handle of a player, but is ${shown(input.player)}`;
      throw new Refused(refuse('BAD_INPUT', ['input', 'player'], message));
    }
    const owner = (await findPlayerIds(tx, [input.handle])).get(handleKey(input.handle));
    if (owner !== undefined && owner !== player.id) {
      const message = `handle must be nobody else's, now or formerly, but ${shown(input.handle)} is`;
      throw new Refused(refuse('TAKEN', ['input', 'handle'], message));
    }
    const at = app.clock();
    const renamed = await renamePlayer(tx, player, handle as string, at);
    await insertAuditEntry(tx, access, {
      leagueId: null,
      action: 'updatePlayer',
      reason: input.reason,
      before: { id: player.id, handle: player.handle },
      after: { id: player.id, handle: renamed.handle },
      at,
    });
    return renamed;
  });
}
