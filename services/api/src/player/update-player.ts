import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canSubmit, requirePlatformAdmin } from '../access/access.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { playerSubject } from '../audit/audit-subject.js';
import { checkText } from '../kit/check-text.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { isRefusal, Refused, refuse, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { listLeagueIdsOf, lockLeague, raiseVersion } from '../league/league.repository.js';
import { checkDisplayName } from './display-name.js';
import { findFirstLeague, listDisplayNames, updateDisplayName } from './display-name.repository.js';
import { checkHandle } from './handle.js';
import { audienceOf, findPlayer } from './known-players.js';
import { lookAlikeRefusal } from './look-alikes.js';
import { checkNewHandle } from './new-handle.js';
import type { Player } from './player.js';
import { lockPlayer, renamePlayer } from './player.repository.js';
import { findLookAlike } from './player-name.repository.js';

/** In place of a league's id: it takes the locks of several. */
const MANY_LEAGUES = 0;

/** New names for somebody. */
export interface UpdatePlayer {
  /** Handle, a former one too. */
  readonly player: string;
  /** Null or left out: unchanged. */
  readonly handle?: string | null;
  /** Left out: unchanged; null: none from now on. */
  readonly displayName?: string | null;
  readonly reason: string;
}

/** New names as they were checked. */
type Names = Pick<UpdatePlayer, 'handle' | 'displayName'>;

/**
 * Gives a player another handle, a display name, or both. The old handle still leads to them, so bots that know it keep working.
 * @throws Refused where the new handle is bad, or another's now or formerly, or looks like one
 * @throws AccessDenied
 */
export async function updatePlayer(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: UpdatePlayer,
): Promise<Player> {
  if (input.handle != null) requirePlatformAdmin(access, 'rename players');
  if (access === ANONYMOUS) throw new AccessDenied(access, 'name players');
  const names = checkNames(input);

  for (;;) {
    try {
      return await transaction(needs.database, MANY_LEAGUES, (tx) => change(tx, needs, access, input, names));
    } catch (error) {
      if (!(error instanceof CameElsewhere)) throw error;
    }
  }
}

/** @throws Refused */
function checkNames({ handle, displayName, reason }: UpdatePlayer): Names {
  if (handle == null && displayName === undefined) {
    throw new Refused(refuse('BAD_INPUT', ['input'], 'handle or displayName must be given, but both are left out'));
  }
  const path = ['input', 'handle'];
  const checked = handle == null ? null : checkHandle(handle, path);
  const newHandle = checked === null || isRefusal(checked) ? checked : (checkNewHandle(checked, path) ?? checked);
  const newName = displayName == null ? displayName : checkDisplayName(displayName, ['input', 'displayName']);
  const problems = [newHandle, newName, checkText(reason, ['input', 'reason'])].filter(isRefusal);
  if (problems.length > 0) throw new Refused(...problems);
  return { handle: newHandle as string | null, displayName: newName as string | null | undefined };
}

/** The player came into a league whose lock was not taken; to take it now could be a deadlock. */
class CameElsewhere extends Error {
  override readonly name = 'CameElsewhere';
}

/**
 * Gives the names in one transaction. What the player's leagues show changes, so each of them gets a version; their locks are taken before
 * the handle is, which submissions in those leagues wait for.
 * @throws CameElsewhere
 */
async function change(
  tx: EntityManager,
  needs: NeedsClock,
  access: Access,
  input: UpdatePlayer,
  { handle, displayName }: Names,
): Promise<Player> {
  const found = await findPlayer(tx, access, input.player);
  if (!found) {
    const message = `player must be the handle of a player, but is ${shown(input.player)}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'player'], message));
  }
  await requireMayName(tx, access, found);
  const leagueIds = await listLeagueIdsOf(tx, found.id);
  for (const id of leagueIds) await raiseVersion(tx, await lockLeague(tx, id));
  const player = await lockPlayer(tx, found.id);
  const at = needs.clock();
  const renamed = handle == null ? player : await rename(tx, player, handle, at);
  const formerName = displayName === undefined ? null : await giveDisplayName(tx, access, player, displayName, at);
  if ((await listLeagueIdsOf(tx, player.id)).length !== leagueIds.length) throw new CameElsewhere();
  await insertAuditEntry(tx, access, {
    leagueId: null,
    subject: playerSubject(player.id),
    action: 'updatePlayer',
    reason: input.reason,
    before: { id: player.id, handle: player.handle, ...(displayName !== undefined && { displayName: formerName }) },
    after: { id: player.id, handle: renamed.handle, ...(displayName !== undefined && { displayName }) },
    at,
  });
  // Others than platform admins may know the player by another name, and for less long, than the platform does.
  return handle == null ? found : renamed;
}

/** Platform admins may name everybody; a league's bots those whom, as far as the caller can know, their league knew first. */
async function requireMayName(tx: EntityManager, access: Access, player: Player): Promise<void> {
  const audience = audienceOf(access);
  if (audience === null) return;
  const first = await findFirstLeague(tx, audience, player.id);
  if (first !== null && canSubmit(access, { id: first })) return;
  throw new AccessDenied(access, 'name players whom another league knew first');
}

/** @throws Refused where the handle is another player's, or looks like one */
async function rename(tx: EntityManager, player: Player, handle: string, at: Date): Promise<Player> {
  const alike = await findLookAlike(tx, handle, player.id);
  if (alike !== null) throw new Refused(lookAlikeRefusal(handle, alike, ['input', 'handle'], 'handle'));
  const renamed = await renamePlayer(tx, player, handle, at);
  if (renamed) return renamed;
  const message = `handle must not be another player's current or former handle, but ${shown(handle)} is`;
  throw new Refused(refuse('TAKEN', ['input', 'handle'], message));
}

/** @returns the display name that the player had */
async function giveDisplayName(
  tx: EntityManager,
  access: Access,
  { id }: Player,
  name: string | null,
  at: Date,
): Promise<string | null> {
  const former = await listDisplayNames(tx, null, [id]);
  await updateDisplayName(tx, audienceOf(access), id, name, at);
  return former.get(id) ?? null;
}
