import { GraphQLError } from 'graphql';
import { network, type TellWrongToken } from './caller.js';
import type { RateLimits } from './rate-limits.js';

/** So many wrong tokens an address may send in a minute before it is told to wait. */
const MOST_WRONG_TOKENS = 100;

/**
 * Counts and logs wrong tokens. An address has an account of its own for them: callers with a valid token, or none, behind the
 * same address is not kept waiting. The log has the address, never the token.
 * @param rateLimits null: nobody is counted
 */
export function wrongTokenTeller(rateLimits: RateLimits | null): TellWrongToken {
  return async (address, log) => {
    if (!rateLimits) {
      log.warn({ address }, 'An invalid token was refused');
      return unauthenticated();
    }
    const share = Math.ceil(rateLimits.points / MOST_WRONG_TOKENS);
    const { isSpent, wasSpent, resetsIn } = await rateLimits.spend(`wrong tokens of ${network(address)}`, share);
    if (!isSpent) {
      log.warn({ address }, 'An invalid token was refused');
      return unauthenticated();
    }
    // Once a minute: a log that grows with every guess is one more thing to fill.
    if (!wasSpent) log.warn({ address, seconds: resetsIn }, 'An address sent too many invalid tokens');
    const message = `Too many invalid tokens from this address; try again in ${resetsIn} s.`;
    const headers = new Map([['retry-after', String(resetsIn)]]);
    return new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http: { status: 429, headers } } });
  };
}

function unauthenticated(): GraphQLError {
  return new GraphQLError('The Authorization header must be "Bearer" and a valid token.', {
    extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
  });
}
