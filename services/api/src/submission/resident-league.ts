import type { League } from '../league/league.js';
import type { Player } from '../player/player.js';
import { ResidentStates } from '../rating/resident-states.js';

/**
 * What a busy league's submissions need, kept in memory between them. It holds for the league's version only: writes
 * that use it make the database compare the version.
 */
export interface ResidentLeague {
  readonly league: League;
  /** Ids of merged players, each with the player whose history they share. */
  readonly merges: ReadonlyMap<number, number>;
  /** Ids by handleKey, of the handles met so far. A handle, once somebody's, is never another's. */
  readonly ids: Map<string, number>;
  readonly players: Map<number, Player>;
  /** Of the players met so far, those on record in the league. */
  readonly members: Set<number>;
  readonly states: ResidentStates;
}

export function residentLeague(league: League, merges: ReadonlyMap<number, number>): ResidentLeague {
  const states = new ResidentStates();
  return { league, merges, ids: new Map(), players: new Map(), members: new Set(), states };
}

const MAX_LEAGUES = 64;
const MAX_PLAYERS_PER_LEAGUE = 100_000;
/** Of the states of all leagues together. */
const MAX_BYTES = 128_000_000;
const MAX_SLUGS = 100_000;

export interface NeedsResidents {
  /** Leagues as this process knows them. */
  readonly residents: ResidentLeagues;
}

/** The resident leagues of this process. */
export class ResidentLeagues {
  /** Least recently used first. */
  readonly #leagues = new Map<number, ResidentLeague>();
  readonly #slugs = new Map<string, number>();

  /** The league, perhaps as it was some versions ago; yours alone until `keep`. */
  take(leagueId: number): ResidentLeague | undefined {
    const resident = this.#leagues.get(leagueId);
    this.#leagues.delete(leagueId);
    return resident;
  }

  /** Call when nothing that is not committed is in it. */
  keep(resident: ResidentLeague): void {
    const { league, merges, states } = resident;
    const isTooBig = Math.max(states.size, resident.players.size) > MAX_PLAYERS_PER_LEAGUE || states.bytes > MAX_BYTES;
    this.#leagues.set(league.id, isTooBig ? residentLeague(league, merges) : resident);
    let bytes = 0;
    for (const kept of this.#leagues.values()) bytes += kept.states.bytes;
    for (const [id, oldest] of this.#leagues) {
      if (this.#leagues.size <= MAX_LEAGUES && bytes <= MAX_BYTES) break;
      this.#leagues.delete(id);
      bytes -= oldest.states.bytes;
    }
  }

  /** The id of the league of this slug, where it was asked for before: slugs stay. */
  idOf(slug: string): number | undefined {
    return this.#slugs.get(slug);
  }

  keepSlug({ slug, id }: Pick<League, 'slug' | 'id'>): void {
    if (this.#slugs.size >= MAX_SLUGS) this.#slugs.clear();
    this.#slugs.set(slug, id);
  }
}
