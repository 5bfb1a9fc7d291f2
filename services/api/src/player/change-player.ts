import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canSubmit } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { LeagueDeleted } from '../league/league.js';
import { listLeagueIdsOf, lockLeague, raiseVersion } from '../league/league.repository.js';
import { findFirstLeague, findPlayer, visibleLeagueIds } from './known-players.js';
import type { Player } from './player.js';
import { lockPlayer } from './player.repository.js';

/** In place of a league's id in the lock: several leagues are locked. */
export const MANY_LEAGUES = 0;

/** The player to change, and the caller. */
export interface PlayerChangeRequest {
  readonly access: Access;
  /** Current or former handle, or account. */
  readonly name: string;
  /** Its place in the input. */
  readonly path: readonly string[];
}

/** A player as `lockPlayer` has locked them. */
type Locked = Awaited<ReturnType<typeof lockPlayer>>;

/** A player whose leagues and names are locked. */
export interface LockedPlayer {
  /** As stored by the platform. */
  readonly player: Player;
  /** The player as the caller sees them: perhaps by another name, and since a later time. */
  readonly found: Player;
  /** The player and everybody who is changed with them, in the order of their ids. */
  readonly together: readonly Locked[];
  /** The leagues whose locks are held. */
  readonly leagueIds: ReadonlySet<number>;
}

/** Finds the players and leagues that are affected together. */
export interface Together {
  /** The ids of the player and of everybody who is changed with them, in ascending order. */
  listPlayers(tx: EntityManager, playerId: number): Promise<readonly number[]>;
  /** Leagues that show a changed name without knowing one of these players. */
  listLeagues(tx: EntityManager, playerIds: readonly number[]): Promise<readonly number[]>;
}

const ALONE: Together = { listPlayers: async (_, playerId) => [playerId], listLeagues: async () => [] };

/** A league shows a changed name, and its lock is not held; taking it now could cause a deadlock. */
export class CameElsewhere extends Error {
  override readonly name = 'CameElsewhere';
}

/**
 * Changes what leagues show of a player, in one transaction. Each of the player's leagues gets a new version. The leagues are locked before
 * the player, because submissions to a league lock in that order.
 * @throws Refused if there is no such player, or they were erased
 * @throws AccessDenied if the caller's leagues were not the first to know them
 */
export async function changePlayer<Result>(
  needs: NeedsDatabase,
  asked: PlayerChangeRequest,
  change: (tx: EntityManager, locked: LockedPlayer) => Promise<Result>,
  together = ALONE,
): Promise<Result> {
  if (asked.access === ANONYMOUS) throw new AccessDenied(asked.access, 'name players');
  return untilNoneCame(() =>
    transaction(needs.database, MANY_LEAGUES, (tx) => changeOnce(tx, asked, change, together)),
  );
}

/** Repeats the work until the leagues that show its players have not changed meanwhile. */
export async function untilNoneCame<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // Deleted after it was found as one of the players' leagues, and before its lock was held.
      if (!(error instanceof CameElsewhere || error instanceof LeagueDeleted)) throw error;
    }
  }
}

/** @throws CameElsewhere */
async function changeOnce<Result>(
  tx: EntityManager,
  asked: PlayerChangeRequest,
  change: (tx: EntityManager, locked: LockedPlayer) => Promise<Result>,
  { listPlayers, listLeagues }: Together,
): Promise<Result> {
  const { access, path } = asked;
  const found = await getAskedPlayer(tx, asked);
  await requireMayName(tx, access, found);
  const playerIds = await listPlayers(tx, found.id);
  const leagueIds = await listLeagues(tx, playerIds);
  const known = await listLeagueIdsOf(tx, playerIds);
  const locked = new Set([...known, ...leagueIds]);
  const together = await lockTogether(tx, playerIds, [...locked]);
  const player = together.find(({ id }) => id === found.id)!;
  if (player.erasedAt) {
    throw new Refused(refuse('PLAYER_ERASED', path, { value: shown(player.handle) }));
  }
  // A merge may have waited for a league before us.
  if (String(await listPlayers(tx, found.id)) !== String(playerIds)) throw new CameElsewhere();
  const result = await change(tx, { player, found, together, leagueIds: locked });
  if ((await listLeagueIdsOf(tx, playerIds)).length !== known.length) throw new CameElsewhere();
  return result;
}

/** Locks leagues, which get new versions, and then players: each in the order of their ids, which is the same everywhere. */
export async function lockTogether(
  tx: EntityManager,
  playerIds: readonly number[],
  leagueIds: readonly number[],
): Promise<readonly Locked[]> {
  const ascending = (ids: readonly number[]) => [...new Set(ids)].toSorted((one, other) => one - other);
  for (const id of ascending(leagueIds)) await raiseVersion(tx, await lockLeague(tx, id));
  const players: Locked[] = [];
  for (const id of ascending(playerIds)) players.push(await lockPlayer(tx, id));
  return players;
}

/** @throws Refused if there is no such player whom the caller may see */
export async function getAskedPlayer(
  manager: EntityManager,
  { access, name, path }: PlayerChangeRequest,
): Promise<Player> {
  const found = await findPlayer(manager, access, name);
  if (found) return found;
  throw new Refused(refuse('PLAYER', path, { field: String(path.at(-1)), value: shown(name) }));
}

/** Platform admins may name anyone; a league's bots may name players whom, as far as the caller can see, their league knew first. */
export async function requireMayName(tx: EntityManager, access: Access, player: Player): Promise<void> {
  const audience = visibleLeagueIds(access);
  if (audience === null) return;
  const first = await findFirstLeague(tx, audience, player.id);
  if (first !== null && canSubmit(access, { id: first })) return;
  throw new AccessDenied(access, 'name players whom another league knew first');
}
