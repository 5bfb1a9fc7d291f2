import type { EntityManager } from 'typeorm';
import { type Access, requirePlatformAdmin } from '../access/access.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { playerSubject } from '../audit/audit-subject.js';
import { checkText } from '../kit/check-text.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { isRefusal, Refused, refuse, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { listLeagueIdsOf, lockLeague, raiseVersion } from '../league/league.repository.js';
import { checkHandle } from './handle.js';
import { findPlayer } from './known-players.js';
import { lookAlikeRefusal } from './look-alikes.js';
import { checkNewHandle } from './new-handle.js';
import type { Player } from './player.js';
import { lockPlayer, renamePlayer } from './player.repository.js';
import { findLookAlike } from './player-name.repository.js';

/** In place of a league's id: it takes the locks of several. */
const MANY_LEAGUES = 0;

/** A new name for somebody. */
export interface UpdatePlayer {
  /** Handle, a former one too. */
  readonly player: string;
  readonly handle: string;
  readonly reason: string;
}

/**
 * Renames a player. The old handle still leads to them, so bots that know it keep working.
 * @throws Refused where the new handle is bad, or another's now or formerly, or looks like one
 * @throws AccessDenied
 */
export async function updatePlayer(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: UpdatePlayer,
): Promise<Player> {
  requirePlatformAdmin(access, 'rename players');
  const checked = checkHandle(input.handle, ['input', 'handle']);
  const handle = isRefusal(checked) ? checked : (checkNewHandle(checked, ['input', 'handle']) ?? checked);
  const badReason = checkText(input.reason, ['input', 'reason']);
  const problems = [handle, badReason].filter(isRefusal);
  if (problems.length > 0) throw new Refused(...problems);

  for (;;) {
    try {
      return await transaction(needs.database, MANY_LEAGUES, (tx) =>
        rename(tx, needs, access, input, handle as string),
      );
    } catch (error) {
      if (!(error instanceof CameElsewhere)) throw error;
    }
  }
}

/** The player came into a league whose lock was not taken; to take it now could be a deadlock. */
class CameElsewhere extends Error {
  override readonly name = 'CameElsewhere';
}

/**
 * Renames in one transaction. What the player's leagues show changes, so each of them gets a version; their locks are taken before
 * the handle is, which submissions in those leagues wait for.
 * @throws CameElsewhere
 */
async function rename(
  tx: EntityManager,
  needs: NeedsClock,
  access: Access,
  input: UpdatePlayer,
  handle: string,
): Promise<Player> {
  const found = await findPlayer(tx, access, input.player);
  if (!found) {
    const message = `player must be the handle of a player, but is ${shown(input.player)}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'player'], message));
  }
  const leagueIds = await listLeagueIdsOf(tx, found.id);
  for (const id of leagueIds) await raiseVersion(tx, await lockLeague(tx, id));
  const player = await lockPlayer(tx, found.id);
  const alike = await findLookAlike(tx, handle, player.id);
  if (alike !== null) throw new Refused(lookAlikeRefusal(handle, alike, ['input', 'handle'], 'handle'));
  const at = needs.clock();
  const renamed = await renamePlayer(tx, player, handle, at);
  if (!renamed) {
    const message = `handle must not be another player's current or former handle, but ${shown(input.handle)} is`;
    throw new Refused(refuse('TAKEN', ['input', 'handle'], message));
  }
  if ((await listLeagueIdsOf(tx, player.id)).length !== leagueIds.length) throw new CameElsewhere();
  await insertAuditEntry(tx, access, {
    leagueId: null,
    subject: playerSubject(player.id),
    action: 'updatePlayer',
    reason: input.reason,
    before: { id: player.id, handle: player.handle },
    after: { id: player.id, handle: renamed.handle },
    at,
  });
  return renamed;
}
