/** The most subscriptions of a caller: as many as all sockets of an address may have together. */
export const MAX_PER_CALLER = 2_000;

/** Counts the open subscriptions of each caller. */
export class SubscriptionCensus {
  readonly #byAccount = new Map<string, number>();

  /** Whether a caller may have no more. */
  isFull(account: string): boolean {
    return (this.#byAccount.get(account) ?? 0) >= MAX_PER_CALLER;
  }

  /** Counts a subscription that began. */
  enter(account: string): void {
    this.#count(account, 1);
  }

  /** Counts a subscription that is over. */
  leave(account: string): void {
    this.#count(account, -1);
  }

  #count(account: string, change: 1 | -1): void {
    const count = (this.#byAccount.get(account) ?? 0) + change;
    if (count === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, count);
  }
}
