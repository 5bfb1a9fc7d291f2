import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { listMerges } from '../match-log/merge.repository.js';
import type { Player } from '../player/player.js';
import { listPlayersByHandle } from '../player/player.repository.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { CachedStates, States } from '../rating/cached-states.js';
import { listMembers } from '../rating/members.js';
import { loadStates } from '../rating/states.js';

/**
 * What a busy league's submissions need, kept in memory between them. It holds for the league's version only: writes
 * that use it make the database compare the version.
 */
export interface CachedLeague {
  readonly league: League;
  /** Merged players' ids, each with the id of the player they were merged into. */
  readonly merges: ReadonlyMap<number, number>;
  /** Ids by handleKey, of the handles seen so far. A handle never moves to another player. */
  readonly ids: ReadonlyMap<string, number>;
  readonly players: ReadonlyMap<number, Player>;
  /** Of the players met so far, those on record in the league. */
  readonly members: ReadonlySet<number>;
  readonly states: Pick<CachedStates, 'pick' | 'has'>;
}

/** The same for its owner, the only one who may change it: the batch that took it out of the cache, or loaded it, until it puts it back. */
export interface OwnedLeague extends CachedLeague {
  readonly ids: Map<string, number>;
  readonly players: Map<number, Player>;
  readonly members: Set<number>;
  readonly states: CachedStates;
}

export function ownedLeague(league: League, merges: ReadonlyMap<number, number>): OwnedLeague {
  const states = new CachedStates();
  return { league, merges, ids: new Map(), players: new Map(), members: new Set(), states };
}

const MAX_LEAGUES = 64;
const MAX_PLAYERS_PER_LEAGUE = 100_000;
/** Of the states of all leagues together. */
const MAX_BYTES = 128_000_000;
const MAX_SLUGS = 100_000;

export interface NeedsLeagueCache {
  /** Leagues as this process knows them. */
  readonly leagueCache: LeagueCache;
}

/** The cached leagues of this process. */
export class LeagueCache {
  /** Least recently used first. */
  readonly #leagues = new Map<number, OwnedLeague>();
  readonly #slugs = new Map<string, number>();

  /** Takes a league out, perhaps as it was some versions ago. */
  take(leagueId: number): OwnedLeague | undefined {
    const cached = this.#leagues.get(leagueId);
    this.#leagues.delete(leagueId);
    return cached;
  }

  /** Takes a league back. Everything in it must be committed; the caller no longer owns it. */
  keep(cached: OwnedLeague): void {
    const { league, merges, states } = cached;
    const isTooBig = Math.max(states.size, cached.players.size) > MAX_PLAYERS_PER_LEAGUE || states.bytes > MAX_BYTES;
    this.#leagues.set(league.id, isTooBig ? ownedLeague(league, merges) : cached);
    let bytes = 0;
    for (const kept of this.#leagues.values()) bytes += kept.states.bytes;
    for (const [id, oldest] of this.#leagues) {
      if (this.#leagues.size <= MAX_LEAGUES && bytes <= MAX_BYTES) break;
      this.#leagues.delete(id);
      bytes -= oldest.states.bytes;
    }
  }

  /** The id of the league with this slug, if it was asked for before: a slug leads to one league until that is deleted. */
  idOf(slug: string): number | undefined {
    return this.#slugs.get(slug);
  }

  /** The league is gone, and another may have the slug. */
  forgetSlug(slug: string): void {
    this.#slugs.delete(slug);
  }

  keepSlug({ slug, id }: Pick<League, 'slug' | 'id'>): void {
    if (this.#slugs.size >= MAX_SLUGS) this.#slugs.clear();
    this.#slugs.set(slug, id);
  }
}

/** Reads a league from the database. Its row comes first: what is read later may be newer, and the version shows that. */
export async function loadCachedLeague(manager: EntityManager, leagueId: number): Promise<OwnedLeague> {
  const league = await getLeague(manager, leagueId);
  return ownedLeague(league, await listMerges(manager, leagueId));
}

/** Loads the players with these handles, as far as they exist. @param keys handleKeys */
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
  // Last: a player whose handle is known must be known in full.
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
