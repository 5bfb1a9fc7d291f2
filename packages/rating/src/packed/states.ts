import { type PackedLines, type PackedMatches, withRoom } from './lines.js';

/** Packs states as numbers, and unpacks them, to the bit. */
export interface StatePacking<State> {
  /** How many numbers a state has. */
  readonly width: number;
  /** Writes the state into `width` numbers from `at` on. */
  pack(state: State, numbers: Float64Array, at: number): void;
  unpack(numbers: Float64Array, at: number): State;
}

/** The states of many players, each at its place. */
export class PackedStates<State> {
  /** `width` numbers for each place. */
  numbers = new Float64Array(0);
  private places = 0;

  /** @param initial the state of a new player */
  constructor(
    private readonly codec: StatePacking<State>,
    private readonly initial: State,
    capacity: number,
  ) {
    this.grow(capacity);
  }

  /** How many places there are. */
  get capacity(): number {
    return this.places;
  }

  get(place: number): State {
    return this.codec.unpack(this.numbers, place * this.codec.width);
  }

  set(place: number, state: State): void {
    this.codec.pack(state, this.numbers, place * this.codec.width);
  }

  /** Adds places for unrated players until there are `capacity`; never removes any. */
  grow(capacity: number): void {
    if (capacity <= this.places) return;
    const from = this.places;
    this.numbers = withRoom(this.numbers, capacity * this.codec.width);
    this.places = capacity;
    for (let place = from; place < capacity; place++) this.set(place, this.initial);
  }
}

/**
 * How a rater rates many matches at a time, over packed states, with the same numbers as its `rate`, to the bit. A rater may have
 * one if every rating has a value before and after each match, and each participant gets one contribution from each opponent, in
 * the order of the match.
 */
export interface BatchForm<Settings, State> extends StatePacking<State> {
  /** Whether ratings have a deviation: all of them do, or none. */
  readonly hasDeviation: boolean;
  /**
   * Rates the matches one after the other, as `rate` does each.
   * @param matches matches that fit `formats`
   * @param states the numbers of the states before, replaced by those after
   * @param lines has room for all changes of the matches, and for `Restore.memory` of each participant. If only ratings are requested, the states have the same
   * bits
   */
  rate(matches: PackedMatches, states: Float64Array, settings: Settings, lines: PackedLines): void;
}
