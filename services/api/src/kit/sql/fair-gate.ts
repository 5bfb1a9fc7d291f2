/** Work that waits for its turn. */
interface Waiting {
  start(): void;
}

/**
 * Runs a limited number of tasks at once, and one of each lane. Lanes take turns: a lane with many waiting tasks gets no more turns than
 * one with a single task.
 */
export class FairSemaphore<Lane> {
  readonly #slots: number;
  /** Lanes with waiting tasks, in the order of their turns. */
  readonly #waiting = new Map<Lane, Waiting[]>();
  readonly #running = new Set<Lane>();

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Runs the task in its lane's turn. Must not be nested. */
  async run<T>(lane: Lane, task: () => Promise<T>): Promise<T> {
    await this.#turn(lane);
    try {
      return await task();
    } finally {
      this.#running.delete(lane);
      this.#startNext();
    }
  }

  #turn(lane: Lane): Promise<void> | undefined {
    if (this.#running.size < this.#slots && !this.#running.has(lane)) {
      this.#running.add(lane);
      return undefined;
    }
    return new Promise((start) => {
      const queue = this.#waiting.get(lane);
      if (queue) queue.push({ start });
      else this.#waiting.set(lane, [{ start }]);
    });
  }

  #startNext(): void {
    for (const [lane, queue] of this.#waiting) {
      if (this.#running.size >= this.#slots) return;
      if (this.#running.has(lane)) continue;
      const next = queue.shift()!;
      // Behind the other lanes, because a Map lists its keys in the order in which they were set.
      this.#waiting.delete(lane);
      if (queue.length > 0) this.#waiting.set(lane, queue);
      this.#running.add(lane);
      next.start();
    }
  }
}
