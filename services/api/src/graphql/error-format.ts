import { unwrapResolverError } from '@apollo/server/errors';
import { RaterFault } from '@openladder/rating';
import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import { AccessDenied } from '../access/access.js';
import { RaterMissing } from '../rating/rating-system.js';
import { Refused } from '../refusal.js';

/** Apollo's names for what a caller got wrong, as ours. */
const CODES: Readonly<Record<string, string>> = { BAD_USER_INPUT: 'BAD_INPUT' };

/**
 * Makes the errors of a response: a stable `extensions.code`, no SQL, no stack. What is our own fault is logged whole
 * and told as no more than that.
 */
export function errorFormatter(log: FastifyBaseLogger) {
  return (formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError => {
    const error = unwrapResolverError(thrown);
    const { message, locations, path } = formatted;
    const withCode = (code: string, more: object = {}) => ({ message, locations, path, extensions: { code, ...more } });
    if (error instanceof Refused) {
      const { code, path: argument } = error.refusals[0]!;
      return withCode(code, { argument });
    }
    if (error instanceof AccessDenied) return withCode(error.code);
    if (error instanceof RaterMissing) return withCode('RATER_MISSING');
    if (error instanceof RaterFault) return withCode('RATER_FAILED');

    const code = String(formatted.extensions?.code ?? 'INTERNAL_SERVER_ERROR');
    if (code !== 'INTERNAL_SERVER_ERROR') return withCode(CODES[code] ?? code);
    log.error(error, 'a request failed');
    return { locations, path, message: 'Something went wrong on our side.', extensions: { code } };
  };
}
