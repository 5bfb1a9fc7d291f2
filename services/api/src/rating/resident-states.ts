import type { PlayerId } from '@openladder/rating';
import type { PlacedWait } from '../match/log-wait.js';

/** Players' states, as they are after the newest rated match of each. */
export class States extends Map<PlayerId, unknown> {
  /** Waits in vain that his state does not know of yet, of whoever has any, each player's in their order. */
  readonly waits = new Map<PlayerId, readonly PlacedWait[]>();
}

interface Resident {
  readonly version: number;
  readonly states: States;
}

const MAX_LEAGUES = 64;
const MAX_PLAYERS_PER_LEAGUE = 100_000;

/**
 * Rating states kept in memory between submissions, so that a busy league need not read them back. They hold only for
 * the league's version they were made at: another replica's write moves the version, and they are read anew.
 */
export class ResidentStates {
  /** Least recently used first. */
  readonly #byLeague = new Map<number, Resident>();

  /** The states known at this version of the league, and perhaps not of every player; yours to change until `keep`. */
  take(leagueId: number, version: number): States {
    const resident = this.#byLeague.get(leagueId);
    this.#byLeague.delete(leagueId);
    return resident?.version === version ? resident.states : new States();
  }

  /** Call after the commit that made this version. */
  keep(leagueId: number, version: number, states: States): void {
    this.#byLeague.delete(leagueId);
    if (states.size > MAX_PLAYERS_PER_LEAGUE) return;
    this.#byLeague.set(leagueId, { version, states });
    for (const oldest of this.#byLeague.keys()) {
      if (this.#byLeague.size <= MAX_LEAGUES) break;
      this.#byLeague.delete(oldest);
    }
  }
}
