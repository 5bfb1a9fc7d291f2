import type { FastifyInstance } from 'fastify';
import { CloseCode, handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Origins } from '../kit/origins.js';
import { network } from './caller.js';
import { GOING_AWAY, TRY_AGAIN_LATER } from './close-codes.js';
import { mayUse } from './cors.js';
import { Heartbeat } from './heartbeat.js';
import type { Lifecycle } from './lifecycle.js';
import { CallerSocket } from './socket.js';
import { addressReader } from './socket-address.js';
import { SocketCensus } from './socket-census.js';
import { type ProtocolOptions, subscriptionProtocol } from './socket-protocol.js';
import { API_ADDRESS, pathnameOf, withoutSlash } from './unknown-address.js';

/** The most bytes of one message: the document of a subscription with its variables. */
const MAX_MESSAGE = 100_000;
/** How long a stop waits for clients to answer the close frame, in milliseconds. */
const FAREWELL = 1_000;

export interface SocketOptions extends ProtocolOptions {
  readonly lifecycle: Lifecycle;
  /** The most sockets at a time. */
  readonly maxSockets: number;
  /** Origins whose pages may open sockets, in addition to our own. */
  readonly origins: Origins;
  /** Proxies that are trusted to set X-Forwarded-For. */
  readonly trustedProxies: readonly string[];
}

/**
 * Accepts sockets at /graphql of the server's own port, for subscriptions.
 * @returns a function that ends all sockets and refuses new ones
 */
export function openSockets({ server, log }: FastifyInstance, options: SocketOptions): () => Promise<void> {
  const addressOf = addressReader(options.trustedProxies);
  const protocol = subscriptionProtocol(options);
  const census = new SocketCensus(options.maxSockets);
  const heartbeat = new Heartbeat();
  const sockets = new WebSocketServer({ server, maxPayload: MAX_MESSAGE, handleProtocols });
  sockets.shouldHandle = ({ url }) => withoutSlash(pathnameOf(url ?? '')) === API_ADDRESS;
  const { metrics } = options.app;
  // It passes on the errors of the server. If it cannot listen, the start says why.
  sockets.on('error', (error) => {
    if (server.listening) log.error({ err: error }, 'The WebSocket server failed');
  });
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
    const refusal = census.refusal(network(address));
    if (refusal) return socket.close(TRY_AGAIN_LATER, refusal);
    census.enter(network(address));
    metrics.sockets.inc();
    heartbeat.watch(socket);
    const caller = new CallerSocket(socket, log, request.headers.authorization, address);
    const closed = protocol.opened(caller, caller);
    socket.on('close', (code, reason) => {
      census.leave(network(address));
      metrics.sockets.dec();
      heartbeat.forget(socket);
      closed(code, String(reason)).catch((error) => caller.report(error));
    });
  });
  return async () => {
    await closeAll(sockets);
    heartbeat.stop();
  };
}

async function closeAll(sockets: WebSocketServer): Promise<void> {
  const open = [...sockets.clients];
  const closed = new Promise<void>((resolve) => sockets.close(() => resolve()));
  for (const socket of open) socket.close(GOING_AWAY, 'Going away');
  const farewell = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate();
  }, FAREWELL);
  await Promise.all([closed, ...open.map(ended)]);
  clearTimeout(farewell);
}

function ended(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.CLOSED) resolve();
    else socket.once('close', () => resolve());
  });
}
