const MAX_SOCKETS_PER_ADDRESS = 100;

/** Counts the open sockets of this process. */
export class SocketCensus {
  readonly #most: number;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  /** @param most how many may be open in all */
  constructor(most: number) {
    this.#most = most;
  }

  /** Why one more socket of this address must not be opened, as a close reason; undefined if it may. */
  refusal(address: string): string | undefined {
    if (this.#total >= this.#most) return `At most ${this.#most} WebSockets may be open in all; try again later`;
    if ((this.#byAddress.get(address) ?? 0) < MAX_SOCKETS_PER_ADDRESS) return undefined;
    return `At most ${MAX_SOCKETS_PER_ADDRESS} WebSockets may be open per address; close one first`;
  }

  /** Counts a socket that opened. */
  enter(address: string): void {
    this.#count(address, 1);
  }

  /** Counts a socket that closed. */
  leave(address: string): void {
    this.#count(address, -1);
  }

  #count(address: string, change: 1 | -1): void {
    this.#total += change;
    const count = (this.#byAddress.get(address) ?? 0) + change;
    if (count === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, count);
  }
}
