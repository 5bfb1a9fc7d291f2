import { withRoom } from './matches.js';

/** How a state is packed in numbers, and back to the bit. */
export interface StatePacking<State> {
  /** Numbers a state. */
  readonly width: number;
  /** Writes the state into `width` numbers from `at` on. */
  pack(state: State, numbers: Float64Array, at: number): void;
  unpack(numbers: Float64Array, at: number): State;
}

/** The states of many players, each at a place of their own. */
export class PackedStates<State> {
  /** `width` numbers a place. */
  numbers = new Float64Array(0);
  private places = 0;

  /** @param initial what everybody begins as */
  constructor(
    private readonly codec: StatePacking<State>,
    private readonly initial: State,
    capacity: number,
  ) {
    this.grow(capacity);
  }

  /** Places there are. */
  get capacity(): number {
    return this.places;
  }

  get(place: number): State {
    return this.codec.unpack(this.numbers, place * this.codec.width);
  }

  set(place: number, state: State): void {
    this.codec.pack(state, this.numbers, place * this.codec.width);
  }

  /** Makes places up to `capacity`, for players who have not been rated yet; there are never fewer than before. */
  grow(capacity: number): void {
    if (capacity <= this.places) return;
    const from = this.places;
    this.numbers = withRoom(this.numbers, capacity * this.codec.width);
    this.places = capacity;
    for (let place = from; place < capacity; place++) this.set(place, this.initial);
  }
}
