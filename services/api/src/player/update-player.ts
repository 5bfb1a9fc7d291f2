import type { EntityManager } from 'typeorm';
import { type Access, requirePlatformAdmin } from '../access/access.js';
import { playerSubject } from '../audit/audit.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { checkText, isRefusal, Refused, refuse, shown } from '../kit/refusal.js';
import { changePlayer, type LockedPlayer } from './change-player.js';
import { checkDisplayName } from './display-name.js';
import { checkHandle } from './handle.js';
import { listDisplayNames, updateDisplayNames, visibleLeagueIds } from './known-players.js';
import { checkNewHandle, lookAlikeRefusal } from './new-player.js';
import type { Player } from './player.js';
import { renamePlayer } from './player.repository.js';
import { findLookAlike } from './player-name.repository.js';

/** New names for somebody. */
export interface UpdatePlayer {
  /** Current or former handle, or account. */
  readonly player: string;
  /** Null or omitted: unchanged. */
  readonly handle?: string | null;
  /** Omitted: unchanged; null: removed. */
  readonly displayName?: string | null;
  readonly reason: string;
}

/** New names as they were checked. */
type Names = Pick<UpdatePlayer, 'handle' | 'displayName'>;

/**
 * Gives a player another handle, a display name, or both. The old handle still leads to them, so bots that use it keep working.
 * @throws Refused if the new handle is invalid, is or was another player's, or looks like one
 * @throws AccessDenied
 */
export async function updatePlayer(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: UpdatePlayer,
): Promise<Player> {
  if (input.handle != null) requirePlatformAdmin(access, 'rename players');
  const names = checkNames(input);

  return changePlayer(needs, { access, name: input.player, path: ['input', 'player'] }, (tx, locked) =>
    change(tx, needs, access, locked, names, input.reason),
  );
}

/** @throws Refused */
function checkNames({ handle, displayName, reason }: UpdatePlayer): Names {
  if (handle == null && displayName === undefined) {
    throw new Refused(refuse('NAMES_GIVEN', ['input']));
  }
  const path = ['input', 'handle'];
  const checked = handle == null ? null : checkHandle(handle, path);
  const newHandle = checked === null || isRefusal(checked) ? checked : (checkNewHandle(checked, path) ?? checked);
  const newName = displayName == null ? displayName : checkDisplayName(displayName, ['input', 'displayName']);
  const problems = [newHandle, newName, checkText(reason, ['input', 'reason'])].filter(isRefusal);
  if (problems.length > 0) throw new Refused(...problems);
  return { handle: newHandle as string | null, displayName: newName as string | null | undefined };
}

/** Changes the names of a player whose leagues and names are locked. */
async function change(
  tx: EntityManager,
  needs: NeedsClock,
  access: Access,
  { player, found }: LockedPlayer,
  { handle, displayName }: Names,
  reason: string,
): Promise<Player> {
  const at = needs.clock();
  const renamed = handle == null ? player : await rename(tx, player, handle, at);
  const formerName = displayName === undefined ? null : await giveDisplayName(tx, access, player, displayName, at);
  await insertAuditEntry(tx, access, {
    leagueId: null,
    subject: playerSubject(player.id),
    action: 'updatePlayer',
    reason,
    before: { id: player.id, handle: player.handle, ...(displayName !== undefined && { displayName: formerName }) },
    after: { id: player.id, handle: renamed.handle, ...(displayName !== undefined && { displayName }) },
    at,
  });
  return handle == null ? found : renamed;
}

/** @throws Refused if the handle is another player's, or looks like one */
async function rename(tx: EntityManager, player: Player, handle: string, at: Date): Promise<Player> {
  const alike = await findLookAlike(tx, handle, player.id);
  if (alike !== null) throw new Refused(lookAlikeRefusal(handle, alike, ['input', 'handle'], 'handle'));
  const renamed = await renamePlayer(tx, player, handle, at);
  if (renamed) return renamed;
  throw new Refused(refuse('HANDLE_TAKEN', ['input', 'handle'], { value: shown(handle) }));
}

/** @returns the display name that the player had before */
async function giveDisplayName(
  tx: EntityManager,
  access: Access,
  { id }: Player,
  name: string | null,
  at: Date,
): Promise<string | null> {
  const former = await listDisplayNames(tx, null, [id]);
  await updateDisplayNames(tx, visibleLeagueIds(access), [{ playerId: id, name }], at);
  return former.get(id) ?? null;
}
