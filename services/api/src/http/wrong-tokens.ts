import { GraphQLError } from 'graphql';
import type { Log } from '../kit/log.js';
import { network, type TellWrongToken } from './caller.js';
import type { Allowance, RateLimits } from './rate-limits.js';

/** How many wrong tokens an address may send in a minute before it must wait. */
const MOST_WRONG_TOKENS = 100;

/** Counts and logs wrong tokens by the address that sent them. */
export interface WrongTokens {
  readonly tell: TellWrongToken;
  /** Counts an attempt to sign in before anybody looks whether the secret is good. @returns false if the address must wait */
  admit(address: string, log: Log): Promise<boolean>;
}

/**
 * An address has a separate account for wrong tokens, so that callers behind the same address with a valid token, or none, are not kept
 * waiting. The log has the address, never the token.
 * @param rateLimits null: no one is counted
 */
export function countWrongTokens(rateLimits: RateLimits | null): WrongTokens {
  const count = async (address: string, log: Log): Promise<Allowance | null> => {
    if (!rateLimits) return null;
    const share = Math.ceil(rateLimits.points / MOST_WRONG_TOKENS);
    const allowance = await rateLimits.spend(`wrong tokens of ${network(address)}`, share);
    const { isSpent, wasSpent, resetsIn } = allowance;
    // Once a minute: a log that grew with every guess would be one more thing to fill.
    if (isSpent && !wasSpent) log.warn({ address, seconds: resetsIn }, 'An address sent too many invalid tokens');
    return allowance;
  };
  return {
    tell: async (address, log) => {
      const allowance = await count(address, log);
      if (allowance?.isSpent) return tooMany(allowance);
      log.warn({ address }, 'An invalid token was refused');
      return unauthenticated();
    },
    admit: async (address, log) => !(await count(address, log))?.isSpent,
  };
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
