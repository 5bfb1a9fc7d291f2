import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { CloseCode, handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Origins } from '../kit/site-theme.js';
import { addressReader, network } from './caller.js';
import { Census } from './census.js';
import { API_ADDRESS, type Headers, type Lifecycle, mayUse, pathnameOf, withoutSlash } from './door.js';
import { endWith } from './http-error.js';
import { CallerSocket, GOING_AWAY, TRY_AGAIN_LATER } from './socket.js';
import { type ProtocolOptions, subscriptionProtocol } from './socket-protocol.js';

/** The most bytes of one message: the document of a subscription with its variables. */
const MAX_MESSAGE = 100_000;
/** How long a stop waits for clients to answer the close frame, in milliseconds. */
const FAREWELL = 1_000;

interface SocketOptions extends ProtocolOptions {
  readonly lifecycle: Lifecycle;
  /** The most sockets at a time. */
  readonly maxSockets: number;
  /** Origins whose pages may open sockets, in addition to our own. */
  readonly origins: Origins;
  /** Proxies that are trusted to set X-Forwarded-For. */
  readonly trustedProxies: readonly string[];
  /** Headers of the response to a refused handshake. */
  readonly headers: Headers;
}

/**
 * Accepts sockets at /graphql of the server's own port, for subscriptions.
 * @returns a function that ends all sockets and refuses new ones
 */
export function openSockets({ server, log }: FastifyInstance, options: SocketOptions): () => Promise<void> {
  const addressOf = addressReader(options.trustedProxies);
  const protocol = subscriptionProtocol(options);
  const census = new Census();
  const heartbeat = new Heartbeat();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, handleProtocols });
  const takeNoMore = takeUpgrades(server, sockets, options.headers);
  const { metrics } = options.app;
  // A client's mistake closes its socket, and is not logged.
  const ignore = (error: Error) => log.debug({ err: error }, 'A socket failed');
  sockets.on('connection', (socket, request) => {
    socket.on('error', ignore);
    if (options.lifecycle.phase !== 'serving') {
      return socket.close(TRY_AGAIN_LATER, `UNAVAILABLE: the service is ${options.lifecycle.phase}; connect again`);
    }
    if (!mayUse(request.headers, options.origins)) {
      return socket.close(CloseCode.Forbidden, 'Forbidden: pages of this origin may not subscribe here');
    }
    const address = addressOf(request);
    const refusal = socketRefusal(census, network(address), options.maxSockets);
    if (refusal) return socket.close(TRY_AGAIN_LATER, refusal);
    census.enter(network(address));
    metrics.sockets.inc();
    heartbeat.watch(socket);
    const caller = new CallerSocket(socket, log, request, address);
    const closed = protocol.opened(caller, caller);
    socket.on('close', (code, reason) => {
      census.leave(network(address));
      metrics.sockets.dec();
      heartbeat.forget(socket);
      closed(code, String(reason)).catch((error) => caller.report(error));
    });
  });
  return async () => {
    takeNoMore();
    await closeAll(sockets);
    heartbeat.stop();
  };
}

/**
 * Hands requests for a WebSocket at /graphql to the server of sockets, and answers invalid ones like any other request.
 * @returns a function that stops it
 */
function takeUpgrades(server: Server, sockets: WebSocketServer, headers: Headers): () => void {
  const take = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (withoutSlash(pathnameOf(request.url ?? '')) === API_ADDRESS) {
      sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open, request));
    } else {
      const failure = { code: 'NOT_FOUND', message: `Not found; the API is at ${API_ADDRESS}.` } as const;
      endWith(request.socket, '404 Not Found', failure, headers);
    }
  };
  sockets.on('wsClientError', ({ message }, _, { socket }) => {
    const failure = { code: 'BAD_REQUEST', message: `${message}.` } as const;
    // RFC 6455, 4.4: the response to a client of another version must name ours.
    endWith(socket, '400 Bad Request', failure, { ...headers, 'sec-websocket-version': '13' });
  });
  server.on('upgrade', take);
  return () => server.off('upgrade', take);
}

async function closeAll(sockets: WebSocketServer): Promise<void> {
  // When all of them have ended.
  const closed = promisify(sockets.close).call(sockets);
  for (const socket of sockets.clients) socket.close(GOING_AWAY, 'Going away');
  const farewell = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate();
  }, FAREWELL);
  await closed;
  clearTimeout(farewell);
}

const MAX_SOCKETS_PER_ADDRESS = 100;

/** Why one more socket of an address must not be opened, as a close reason; null if it may. @param most how many may be open in all */
export function socketRefusal(open: Census, address: string, most: number): string | null {
  if (open.total >= most) return `At most ${most} WebSockets may be open in all; try again later`;
  if (open.of(address) < MAX_SOCKETS_PER_ADDRESS) return null;
  return `At most ${MAX_SOCKETS_PER_ADDRESS} WebSockets may be open per address; close one first`;
}

/** How often a client must show that it is connected, in milliseconds. */
const PING_INTERVAL = 15_000;
/** Sockets are pinged in this many groups, one after the other, so that they do not all answer at once. */
const PARTS = 15;

/** Drops clients that no longer answer. */
class Heartbeat {
  readonly #parts: readonly Set<WebSocket>[] = Array.from({ length: PARTS }, () => new Set<WebSocket>());
  /** Sockets that have not answered yet. */
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
    // Joins the group that was pinged last, so that its first ping comes after a whole interval.
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
