/** Counts open sockets or subscriptions, by owner. */
export class Census {
  /** Of all owners together. */
  total = 0;
  readonly #counts = new Map<string, number>();

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  enter(owner: string): void {
    this.total++;
    this.#counts.set(owner, this.of(owner) + 1);
  }

  leave(owner: string): void {
    this.total--;
    const left = this.of(owner) - 1;
    if (left === 0) this.#counts.delete(owner);
    else this.#counts.set(owner, left);
  }
}
