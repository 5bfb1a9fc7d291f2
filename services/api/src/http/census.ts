/** Counts what is open, by whom it belongs to. */
export class Census {
  /** Of everybody together. */
  total = 0;
  readonly #counts = new Map<string, number>();

  /** How many one has open. */
  of(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  /** Counts one that opened. */
  enter(owner: string): void {
    this.total++;
    this.#counts.set(owner, this.of(owner) + 1);
  }

  /** Counts one that closed. */
  leave(owner: string): void {
    this.total--;
    const left = this.of(owner) - 1;
    if (left === 0) this.#counts.delete(owner);
    else this.#counts.set(owner, left);
  }
}
