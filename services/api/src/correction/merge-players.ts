import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { checkReason } from '../audit/check-reason.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { getAdministered } from '../league/league.service.js';
import { findFirstPlace } from '../match-log/merge.repository.js';
import { findPlayer } from '../player/known-players.js';
import type { Player } from '../player/player.js';
import { listPlayersById } from '../player/player.repository.js';
import { type Corrected, type CorrectNeeds, correct } from './correct.js';
import type { CorrectionRequest } from './correction-request.js';

/** Two handles of one person in a league. */
export interface PlayerMerge extends CorrectionRequest {
  /** Slug. */
  readonly league: string;
  /** Handle whose matches will count for `into`. */
  readonly player: string;
  readonly into: string;
}

export type CorrectedPlayer = Corrected & { readonly player: Player };

/**
 * Gives two handles of one person one history in a league. The log keeps the submitted handles, so this can be undone; later
 * submissions under the merged handle count for the other one.
 * @returns the player who now has the history
 * @throws Refused if one of them is unknown or already merged, or they played in the same match
 */
export async function mergePlayers(needs: CorrectNeeds, access: Access, input: PlayerMerge): Promise<CorrectedPlayer> {
  const league = await getAdministered(needs, access, input.league);
  checkReason(input.reason);
  const { manager } = needs.database;
  const playerId = await findPlayerId(manager, access, input.player);
  if (playerId === null || !(await findFirstPlace(manager, league.id, playerId))) {
    throw bad('player', `player must have played in the league, but ${shown(input.player)} has not`);
  }
  const intoId = await findPlayerId(manager, access, input.into);
  if (intoId === null) throw bad('into', `into must be the handle or account of a player, but is ${shown(input.into)}`);
  const corrected = await correct(needs, access, league.id, { kind: 'mergePlayers', playerId, intoId }, input);
  return { player: await getPlayer(manager, league.id, intoId), ...corrected };
}

/**
 * Undoes a merge: each handle has its own matches again.
 * @returns the player, who has their own history again
 */
export async function unmergePlayers(
  needs: CorrectNeeds,
  access: Access,
  input: Omit<PlayerMerge, 'into'>,
): Promise<CorrectedPlayer> {
  const league = await getAdministered(needs, access, input.league);
  checkReason(input.reason);
  const { manager } = needs.database;
  const playerId = await findPlayerId(manager, access, input.player);
  if (playerId === null)
    throw bad('player', `player must be the handle or account of a player, but is ${shown(input.player)}`);
  const corrected = await correct(needs, access, league.id, { kind: 'unmergePlayers', playerId }, input);
  return { player: await getPlayer(manager, league.id, playerId), ...corrected };
}

/** The player with this current or former handle, if the caller may know of them. */
async function findPlayerId(manager: EntityManager, access: Access, handle: string): Promise<number | null> {
  return (await findPlayer(manager, access, handle))?.id ?? null;
}

function bad(field: string, message: string): Refused {
  return new Refused(refuse('BAD_INPUT', ['input', field], message));
}

async function getPlayer(manager: EntityManager, leagueId: number, id: number): Promise<Player> {
  return (await listPlayersById(manager, leagueId, [id]))[0]!;
}
