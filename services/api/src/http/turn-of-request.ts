import { FREE_BELOW, type Turns } from './costly-request-turns.js';

/** The turn of one request; its cost may become known bit by bit. */
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
   * Waits until as much may be done. A turn that was taken for less than half of it is given up for a new one: others go first, and
   * not on every small addition.
   * @param points of the request in all, as far as is known
   * @throws Unavailable where too many wait, or it takes too long
   */
  enter(points: number): Promise<void> {
    if (points >= Math.max(FREE_BELOW, 2 * this.#points)) {
      this.#points = points;
      this.#entered = this.#entered.then(() => this.#change(points));
    }
    return this.#entered;
  }

  /** The request is answered; it enters no more. */
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
