import type { EntityManager } from 'typeorm';
import { getLeague } from '../league/league.repository.js';
import { listMerges } from '../match-log/merge.repository.js';
import { listPlayersByHandle } from '../player/player.repository.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { States } from '../rating/cached-states.js';
import { listMembers } from '../rating/members.js';
import { loadStates } from '../rating/states.js';
import { type OwnedLeague, ownedLeague } from './cached-league.js';

/** Reads a league from the database. Its row first: what is read later may be newer, which the version tells. */
export async function loadCachedLeague(manager: EntityManager, leagueId: number): Promise<OwnedLeague> {
  const league = await getLeague(manager, leagueId);
  return ownedLeague(league, await listMerges(manager, leagueId));
}

/** Makes the players of handles known to the league, where they exist. @param keys their handleKeys */
export async function loadPlayers(
  manager: EntityManager,
  cached: OwnedLeague,
  system: RatingSystem,
  keys: Iterable<string>,
): Promise<void> {
  const strangers = [...new Set(keys)].filter((key) => !cached.ids.has(key));
  if (strangers.length === 0) return;
  const met = await listPlayersByHandle(manager, cached.league.id, strangers);
  const { league, merges } = cached;
  const people = [...met.values()].map(({ id }) => merges.get(id) ?? id);
  if (!league.isOpenEntry) {
    for (const id of await listMembers(manager, league.id, people)) cached.members.add(id);
  }
  await loadMissingStates(manager, cached, system, people);
  // Last of all: whose handle is known is known altogether.
  for (const [key, player] of met) {
    cached.ids.set(key, player.id);
    cached.players.set(player.id, player);
  }
}

/** Loads the states of players that are not in memory yet. */
export async function loadMissingStates(
  manager: EntityManager,
  { league, states }: OwnedLeague,
  system: RatingSystem,
  players: Iterable<number>,
): Promise<void> {
  const missing = states.missing(players);
  if (missing.length === 0) return;
  const loaded = new States();
  await loadStates(manager, league, system, missing, loaded);
  states.keep(missing, loaded);
}
