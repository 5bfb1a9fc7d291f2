import { GraphQLError } from 'graphql';
import type { Log } from '../kit/log.js';
import { network, type TellWrongToken } from './caller.js';
import type { Allowance, RateLimits } from './rate-limits.js';

/** How many wrong tokens an address may send in a minute before it must wait. */
const MOST_WRONG_TOKENS = 100;

/** Counts and logs wrong tokens by the address that sent them. */
export interface WrongTokens {
  readonly tell: TellWrongToken;
  /** Counts a wrong secret with which somebody tried to sign in. @returns seconds to wait; null if the address may try again at once */
  count(address: string, log: Log): Promise<number | null>;
}

/**
 * Secrets are looked up first, and only wrong ones count: a good one is let in, whatever others at its address guess. An address has a
 * separate account for wrong tokens, so that callers behind it without a token are not kept waiting. The log has the address, never the
 * token.
 * @param rateLimits null: no one is counted
 */
export function countWrongTokens(rateLimits: RateLimits | null): WrongTokens {
  /** @returns the allowance if it is spent */
  const overspent = async (address: string, log: Log): Promise<Allowance | null> => {
    const allowance = rateLimits && (await spend(rateLimits, address));
    // Once a minute: a log that grew with every guess would be one more thing to fill.
    if (!allowance?.isSpent) log.warn({ address }, 'An invalid token was refused');
    else if (!allowance.wasSpent) {
      log.warn({ address, seconds: allowance.resetsIn }, 'An address sent too many invalid tokens');
    }
    return allowance?.isSpent ? allowance : null;
  };
  return {
    tell: async (address, log) => {
      const allowance = await overspent(address, log);
      return allowance ? tooMany(allowance) : unauthenticated();
    },
    count: async (address, log) => (await overspent(address, log))?.resetsIn ?? null,
  };
}

function spend(rateLimits: RateLimits, address: string): Promise<Allowance> {
  const share = Math.ceil(rateLimits.points / MOST_WRONG_TOKENS);
  return rateLimits.spend(`wrong tokens of ${network(address)}`, share);
}

function tooMany({ resetsIn }: Allowance): GraphQLError {
  const message = `Too many invalid tokens from this address; try again in ${resetsIn} s.`;
  const headers = new Map([['retry-after', String(resetsIn)]]);
  return new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http: { status: 429, headers } } });
}

function unauthenticated(): GraphQLError {
  return new GraphQLError('The Authorization header must be "Bearer" and a valid token.', {
    extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
  });
}
