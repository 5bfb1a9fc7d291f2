import type { WebSocket } from 'ws';

/** How often a client must show that it is there, in milliseconds. */
const PING_INTERVAL = 15_000;
/** In how many parts the sockets are asked, one after the other, so that they do not all answer at once. */
const PARTS = 15;

/** Drops clients that no longer answer. */
export class Heartbeat {
  readonly #parts: readonly Set<WebSocket>[] = Array.from({ length: PARTS }, () => new Set<WebSocket>());
  /** Those that have not answered yet. */
  readonly #silent = new WeakSet<WebSocket>();
  /** One for all sockets. */
  readonly #hear: (this: WebSocket) => void;
  readonly #timer: NodeJS.Timeout;
  #next = 0;

  constructor() {
    const silent = this.#silent;
    this.#hear = function () {
      silent.delete(this);
    };
    this.#timer = setInterval(() => this.#beat(), PING_INTERVAL / PARTS).unref();
  }

  /** Watches a socket. */
  watch(socket: WebSocket): void {
    // Of the part that was asked last, so that its first question comes after a whole interval.
    this.#parts[this.#next]!.add(socket);
    socket.on('pong', this.#hear);
  }

  /** Ends the watch of a socket that closed. */
  forget(socket: WebSocket): void {
    for (const part of this.#parts) part.delete(socket);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    this.#next = (this.#next + 1) % PARTS;
    for (const socket of this.#parts[this.#next]!) {
      if (this.#silent.has(socket)) {
        socket.terminate();
        continue;
      }
      this.#silent.add(socket);
      if (socket.readyState === socket.OPEN) socket.ping();
    }
  }
}
