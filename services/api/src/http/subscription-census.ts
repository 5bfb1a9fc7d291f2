/** Most subscriptions of a caller: as many as the sockets of an address may have together. */
export const MAX_PER_CALLER = 2_000;

/** Counts the open subscriptions of each caller. */
export class SubscriptionCensus {
  readonly #byAccount = new Map<string, number>();

  /** Whether a caller may have no more. */
  isFull(account: string): boolean {
    return (this.#byAccount.get(account) ?? 0) >= MAX_PER_CALLER;
  }

  /** Counts a subscription. @returns what to call once when it is over */
  enter(account: string): () => void {
    this.#count(account, 1);
    return () => this.#count(account, -1);
  }

  #count(account: string, change: 1 | -1): void {
    const count = (this.#byAccount.get(account) ?? 0) + change;
    if (count === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, count);
  }
}
