import { CloseCode, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Log } from '../kit/log.js';
import { unavailability } from '../kit/sql/database-away.js';
import { COME_BACK, TRY_AGAIN_LATER } from './close-codes.js';
import { reasonOf, UNAVAILABLE } from './log-errors.js';
import type { SocketCaller } from './socket-protocol.js';

/** How often a client must show that it is there, in milliseconds. */
const PING_INTERVAL = 15_000;
/** The most bytes that may wait for a client to read them. */
const MAX_BACKLOG = 1_000_000;

/**
 * Carries the protocol over one socket. graphql-ws has an adapter for ws of its own, which prints every fault of a client
 * and lets its second one end the process.
 */
export function carry(
  socket: WebSocket,
  { authorization, address }: Pick<SocketCaller, 'authorization' | 'address'>,
  protocol: Server<SocketCaller>,
  log: Log,
): void {
  dropUnlessAlive(socket);
  dropUnlessReading(socket);
  const close = (code: number, reason: string) => socket.close(code, reason);
  const report = (error: unknown) => log.warn({ err: error }, 'A socket failed');
  const fail = (error: unknown) => {
    if (unavailability(error)) {
      log.warn({ reason: reasonOf(error) }, UNAVAILABLE);
      return close(TRY_AGAIN_LATER, COME_BACK);
    }
    report(error);
    close(CloseCode.InternalServerError, 'Internal error; it was logged.');
  };
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) => send(socket, text),
      close,
      onMessage: (handle) => socket.on('message', (data) => handle(String(data)).catch(fail)),
    },
    { authorization, address, close, isOpen: () => socket.readyState === socket.OPEN, log },
  );
  socket.once('close', (code, reason) => closed(code, String(reason)).catch(report));
}

/** Resolves when the text has gone out, so that a slow client holds up its own subscriptions and nothing else. */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.OPEN) socket.send(text, () => resolve());
    else resolve();
  });
}

function dropUnlessAlive(socket: WebSocket): void {
  let isAlive = true;
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, PING_INTERVAL);
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.once('close', () => clearInterval(pings));
}

/** Looks when something arrives: events wait for each other, so that only answers can pile up. */
function dropUnlessReading(socket: WebSocket): void {
  const check = () => {
    if (socket.bufferedAmount > MAX_BACKLOG) socket.terminate();
  };
  socket.on('message', check);
  socket.on('ping', check);
}
