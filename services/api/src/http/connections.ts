import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from './cors.js';
import { endWith } from './http-error.js';

/** Files and connections that a process needs beside those of its clients. */
const RESERVED_DESCRIPTORS = 100;
/** How often a closing server looks for connections without a request, in milliseconds. */
const SWEEP = 100;

/**
 * Bounds how many connections there are at a time, and ends them when the server does. Node counts one that has sent nothing
 * among those that are busy, and stops looking for slow ones when it closes: each would keep the server from its end.
 */
export class Connections {
  readonly #server: Server;
  readonly #limit: number;
  readonly #headers: Headers;
  /** Those that have not sent a whole head of a request, in the order of their coming. */
  readonly #silent = new Set<Socket>();
  readonly #open = new Set<Socket>();

  /**
   * @param limit as many as there may be, or fewer where the operating system allows fewer
   * @param headers of the answer to one that is refused
   */
  constructor(server: Server, limit: number, headers: Headers) {
    this.#server = server;
    this.#headers = headers;
    this.#limit = Math.min(limit, Math.max(descriptorLimit() - RESERVED_DESCRIPTORS, 1));
    server.on('connection', (socket: Socket) => this.#enter(socket));
    server.on('request', ({ socket }) => this.#silent.delete(socket));
    server.on('upgrade', ({ socket }) => this.#silent.delete(socket));
  }

  /**
   * Ends connections as the server closes: at once where there is no request, else when it is answered, and all others after
   * the grace, in milliseconds.
   */
  end(grace: number): void {
    const sweep = setInterval(() => this.#endIdle(), SWEEP);
    const last = setTimeout(() => {
      for (const socket of this.#open) socket.destroy();
    }, grace);
    this.#endIdle();
    this.#server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(last);
    });
  }

  #enter(socket: Socket): void {
    this.#open.add(socket);
    this.#silent.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#silent.delete(socket);
    });
    if (this.#open.size <= this.#limit) return;
    // The connection that has been silent for longest makes room; otherwise one that waits for its next request.
    const [oldest] = this.#silent;
    if (oldest && oldest !== socket) oldest.destroy();
    else this.#server.closeIdleConnections();
    if (this.#countOpen() > this.#limit) this.#refuse(socket);
  }

  #countOpen(): number {
    let count = 0;
    for (const { destroyed } of this.#open) if (!destroyed) count++;
    return count;
  }

  #refuse(socket: Socket): void {
    const message = `The service has reached its limit of ${this.#limit} connections; try again in a moment.`;
    // It must not wait for the client, as others do that are told why they end: there is no room.
    socket.once('finish', () => socket.destroy());
    endWith(socket, '503 Service Unavailable', { code: 'UNAVAILABLE', message, retryAfter: 1 }, this.#headers);
  }

  #endIdle(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#silent) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** How many files and connections the operating system allows the process. Windows has no such limit; macOS tells it to shells only. */
function descriptorLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
