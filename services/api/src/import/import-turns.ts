import type { ImportKey } from './match-import.repository.js';

/** How long a file stays with a league that takes no matches while other leagues wait, in milliseconds. */
const STAY = 5_000;
/** How long such a league then leaves the turns to others, in milliseconds. Its file is read from the beginning each time. */
const REST = 30_000;

/** A file whose league takes no matches. */
interface Stuck {
  readonly id: number;
  /** How much of it is settled. */
  readonly settled: number;
  readonly since: number;
}

interface Turn {
  /** The number of its last turn. */
  place: number;
  isRunning: boolean;
  notBefore: number;
  stuck: Stuck | null;
}

/** The turns of leagues with waiting files, among all imports in this process. Times are those of `performance.now()`. */
export class ImportTurns {
  readonly #turns = new Map<number, Turn>();
  #places = 0;

  /** @param stay how long a file waits for its league while other leagues wait for a turn, in milliseconds */
  constructor(private readonly stay = STAY) {}

  /** The ids of leagues with waiting files that do not rest, in order of their last turns, oldest first. */
  inOrder(waiting: readonly number[]): number[] {
    if (waiting.length === 0) this.#turns.clear();
    const placeOf = (leagueId: number) => this.#turns.get(leagueId)?.place ?? 0;
    return waiting
      .filter((leagueId) => !this.#isResting(leagueId))
      .toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  begin(leagueId: number): void {
    const { notBefore = 0, stuck = null } = this.#turns.get(leagueId) ?? {};
    this.#turns.set(leagueId, { place: ++this.#places, isRunning: true, notBefore, stuck });
  }

  /** Ends the turn of a league whose file is over, or is left to another process. */
  end(leagueId: number): void {
    this.#change(leagueId, { isRunning: false, stuck: null });
  }

  /** Ends the turn of a league that takes no matches. It has no further turn for a while. */
  rest(leagueId: number): void {
    this.#change(leagueId, { isRunning: false, notBefore: performance.now() + REST });
  }

  /**
   * Whether a file that cannot continue should make way for other leagues.
   * @param movedAt when it last made progress
   */
  shallMakeWay(movedAt: number, waiting: readonly number[]): boolean {
    if (performance.now() - movedAt <= this.stay) return false;
    return waiting.some((leagueId) => !this.#turns.get(leagueId)?.isRunning && !this.#isResting(leagueId));
  }

  /** Records that a file cannot continue. @returns for how long it has not, in milliseconds, in all its turns */
  stuckFor({ leagueId, id }: ImportKey, settled: number): number {
    const now = performance.now();
    const known = this.#turns.get(leagueId)?.stuck;
    // A file that starts again reaches the same place only later.
    const stuck = known?.id === id && settled <= known.settled ? known : { id, settled, since: now };
    this.#change(leagueId, { stuck });
    return now - stuck.since;
  }

  #isResting(leagueId: number): boolean {
    return (this.#turns.get(leagueId)?.notBefore ?? 0) > performance.now();
  }

  #change(leagueId: number, change: Partial<Turn>): void {
    const turn = this.#turns.get(leagueId);
    if (turn) Object.assign(turn, change);
  }
}
