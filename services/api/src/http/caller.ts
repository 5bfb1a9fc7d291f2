import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import ipaddr from 'ipaddr.js';
import { type Access, ANONYMOUS } from '../access/access.js';
import { coded } from '../graphql/error-format.js';
import type { Log } from '../kit/log.js';
import type { Authenticator } from '../token/authenticator.js';
import { familyOf, networkList } from '../webhook/addresses.js';
import type { Headers, Lifecycle } from './door.js';
import { type Allowance, type RateLimits, REQUEST_POINTS, rateLimited } from './rate-limits.js';

/** The sender of a request, known before its body is read. */
export interface Caller {
  readonly access: Access;
  /** Name under which the caller's requests are counted: the token's, or else the address. */
  readonly account: string;
}

const DECORATOR = 'caller';

/** Adds the caller to the requests of a server. */
export function provideCallers(server: FastifyInstance): void {
  server.decorateRequest(DECORATOR, null);
}

/** The sender of a request to /graphql. */
export function callerOf(request: FastifyRequest): Caller {
  return request.getDecorator<Caller>(DECORATOR);
}

/**
 * Checks the token of a request, and records who sent it.
 * @throws GraphQLError with the code UNAUTHENTICATED if the token is invalid, or RATE_LIMITED after too many invalid ones
 */
export async function identify(
  request: FastifyRequest,
  authenticator: Authenticator,
  wrongTokens: WrongTokens,
): Promise<void> {
  const { authorization } = request.headers;
  const access = authorization === undefined ? ANONYMOUS : await authenticator.authenticateHeader(authorization);
  if (access) {
    return request.setDecorator<Caller>(DECORATOR, { access, account: accountOf(access, network(request.ip)) });
  }
  throw await wrongTokens.refuse(request.ip, request.log);
}

/** The name under which a caller's points are counted. @param address the part of the address that identifies them */
export function accountOf({ tokenId }: Access, address: string): string {
  return tokenId === null ? `address ${address}` : `token ${tokenId}`;
}

/** An address with the port from which it was sent, as some proxies write it into X-Forwarded-For. */
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]+)\]):\d+$/;

function withoutPort(address: string): string {
  const [, four, six] = WITH_PORT.exec(address) ?? [];
  return four ?? six ?? address;
}

/** The part of an address that identifies one subscriber: of IPv6 the first 64 bits (RFC 6177). */
export function network(address: string): string {
  const mapped = withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '');
  if (!ipaddr.IPv6.isValid(mapped)) return mapped;
  const { parts } = ipaddr.IPv6.parse(mapped);
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** How many wrong tokens an address may send in a minute before it must wait. */
const MAX_WRONG_TOKENS = 100;

/** Counts and logs wrong tokens by the address that sent them. */
export interface WrongTokens {
  /** Counts an invalid token. @returns why its sender is refused */
  refuse(address: string, log: Log): Promise<GraphQLError>;
  /** Counts a wrong secret with which somebody tried to sign in. @returns seconds to wait; null if the address may try again at once */
  count(address: string, log: Log): Promise<number | null>;
}

/**
 * Secrets are looked up first, and only wrong ones count: a valid one is accepted, whatever others at its address guess. An address has
 * a separate account for wrong tokens, so that callers behind it without a token are not kept waiting. The log has the address, never
 * the token.
 * @param rateLimits null: no one is counted
 */
export function countWrongTokens(rateLimits: RateLimits | null): WrongTokens {
  const count: WrongTokens['count'] = async (address, log) => {
    const share = Math.ceil((rateLimits?.points ?? 0) / MAX_WRONG_TOKENS);
    const allowance = await rateLimits?.spend(`wrong tokens of ${network(address)}`, share);
    // Once a minute, so that guesses cannot fill the log.
    if (!allowance?.isSpent) log.warn({ address }, 'An invalid token was refused');
    else if (!allowance.wasSpent) {
      log.warn({ address, seconds: allowance.resetsIn }, 'An address sent too many invalid tokens');
    }
    return allowance?.isSpent ? allowance.resetsIn : null;
  };
  const refuse: WrongTokens['refuse'] = async (address, log) => {
    const seconds = await count(address, log);
    if (seconds !== null) {
      const message = `Too many invalid tokens from this address; try again in ${seconds} s.`;
      return coded('RATE_LIMITED', message, 429, { 'retry-after': String(seconds) });
    }
    // RFC 9110, 15.5.2, names the header.
    const asked = { 'www-authenticate': 'Bearer' };
    return coded('UNAUTHENTICATED', 'The Authorization header must be "Bearer" and a valid token.', 401, asked);
  };
  return { refuse, count };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who pays for a request to this route; the sender if omitted. */
    readonly charge?:
      | 'BY_ROUTE' // The route charges by itself.
      | 'NEVER_REFUSED'; // The sender pays, but gets a response even without points.
  }
}

const CONSOLE = /^\/console(\/|$)/;

/**
 * Charges every request before any work, whatever the response will be: a page, a redirect, a refusal or a 404. In the console a
 * session's token pays, so that nobody else at an address can use up the points of its administrators. Register it before all
 * hooks that may respond.
 */
export function chargeRequests(
  server: FastifyInstance,
  { rateLimits, authenticator, sessionOf, lifecycle, headers }: ChargeNeeds,
): void {
  const payerOf = async (request: FastifyRequest): Promise<string> => {
    const address = network(request.ip);
    const sender = accountOf(ANONYMOUS, address);
    const session = CONSOLE.test(request.routeOptions.url ?? '') ? sessionOf(request) : null;
    if (session === null) return sender;
    // Invented sessions cost a statement each. A session that this process does not know may be refused: its owner can sign in,
    // which is never refused.
    if (!authenticator.knowsSession(session) && (await rateLimits.spend(sender, 0)).isSpent) return sender;
    return accountOf((await authenticator.authenticateSession(session)) ?? ANONYMOUS, address);
  };
  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { charge } = request.routeOptions.config;
    // In other phases requests are refused, and there may be no database to query.
    const isServed = lifecycle.phase === 'serving' || lifecycle.phase === 'draining';
    if (charge === 'BY_ROUTE' || !isServed) return;
    const isFree = charge === 'NEVER_REFUSED' || request.method === 'OPTIONS';
    if (isFree) return void (await chargeAddress(rateLimits, request));
    const allowance = await rateLimits.spend(await payerOf(request), REQUEST_POINTS);
    if (!allowance.isSpent) return;
    reply.headers(headers);
    // The rest of the request is not read.
    if (request.method === 'POST') reply.header('connection', 'close');
    throw rateLimited(reply, allowance);
  });
}

/** Charges the address of a request that gets a response in any case. */
export function chargeAddress(rateLimits: RateLimits, { ip }: FastifyRequest): Promise<Allowance> {
  return rateLimits.spend(accountOf(ANONYMOUS, network(ip)), REQUEST_POINTS);
}

export interface ChargeNeeds {
  readonly rateLimits: RateLimits;
  readonly authenticator: Pick<Authenticator, 'authenticateSession' | 'knowsSession'>;
  /** The id of the session that a browser names; null if it names none. */
  readonly sessionOf: (request: Pick<FastifyRequest, 'headers'>) => string | null;
  readonly lifecycle: Lifecycle;
  /** Headers of responses that every page may read. */
  readonly headers: Headers;
}

/**
 * Makes a function that checks whether an address, with or without a port, is a trusted proxy's.
 * @param trustedProxies IP addresses and networks whose X-Forwarded-For is believed
 */
export function trusting(trustedProxies: readonly string[]): (address: string) => boolean {
  const proxies = networkList(trustedProxies);
  return (hop) => {
    const address = withoutPort(hop);
    return isIP(address) !== 0 && proxies.check(address, familyOf(address));
  };
}

/**
 * Makes a function that finds the client of a connection or socket: the nearest address that is not a trusted proxy's. For HTTP, Fastify does this,
 * but sockets never become one of its requests.
 */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trusting(trustedProxies);
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const hops = [socket.remoteAddress ?? 'unknown', ...forwarded.toReversed()];
    const named = hops.map((hop) => hop.trim()).filter((hop) => hop !== '');
    return named.find((hop) => !isTrusted(hop)) ?? named.at(-1)!;
  };
}
