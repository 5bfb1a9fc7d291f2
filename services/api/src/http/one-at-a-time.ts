/** Runs tasks one at a time, in order of arrival. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  /** Waits for those that came before. @returns a function to call at the end, whatever the outcome; calling it again does nothing */
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
