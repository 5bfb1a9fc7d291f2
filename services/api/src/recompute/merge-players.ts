import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { App } from '../app.js';
import type { League } from '../league/league.js';
import { getAdministered } from '../league/league.service.js';
import { checkText } from '../match/checks.js';
import type { Player } from '../player/player.js';
import { findPlayerIds, listPlayersById } from '../player/player.repository.js';
import { Refused, refuse, shown } from '../refusal.js';
import { type Corrected, correct } from './correct.js';
import { findFirstMatch, findMeeting, listMerges } from './merge.repository.js';

/** Two handles of one person in a league. */
export interface PlayerMerge {
  /** Slug. */
  readonly league: string;
  /** Handle whose matches go over to `into`. */
  readonly player: string;
  readonly into: string;
  readonly reason: string;
  readonly dryRun: boolean;
}

export type CorrectedPlayer = Corrected & { readonly player: Player };

/**
 * Gives two handles of one person one history in a league. Who was submitted stays in the log, so it can be undone; later
 * submissions under the merged handle count for the other.
 * @returns the player whose history it is now
 * @throws Refused where one of them is unknown, already merged, or they met in a match
 */
export async function mergePlayers(app: App, access: Access, input: PlayerMerge): Promise<CorrectedPlayer> {
  const league = await getAdministered(app, access, input.league);
  checkReason(input.reason);
  const { manager } = app.database;
  const playerId = await getPlayerId(manager, league, 'player', input.player);
  const intoId = await getPlayerId(manager, league, 'into', input.into);
  await checkMerge(manager, league, input, playerId, intoId);
  const corrected = await correct(app, access, league.id, {
    correction: { kind: 'mergePlayers', playerId, intoId },
    reason: input.reason,
    isDryRun: input.dryRun,
  });
  return { player: await getPlayer(manager, intoId), ...corrected };
}

/**
 * Undoes a merge: each handle has its own matches again.
 * @returns the player who has his own history again
 */
export async function unmergePlayers(
  app: App,
  access: Access,
  input: Omit<PlayerMerge, 'into'>,
): Promise<CorrectedPlayer> {
  const league = await getAdministered(app, access, input.league);
  checkReason(input.reason);
  const { manager } = app.database;
  const playerId = await getPlayerId(manager, league, 'player', input.player);
  if (!(await listMerges(manager, league.id)).has(playerId)) {
    const message = `player must be merged into another, but ${shown(input.player)} is not`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'player'], message));
  }
  const corrected = await correct(app, access, league.id, {
    correction: { kind: 'unmergePlayers', playerId },
    reason: input.reason,
    isDryRun: input.dryRun,
  });
  return { player: await getPlayer(manager, playerId), ...corrected };
}

async function checkMerge(
  manager: EntityManager,
  league: League,
  input: PlayerMerge,
  playerId: number,
  intoId: number,
): Promise<void> {
  const bad = (field: string, message: string) => new Refused(refuse('BAD_INPUT', ['input', field], message));
  if (playerId === intoId) throw bad('into', `into must be another player than ${shown(input.player)}`);
  const merges = await listMerges(manager, league.id);
  if (merges.has(playerId)) throw bad('player', `player must not be merged already, but ${shown(input.player)} is`);
  if (merges.has(intoId)) throw bad('into', `into must not be merged into another, but ${shown(input.into)} is`);
  if ([...merges.values()].includes(playerId)) {
    throw bad('player', `player must have nobody merged into him, but ${shown(input.player)} has; unmerge them first`);
  }
  const same = [intoId, ...[...merges].filter(([, into]) => into === intoId).map(([id]) => id)];
  const meeting = await findMeeting(manager, league.id, [playerId], same);
  if (meeting !== null) {
    throw bad('into', `players must not have met to be one person, but they did in match ${shown(meeting)}`);
  }
}

async function getPlayerId(manager: EntityManager, league: League, field: string, handle: string): Promise<number> {
  const [id] = (await findPlayerIds(manager, [handle])).values();
  const isKnown = id !== undefined && (field === 'into' || (await findFirstMatch(manager, league.id, id)));
  if (isKnown) return id;
  const message = `${field} must be the handle of a player with matches in the league, but is ${shown(handle)}`;
  throw new Refused(refuse('BAD_INPUT', ['input', field], message));
}

async function getPlayer(manager: EntityManager, id: number): Promise<Player> {
  return (await listPlayersById(manager, [id]))[0]!;
}

function checkReason(reason: string): void {
  const problem = checkText(reason, ['input', 'reason']);
  if (problem) throw new Refused(problem);
}
