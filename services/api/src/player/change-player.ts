import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canSubmit } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { listLeagueIdsOf, lockLeague, raiseVersion } from '../league/league.repository.js';
import { findFirstLeague } from './display-name.repository.js';
import { audienceOf, findPlayer } from './known-players.js';
import type { Player } from './player.js';
import { lockPlayer } from './player.repository.js';

/** In place of a league's id: it takes the locks of several. */
const MANY_LEAGUES = 0;

/** Who is to be changed, and by whom. */
export interface PlayerAsked {
  readonly access: Access;
  /** Handle, a former one too, or account. */
  readonly name: string;
  /** Where it stands in the input. */
  readonly path: readonly string[];
}

/** A player whose leagues and names are locked. */
export interface LockedPlayer {
  /** As the platform knows them. */
  readonly player: Player;
  /** As the caller does: perhaps by another name, and for less long. */
  readonly found: Player;
}

/** The player came into a league whose lock was not taken; to take it now could be a deadlock. */
class CameElsewhere extends Error {
  override readonly name = 'CameElsewhere';
}

/**
 * Changes what leagues show of a player, in one transaction. Each of the player's leagues gets a version; their locks are taken before
 * the player is locked, which submissions in those leagues wait for.
 * @throws Refused where there is no such player, or they were erased
 * @throws AccessDenied where the caller's leagues were not the first to know them
 */
export async function changePlayer<Result>(
  needs: NeedsDatabase,
  asked: PlayerAsked,
  change: (tx: EntityManager, locked: LockedPlayer) => Promise<Result>,
): Promise<Result> {
  if (asked.access === ANONYMOUS) throw new AccessDenied(asked.access, 'name players');
  for (;;) {
    try {
      return await transaction(needs.database, MANY_LEAGUES, (tx) => changeOnce(tx, asked, change));
    } catch (error) {
      if (!(error instanceof CameElsewhere)) throw error;
    }
  }
}

/** @throws CameElsewhere */
async function changeOnce<Result>(
  tx: EntityManager,
  { access, name, path }: PlayerAsked,
  change: (tx: EntityManager, locked: LockedPlayer) => Promise<Result>,
): Promise<Result> {
  const found = await findPlayer(tx, access, name);
  if (!found) {
    const message = `${path.at(-1)} must be the handle or account of a player, but is ${shown(name)}`;
    throw new Refused(refuse('BAD_INPUT', path, message));
  }
  await requireMayName(tx, access, found);
  const leagueIds = await listLeagueIdsOf(tx, found.id);
  for (const id of leagueIds) await raiseVersion(tx, await lockLeague(tx, id));
  const player = await lockPlayer(tx, found.id);
  if (player.erasedAt) {
    const message = `player must not be erased, but ${shown(player.handle)} is`;
    throw new Refused(refuse('CONFLICT', path, message));
  }
  const result = await change(tx, { player, found });
  if ((await listLeagueIdsOf(tx, player.id)).length !== leagueIds.length) throw new CameElsewhere();
  return result;
}

/** Platform admins may name everybody; a league's bots those whom, as far as the caller can know, their league knew first. */
export async function requireMayName(tx: EntityManager, access: Access, player: Player): Promise<void> {
  const audience = audienceOf(access);
  if (audience === null) return;
  const first = await findFirstLeague(tx, audience, player.id);
  if (first !== null && canSubmit(access, { id: first })) return;
  throw new AccessDenied(access, 'name players whom another league knew first');
}
