const MAX_SOCKETS = 1_000;
const MAX_SOCKETS_PER_ADDRESS = 100;

/** Counts the open sockets of this process. */
export class SocketCensus {
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  /** Why one more socket of this address must not be let in, as a close reason; undefined where it may. */
  refusal(address: string): string | undefined {
    if (this.#total >= MAX_SOCKETS) return `At most ${MAX_SOCKETS} WebSockets may be open in all; try again later`;
    if ((this.#byAddress.get(address) ?? 0) < MAX_SOCKETS_PER_ADDRESS) return undefined;
    return `At most ${MAX_SOCKETS_PER_ADDRESS} WebSockets may be open per address; close one first`;
  }

  /** Counts a socket. @returns what to call once when it is closed */
  enter(address: string): () => void {
    this.#count(address, 1);
    return () => this.#count(address, -1);
  }

  #count(address: string, change: 1 | -1): void {
    this.#total += change;
    const count = (this.#byAddress.get(address) ?? 0) + change;
    if (count === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, count);
  }
}
