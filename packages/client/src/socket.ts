import { type Client, createClient } from 'graphql-ws/client';
import { errorOf, LadderError, networkError, type ResponseError, Unauthenticated } from './errors.js';

/** The class WebSocket of browsers, Node 22 and later, Bun and Deno, or the one of the package `ws`. */
// biome-ignore lint/suspicious/noExplicitAny: `ws` and browsers have declared types of their own.
export type WebSocketClass = new (url: string, protocol: string) => any;

export interface SocketOptions {
  readonly endpoint: string;
  readonly token: string | undefined;
  readonly webSocket: WebSocketClass | undefined;
}

/** Milliseconds between two pings, and the timeout of one. */
const KEEP_ALIVE = 10_000;
const PONG_WAIT = 5_000;

/** Makes the socket that all subscriptions share. It is open while there are any. */
export function openSocket({ endpoint, token, webSocket }: SocketOptions): Client {
  const webSocketImpl = webSocket ?? (globalThis as { readonly WebSocket?: WebSocketClass }).WebSocket;
  if (!webSocketImpl) {
    throw new TypeError(
      'This runtime has no WebSocket; pass one: createClient({ url, webSocket: WebSocket }) with `ws`',
    );
  }
  let pongTimeout: ReturnType<typeof setTimeout> | undefined;
  const socket = createClient({
    url: endpoint.replace(/^http/, 'ws'),
    webSocketImpl,
    // Each subscription resumes separately, after its last event.
    retryAttempts: 0,
    keepAlive: KEEP_ALIVE,
    connectionAckWaitTimeout: KEEP_ALIVE,
    ...(token !== undefined && { connectionParams: { authorization: `Bearer ${token}` } }),
    on: {
      // A connection can be dead without any signal, for example after the computer slept.
      ping: (received) => {
        if (!received) pongTimeout = setTimeout(() => socket.terminate(), PONG_WAIT);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimeout);
      },
      closed: () => clearTimeout(pongTimeout),
    },
  });
  return socket;
}

/** Close codes after which the same subscription fails again; https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md. */
const FINAL = new Set([1002, 1003, 1009, 4400, 4403, 4406, 4409]);
const UNAUTHORIZED = 4401;

/** Makes the error that ended a subscription: errors of GraphQL, or the close of the socket. */
export function socketError(reason: unknown): LadderError {
  if (Array.isArray(reason)) return errorOf(reason as ResponseError[]);
  if (!isCloseEvent(reason)) return networkError(reason);
  const message = `The socket was closed with ${reason.code}: ${reason.reason || 'no reason given'}`;
  if (reason.code === UNAUTHORIZED) return new Unauthenticated(message, 'UNAUTHENTICATED');
  return FINAL.has(reason.code) ? new LadderError(message, `SOCKET_${reason.code}`) : networkError(new Error(message));
}

function isCloseEvent(reason: unknown): reason is { readonly code: number; readonly reason: string } {
  return reason !== null && typeof reason === 'object' && 'code' in reason && 'reason' in reason;
}
