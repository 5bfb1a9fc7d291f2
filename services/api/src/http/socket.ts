import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { CloseCode, type WebSocket as ProtocolSocket } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Log } from '../kit/log.js';
import { reasonOf, unavailability } from '../kit/sql/database-away.js';
import type { SharedResult } from './broadcast.js';
import { requestLog, UNAVAILABLE } from './request-log.js';

/** Close codes of sockets: RFC 6455, 7.4.1, and its registry. */
export const GOING_AWAY = 1001;
/** Clients reconnect by themselves after this code. */
export const TRY_AGAIN_LATER = 1013;

/** Reasons; at most 123 bytes. */
export const COME_BACK = 'UNAVAILABLE: the database does not respond; subscribe again from the last cursor';

/** Reasons in place of graphql-ws's own, which do not explain the mistake to authors of clients. */
const REASONS: Readonly<Record<string, string>> = {
  Unauthorized: 'Unauthorized: subscribe after the connection_ack that answers connection_init',
  'Invalid message received': 'Invalid message: it must be like {"id":"1","type":"subscribe","payload":{"query":"…"}}',
};

/** The most bytes that may wait for a client to read them. */
const MAX_BACKLOG = 1_000_000;
/** A client with more waiting bytes is slow. */
const SLOW_FROM = 64_000;
const CLOSING_BRACE = '}'.charCodeAt(0);
const TEXT = { binary: false };

/**
 * One socket and its client, as the protocol needs them. graphql-ws has its own adapter for ws, which prints every fault of a client and
 * lets its second one end the process. There are thousands, most of them silent: methods instead of closures halve their memory.
 */
export class CallerSocket implements ProtocolSocket {
  /** The Authorization header, or its replacement in the first message. */
  authorization: string | undefined;
  /** Stops watching the token, if there is one. */
  leave?: () => void;
  readonly #stream: Duplex;
  #log: Log | undefined;

  /**
   * @param request that opened it
   * @param address from which it was opened
   */
  constructor(
    private readonly socket: WebSocket,
    private readonly serverLog: FastifyBaseLogger,
    request: IncomingMessage,
    readonly address: string,
  ) {
    this.#stream = request.socket;
    this.authorization = request.headers.authorization;
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  /** The log of this socket; made with its first line, which most never have. */
  get log(): Log {
    this.#log ??= requestLog(this.serverLog, { socketId: randomBytes(16).toString('hex') });
    return this.#log;
  }

  /** Resolves when the text has been sent, so that a slow client holds up only its own subscriptions. */
  send(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOpen()) this.socket.send(text, () => resolve());
      else resolve();
    });
  }

  close(code: number, reason: string): void {
    this.socket.close(code, REASONS[reason] ?? reason);
  }

  isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  onMessage(handle: (message: string) => Promise<void>): void {
    this.socket.on('message', dropUnlessReading);
    this.socket.on('ping', dropUnlessReading);
    this.socket.on('message', (data) => {
      handle(parsed(String(data))).catch((error) => this.#fail(error));
    });
  }

  /**
   * Sends results of the subscription with this id, in one write. The part of a message that differs comes first, so that the rest is copied.
   * @returns false if the client is slow; then nothing was sent
   */
  sendNext(id: string, results: readonly SharedResult[]): boolean {
    if (this.socket.bufferedAmount > SLOW_FROM) return false;
    if (!this.isOpen()) return true;
    const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
    const length = Buffer.byteLength(head);
    this.#stream.cork();
    for (const { json } of results) {
      const message = Buffer.allocUnsafe(length + json.length + 1);
      message.write(head);
      json.copy(message, length);
      message[length + json.length] = CLOSING_BRACE;
      this.socket.send(message, TEXT);
    }
    this.#stream.uncork();
    return true;
  }

  /** Logs faults of our own. */
  report(error: unknown): void {
    this.log.warn({ err: error }, 'A socket failed');
  }

  #fail(error: unknown): void {
    if (unavailability(error)) {
      this.log.warn({ reason: reasonOf(error) }, UNAVAILABLE);
      this.close(TRY_AGAIN_LATER, COME_BACK);
    } else {
      this.report(error);
      this.close(CloseCode.InternalServerError, 'Internal error; it was logged.');
    }
  }
}

/**
 * A message for the protocol, which stores the text of a subscription for as long as it is open, with its document, but accepts objects
 * as well. Texts that are not JSON are refused there.
 */
function parsed(text: string): string {
  try {
    const message = JSON.parse(text);
    return typeof message === 'object' ? message : text;
  } catch {
    return text;
  }
}

/** Called when a message arrives: only responses can pile up, since no more events are sent to slow clients. */
function dropUnlessReading(this: WebSocket): void {
  if (this.bufferedAmount > MAX_BACKLOG) this.terminate();
}
