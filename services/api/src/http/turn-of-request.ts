import { FREE_BELOW, type Turns } from './costly-request-turns.js';

/** The turn of one request, whose cost may become known bit by bit. */
export class TurnOfRequest {
  readonly #turns: Turns;
  readonly #account: string;
  readonly #left: () => AbortSignal;
  /** What the turn was taken for. */
  #points = 0;
  #entered: Promise<void> = Promise.resolve();
  #leave: () => void = () => undefined;
  #isOver = false;

  /** @param left aborted when the caller leaves */
  constructor(turns: Turns, account: string, left: () => AbortSignal) {
    this.#turns = turns;
    this.#account = account;
    this.#left = left;
  }

  /**
   * Waits until this much may be done. A turn that was taken for less than half of it is given up for a new one, so others go first, but
   * not on every small addition.
   * @param points of the whole request, as far as known
   * @throws Unavailable if too many are waiting, or it takes too long
   */
  enter(points: number): Promise<void> {
    if (points >= Math.max(FREE_BELOW, 2 * this.#points)) {
      this.#points = points;
      this.#entered = this.#entered.then(() => this.#change(points));
    }
    return this.#entered;
  }

  /** The request is answered and takes no more turns. */
  end(): void {
    this.#isOver = true;
    this.#leave();
  }

  async #change(points: number): Promise<void> {
    this.#leave();
    if (this.#isOver) return;
    const leave = await this.#turns.enter(this.#account, points, { left: this.#left });
    this.#leave = leave;
    if (this.#isOver) leave();
  }
}
