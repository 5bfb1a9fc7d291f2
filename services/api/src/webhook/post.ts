import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { version } from '../kit/version.js';
import { type Allowed, checkedAddresses, NotPublic } from './addresses.js';
import { type Resolve, resolveName, UNRESOLVED } from './resolve-name.js';
import { readRetryAfter } from './schedule.js';

export interface NeedsNetwork {
  /** Networks that webhooks may reach although they are not public. */
  readonly webhookAllowed: Allowed;
  /** Looks up names; by default like the system. */
  readonly resolve?: Resolve;
}

/** The outcome of an attempt. */
export interface Answer {
  /** HTTP status; null if there was no answer. */
  readonly status: number | null;
  /** Why it failed; null if it succeeded. */
  readonly error: string | null;
  /** The pause requested by the receiver, in milliseconds. */
  readonly retryAfter: number | null;
  readonly durationMs: number;
}

/** How long an attempt may take in all, in milliseconds, from looking up the name to the status of the response. */
export const TIMEOUT = 15_000;
const USER_AGENT = `Open-Ladder/${version()} (webhooks)`;

/**
 * Sends one message. Redirects are not followed, and only the head of the response is read.
 * @param left aborted to end the attempt without a result
 * @throws only the reason of `left`
 */
export async function post(
  { webhookAllowed, resolve = resolveName }: NeedsNetwork,
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  left: AbortSignal,
  timeout = TIMEOUT,
): Promise<Answer> {
  const begin = performance.now();
  const tooLate = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([left, tooLate]);
  const ended = (status: number | null, error: string | null, retryAfter: number | null = null): Answer => {
    return { status, error, retryAfter, durationMs: Math.round(performance.now() - begin) };
  };
  try {
    const target = new URL(url);
    const addresses = await orAborted(signal, checkedAddresses(target, webhookAllowed, resolve));
    const { status, retryAfter } = await send(target, addresses, message, signal);
    const isGood = status >= 200 && status <= 299;
    return ended(status, isGood ? null : `the receiver answered ${status}`, retryAfter);
  } catch (error) {
    if (left.aborted) throw left.reason;
    return ended(null, tooLate.aborted ? `no answer within ${timeout / 1_000} s` : reasonOf(error));
  }
}

function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    work.then(resolve, reject);
  });
}

function send(
  url: URL,
  addresses: readonly string[],
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
): Promise<{ status: number; retryAfter: number | null }> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestEncrypted : requestPlain;
    const sent: ClientRequest = request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': USER_AGENT,
        ...headers,
      },
      // A new connection for each message, so that none goes to a receiver that has ended, or has lost the address.
      agent: false,
      lookup: pinned(addresses),
      signal,
    });
    const take = ({ statusCode, headers }: IncomingMessage) =>
      resolve({ status: statusCode!, retryAfter: readRetryAfter(headers['retry-after'], new Date()) });
    sent.on('error', reject);
    // A request can end without a response and without an error, for example when the receiver changes the protocol.
    sent.on('close', () => reject(signal.reason ?? new Error('closed')));
    sent.on('upgrade', (response: IncomingMessage, socket) => {
      socket.on('error', () => undefined);
      socket.destroy();
      take(response);
    });
    sent.on('response', (response: IncomingMessage) => {
      // The body is not read, whatever its content, length and speed.
      response.on('error', () => undefined);
      response.destroy();
      take(response);
    });
    sent.end(body);
  });
}

/** Replaces a second lookup, whose result would not have been checked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, options, callback) => {
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the receiver closed the connection without an answer',
  EPIPE: 'the receiver closed the connection without an answer',
  EHOSTUNREACH: 'the address could not be reached',
  ENETUNREACH: 'the address could not be reached',
  ETIMEDOUT: 'the address could not be reached',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
};
const MAX_REASON = 200;

/** In words that reveal nothing about our own network. */
function reasonOf(error: unknown): string {
  const { code = '', message } = error as { code?: string; message: string };
  const isOfOurs = error instanceof NotPublic || message === UNRESOLVED;
  if (isOfOurs) return message;
  if (REASONS[code]) return REASONS[code];
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  const isTls = /CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code);
  if (isTls) return `the encrypted connection could not be made: ${code}`.slice(0, MAX_REASON);
  return code ? `the message could not be sent: ${code}`.slice(0, MAX_REASON) : 'the message could not be sent';
}
