import type { EntityManager } from 'typeorm';
import { type Access, requirePlatformAdmin } from '../access/access.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { checkLine, isRefusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { changePlayer } from './change-player.js';
import { checkHandle } from './handle.js';
import { listProfiles } from './known-players.js';
import { changeProfiles } from './name-new-players.js';
import { checkNewHandle, lookAlikeRefusal } from './new-player.js';
import type { Player } from './player.js';
import { renamePlayer } from './player.repository.js';
import { findLookAlike } from './player-name.repository.js';
import { checkProfile, type ProfileChanges } from './profile.js';

/** New names and other profile values of a player. */
export interface UpdatePlayer extends ProfileChanges {
  /** Current or former handle, or account. */
  readonly player: string;
  /** Null or omitted: unchanged. */
  readonly handle?: string | null;
  readonly reason: string;
}

/**
 * Gives a player another handle, or changes their profile, or both. The old handle still leads to them, so bots that use it keep working.
 * @throws Refused if the new handle is invalid, is or was another player's, or looks like one
 * @throws AccessDenied
 */
export async function updatePlayer(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: UpdatePlayer,
): Promise<Player> {
  if (input.handle != null) requirePlatformAdmin(access, 'rename players');
  const { handle, profile } = checkChanges(input);
  const asked = { access, name: input.player, path: ['input', 'player'] };
  return changePlayer(needs, asked, async (tx, { player, found }) => {
    const at = needs.clock();
    const renamed = handle === null ? player : await rename(tx, player, handle, at);
    const former = await listProfiles(tx, null, [player.id]);
    const changed = { ...player, newHandle: renamed.handle, changes: profile, reason: input.reason };
    await changeProfiles(tx, access, [changed], former, at);
    return handle === null ? found : renamed;
  });
}

/** @throws Refused */
function checkChanges({ handle, reason, ...given }: UpdatePlayer) {
  const path = ['input', 'handle'];
  const checked = handle == null ? null : checkHandle(handle, path);
  const newHandle = checked === null || isRefusal(checked) ? checked : (checkNewHandle(checked, path) ?? checked);
  const profile = checkProfile(given, ['input']);
  if (newHandle === null && !Array.isArray(profile) && Object.keys(profile).length === 0) {
    throw new Refused(refuse('NAMES_GIVEN', ['input']));
  }
  refuseAny(newHandle, ...(Array.isArray(profile) ? profile : []), checkLine(reason, ['input', 'reason']));
  return { handle: newHandle as string | null, profile: profile as ProfileChanges };
}

/** @throws Refused if the handle is another player's, or looks like one */
async function rename(tx: EntityManager, player: Player, handle: string, at: Date): Promise<Player> {
  const alike = await findLookAlike(tx, handle, player.id);
  if (alike !== null) throw new Refused(lookAlikeRefusal(handle, alike, ['input', 'handle'], 'handle'));
  const renamed = await renamePlayer(tx, player, handle, at);
  if (renamed) return renamed;
  throw new Refused(refuse('HANDLE_TAKEN', ['input', 'handle'], { value: shown(handle) }));
}
