import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../access/access.js';
import type { Authenticator } from '../token/authenticator.js';
import { accountOf, network } from './caller.js';
import type { Headers } from './cors.js';
import type { Lifecycle } from './lifecycle.js';
import { type Allowance, type RateLimits, rateLimited } from './rate-limits.js';

/** Cost of every request, in points of about 10 microseconds. A field of the response costs 1. */
export const REQUEST_POINTS = 10;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who pays for a request to this route; the sender, if left out. */
    readonly charge?:
      | 'BY_ROUTE' // The route charges as it sees fit.
      | 'NEVER_REFUSED'; // The sender pays, but is answered with no points left.
  }
}

const CONSOLE = /^\/console(\/|$)/;

/**
 * Charges every request before anything is done for it, whatever will be answered: a page, a redirect, a refusal, or that there is
 * nothing. In the console a session's token pays, so that nobody else at an address can use up the points of its administrators.
 * Register it before whatever else may answer.
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
    // Invented sessions cost a statement each. Who is refused because nobody knows theirs here can sign in, which is never refused.
    if (!authenticator.knowsSession(session) && (await rateLimits.spend(sender, 0)).isSpent) return sender;
    return accountOf((await authenticator.authenticateSession(session)) ?? ANONYMOUS, address);
  };
  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { charge } = request.routeOptions.config;
    // In other phases requests are refused, and there may be no database to ask.
    const isServed = lifecycle.phase === 'serving' || lifecycle.phase === 'draining';
    if (charge === 'BY_ROUTE' || !isServed) return;
    const isFree = charge === 'NEVER_REFUSED' || request.method === 'OPTIONS';
    if (isFree) return void (await chargeAddress(rateLimits, request));
    const allowance = await rateLimits.spend(await payerOf(request), REQUEST_POINTS);
    if (!allowance.isSpent) return;
    reply.headers(headers);
    // What it still sends is not read.
    if (request.method === 'POST') reply.header('connection', 'close');
    throw rateLimited(reply, allowance);
  });
}

/** Charges the address of a request that is answered in any case. */
export function chargeAddress(rateLimits: RateLimits, { ip }: FastifyRequest): Promise<Allowance> {
  return rateLimits.spend(accountOf(ANONYMOUS, network(ip)), REQUEST_POINTS);
}

export interface ChargeNeeds {
  readonly rateLimits: RateLimits;
  readonly authenticator: Pick<Authenticator, 'authenticateSession' | 'knowsSession'>;
  /** The id of the session that a browser names; null where it names none. */
  readonly sessionOf: (request: Pick<FastifyRequest, 'headers'>) => string | null;
  readonly lifecycle: Lifecycle;
  /** Of answers that every page may read. */
  readonly headers: Headers;
}
