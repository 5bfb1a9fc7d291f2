import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CloseCode, handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Origins } from '../kit/origins.js';
import { network } from './caller.js';
import { GOING_AWAY, TRY_AGAIN_LATER } from './close-codes.js';
import { mayUse } from './cors.js';
import type { Lifecycle } from './lifecycle.js';
import { carry } from './socket.js';
import { addressReader } from './socket-address.js';
import { SocketCensus } from './socket-census.js';
import { type ProtocolOptions, subscriptionProtocol } from './socket-protocol.js';
import { API_ADDRESS, pathnameOf, withoutSlash } from './unknown-address.js';

/** Most bytes of one message: the document of a subscription with its variables. */
const MAX_MESSAGE = 100_000;
/** How long a stop waits for clients to answer the close frame, in milliseconds. */
const FAREWELL = 1_000;

export interface SocketOptions extends ProtocolOptions {
  readonly lifecycle: Lifecycle;
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
  const census = new SocketCensus();
  const sockets = new WebSocketServer({ server, maxPayload: MAX_MESSAGE, handleProtocols });
  sockets.shouldHandle = ({ url }) => withoutSlash(pathnameOf(url ?? '')) === API_ADDRESS;
  const { metrics } = options.app;
  sockets.on('error', (error) => log.error({ err: error }, 'The WebSocket server failed'));
  sockets.on('connection', (socket, request) => {
    const ownLog = log.child({ socketId: randomUUID() });
    // A client's mistake closes its socket, and is not logged.
    socket.on('error', (error) => ownLog.debug({ err: error }, 'A socket failed'));
    if (options.lifecycle.phase !== 'serving') {
      return socket.close(TRY_AGAIN_LATER, `UNAVAILABLE: the service is ${options.lifecycle.phase}; connect again`);
    }
    if (!mayUse(request.headers, options.origins)) {
      return socket.close(CloseCode.Forbidden, 'Forbidden: pages of this origin may not subscribe here');
    }
    const address = addressOf(request);
    const refusal = census.refusal(network(address));
    if (refusal) return socket.close(TRY_AGAIN_LATER, refusal);
    socket.once('close', census.enter(network(address)));
    metrics.sockets.inc();
    socket.once('close', () => metrics.sockets.dec());
    carry(socket, { authorization: request.headers.authorization, address }, protocol, ownLog);
  });
  return () => closeAll(sockets);
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
