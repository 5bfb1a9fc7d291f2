/** Runs tasks one at a time, in the order in which they came. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  /** Waits for those who came before. @returns what to call at the end, whatever came of it; calling it again does nothing */
  async enter(): Promise<() => void> {
    const before = this.#last;
    let leave!: () => void;
    this.#last = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }
}
