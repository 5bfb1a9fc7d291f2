import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { CheckedMatch } from '../match-log/checks.js';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import type { Roster } from '../match-log/roster.js';
import type { Player } from '../player/player.js';
import { listPlayersByHandle } from '../player/player.repository.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { CachedStates, States } from '../rating/cached-states.js';
import { listMembers } from '../rating/rating.repository.js';
import { loadStates } from '../rating/states.js';

/**
 * Data for submissions to a league, cached between them. It is valid for one version and mark of the league, which the database
 * compares at each write. Only the batch that took it out of the cache, or loaded it, may change it until it is put back.
 */
export interface LeagueState {
  readonly league: League;
  /** Ids of merged players, each with the id of the player they were merged into. */
  readonly merges: ReadonlyMap<number, number>;
  /** Ids by handleKey, of the handles seen so far. A handle never moves to another player. */
  readonly ids: Map<string, number>;
  readonly players: Map<number, Player>;
  /** Those players seen so far who are registered in the league. */
  readonly members: Set<number>;
  readonly states: CachedStates;
}

export function newLeagueState(league: League, merges: ReadonlyMap<number, number>): LeagueState {
  const states = new CachedStates();
  return { league, merges, ids: new Map(), players: new Map(), members: new Set(), states };
}

const MAX_LEAGUES = 64;
const MAX_PLAYERS_PER_LEAGUE = 100_000;
/** Of all leagues together: with names and ids, each takes some 340 bytes beside their state. */
const MAX_PLAYERS = 4 * MAX_PLAYERS_PER_LEAGUE;
/** Of the states of all leagues together. */
const MAX_BYTES = 128_000_000;
const MAX_SLUGS = 100_000;

export interface NeedsLeagueCache {
  /** Cached leagues of this process. */
  readonly leagueCache: LeagueCache;
}

/** The cached leagues of this process. */
export class LeagueCache {
  /** Least recently used first. */
  readonly #leagues = new Map<number, LeagueState>();
  readonly #slugs = new Map<string, number>();

  /** Takes a league out of the cache; it may be out of date. */
  take(leagueId: number): LeagueState | undefined {
    const cached = this.#leagues.get(leagueId);
    this.#leagues.delete(leagueId);
    return cached;
  }

  /** Puts a league into the cache. Everything in it must be committed; the caller no longer owns it. */
  keep(cached: LeagueState): void {
    const { league, merges, states } = cached;
    const isTooBig = countPlayers(cached) > MAX_PLAYERS_PER_LEAGUE || states.bytes > MAX_BYTES;
    this.#leagues.set(league.id, isTooBig ? newLeagueState(league, merges) : cached);
    let [players, bytes] = [0, 0];
    for (const kept of this.#leagues.values()) {
      players += countPlayers(kept);
      bytes += kept.states.bytes;
    }
    for (const [id, oldest] of this.#leagues) {
      if (this.#leagues.size <= MAX_LEAGUES && players <= MAX_PLAYERS && bytes <= MAX_BYTES) break;
      this.#leagues.delete(id);
      players -= countPlayers(oldest);
      bytes -= oldest.states.bytes;
    }
  }

  /** The id of the league with this slug, if known: a slug belongs to one league until the league is deleted. */
  idOf(slug: string): number | undefined {
    return this.#slugs.get(slug);
  }

  /** Call it when the league is deleted: another league may get the slug. */
  forgetSlug(slug: string): void {
    this.#slugs.delete(slug);
  }

  keepSlug({ slug, id }: Pick<League, 'slug' | 'id'>): void {
    if (this.#slugs.size >= MAX_SLUGS) this.#slugs.clear();
    this.#slugs.set(slug, id);
  }
}

function countPlayers({ states, players }: LeagueState): number {
  return Math.max(states.size, players.size);
}

/** Reads a league from the database. It reads the row of the league first: if the rest is newer, the version shows it. */
export async function loadLeagueState(manager: EntityManager, leagueId: number): Promise<LeagueState> {
  const league = await getLeague(manager, leagueId);
  return newLeagueState(league, await listMerges(manager, leagueId));
}

/** Loads the players with these handles, if they exist. @param keys handleKeys */
export async function loadPlayers(
  manager: EntityManager,
  state: LeagueState,
  system: RatingSystem,
  keys: Iterable<string>,
): Promise<void> {
  const strangers = [...new Set(keys)].filter((key) => !state.ids.has(key));
  if (strangers.length === 0) return;
  const met = await listPlayersByHandle(manager, state.league.id, strangers);
  const { league, merges } = state;
  const people = [...met.values()].map(({ id }) => merges.get(id) ?? id);
  if (!league.isOpenEntry) {
    for (const id of await listMembers(manager, league.id, people)) state.members.add(id);
  }
  await loadMissingStates(manager, state, system, people);
  // Handles come last: a player with a known handle must be loaded in full.
  for (const [key, player] of met) {
    state.ids.set(key, player.id);
    state.players.set(player.id, player);
  }
}

/** Loads the states of players that are not in memory yet. */
export async function loadMissingStates(
  manager: EntityManager,
  { league, states }: LeagueState,
  system: RatingSystem,
  players: Iterable<number>,
): Promise<void> {
  const missing = states.missing(players);
  if (missing.length === 0) return;
  const loaded = new States();
  await loadStates(manager, league, system, missing, loaded);
  states.keep(missing, loaded);
}

/** The players who may play in the league, as far as this process has loaded them. */
export function rosterOf({ league, ids, merges, members }: LeagueState): Roster {
  const isMember = (key: string) => {
    const id = ids.get(key);
    return id !== undefined && members.has(merges.get(id) ?? id);
  };
  return { ids, merges, isMember: league.isOpenEntry ? () => true : isMember };
}

export function hasStrangers(match: CheckedMatch, { ids }: Roster): boolean {
  return match.sides.some(({ participants }) => participants.some(({ key }) => !ids.has(key)));
}
