import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { network } from './caller.js';
import type { Headers } from './door.js';
import { endWith } from './http-error.js';

/** Files and connections that a process needs in addition to those of its clients. */
const RESERVED_DESCRIPTORS = 100;
/** How often a closing server looks for connections without a request, in milliseconds. */
const SWEEP = 100;
/** The most partly received requests of one address. */
const MAX_ARRIVING = 100;
/** The most bytes of responses that clients have not read yet, on all connections. */
const MAX_UNREAD = 64_000_000;
/** How often unread bytes are measured, in milliseconds. */
const UNREAD_CHECKS = 250;

/** Who owns connections, and the limits of each. */
export interface ConnectionOptions {
  /** The most connections, unless the operating system allows fewer. */
  readonly limit: number;
  /** The address that a request came from. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Headers of the response to a refused request. */
  readonly headers: Headers;
  /** As MAX_UNREAD. */
  readonly maxUnread?: number;
}

/**
 * Limits the number of connections, of partly received requests of an address, and of unread bytes of responses. Ends connections when the
 * server closes: Node counts a connection that has sent nothing as busy, and stops looking for slow ones when it closes, so each of them
 * would keep the server from ending.
 */
export class Connections {
  /** The most connections at a time. */
  readonly limit: number;
  /** Connections that have not sent a whole request head, in order of arrival. */
  readonly #silent = new Set<Socket>();
  readonly #open = new Set<Socket>();
  /** Requests whose heads have just arrived. */
  #fresh: IncomingMessage[] = [];
  /** Partly received requests by address, in order of arrival. */
  readonly #arriving = new Map<string, Set<IncomingMessage>>();
  /** One for all connections: there are thousands. */
  readonly #leave: (this: Socket) => void;

  constructor(
    private readonly server: Server,
    private readonly options: ConnectionOptions,
  ) {
    this.limit = Math.min(options.limit, Math.max(descriptorLimit() - RESERVED_DESCRIPTORS, 1));
    const [open, silent] = [this.#open, this.#silent];
    this.#leave = function () {
      open.delete(this);
      silent.delete(this);
    };
    server.on('connection', (socket: Socket) => this.#enter(socket));
    server.on('request', (request) => {
      this.#silent.delete(request.socket);
      // Most bodies arrive together with their head.
      if (this.#fresh.push(request) === 1) setImmediate(() => this.#lookAtFresh());
    });
    server.on('upgrade', ({ socket }) => this.#silent.delete(socket));
    const checks = setInterval(() => this.#endUnread(options.maxUnread ?? MAX_UNREAD), UNREAD_CHECKS).unref();
    server.once('close', () => clearInterval(checks));
  }

  /**
   * Ends connections as the server closes: those without a request at once, others when it is answered, and all after the grace period, in
   * milliseconds.
   */
  end(grace: number): void {
    const sweep = setInterval(() => this.#endIdle(), SWEEP);
    const last = setTimeout(() => {
      for (const socket of this.#open) socket.destroy();
    }, grace);
    this.#endIdle();
    this.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(last);
    });
  }

  #enter(socket: Socket): void {
    // A closed connection has an address only if it was read before.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    this.#open.add(socket);
    this.#silent.add(socket);
    socket.on('close', this.#leave);
    if (this.#open.size <= this.limit) return;
    // The connection that has been silent for the longest time makes room; if there is none, one that waits for its
    // next request.
    const [oldest] = this.#silent;
    if (oldest && oldest !== socket) oldest.destroy();
    else this.server.closeIdleConnections();
    if (this.#countOpen() > this.limit) this.#refuse(socket);
  }

  #lookAtFresh(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const request of fresh) if (!request.complete && !request.destroyed) this.#arrive(request);
  }

  /** If there are too many, the one that has been arriving for the longest time makes room: good requests take moments. */
  #arrive(request: IncomingMessage): void {
    const address = network(this.options.addressOf(request));
    const arriving = this.#arriving.get(address) ?? new Set();
    this.#arriving.set(address, arriving.add(request));
    request.once('close', () => {
      arriving.delete(request);
      if (arriving.size === 0 && this.#arriving.get(address) === arriving) this.#arriving.delete(address);
    });
    if (arriving.size <= MAX_ARRIVING) return;
    const [oldest] = arriving;
    arriving.delete(oldest!);
    const message = `At most ${MAX_ARRIVING} requests of an address may be arriving at a time; this one had taken longest.`;
    endWith(
      oldest!.socket,
      '429 Too Many Requests',
      { code: 'RATE_LIMITED', message, retryAfter: 1 },
      this.options.headers,
    );
  }

  /** The client with the most unread bytes is cut off first. */
  #endUnread(most: number): void {
    let unread = 0;
    for (const socket of this.#open) unread += socket.writableLength;
    if (unread <= most) return;
    const slowest = [...this.#open].sort((one, other) => other.writableLength - one.writableLength);
    for (const socket of slowest) {
      if (unread <= most) return;
      unread -= socket.writableLength;
      socket.destroy();
    }
  }

  #countOpen(): number {
    let count = 0;
    for (const { destroyed } of this.#open) if (!destroyed) count++;
    return count;
  }

  #refuse(socket: Socket): void {
    const message = `The service has reached its limit of ${this.limit} connections; try again in a moment.`;
    // Other refused clients get time to read why their connection ends; there is no room for this one.
    socket.once('finish', () => socket.destroy());
    endWith(socket, '503 Service Unavailable', { code: 'UNAVAILABLE', message, retryAfter: 1 }, this.options.headers);
  }

  #endIdle(): void {
    this.server.closeIdleConnections();
    for (const socket of this.#silent) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** How many files and connections the operating system allows the process. Windows has no such limit; macOS reveals it only to shells. */
function descriptorLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
