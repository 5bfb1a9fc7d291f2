import { unwrapResolverError } from '@apollo/server/errors';
import { RaterFault } from '@openladder/rating';
import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import { AccessDenied } from '../access/access.js';
import { FellBehind } from '../live/follow-league.js';
import { RaterMissing } from '../rating/rating-system.js';
import { type RefusalCode, Refused } from '../refusal.js';

/** Every `extensions.code` of an error at the top of a response, beside those of UserError. See schema/README.md. */
export const ERROR_CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_INPUT',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'TOO_COSTLY',
  'RATE_LIMITED',
  'TOO_MANY_SUBSCRIPTIONS',
  'FELL_BEHIND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_FOUND',
  'RATER_MISSING',
  'RATER_FAILED',
  'INTERNAL_SERVER_ERROR',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Apollo's names for what a caller got wrong, as ours. */
const CODES: Readonly<Record<string, ErrorCode>> = { BAD_USER_INPUT: 'BAD_INPUT' };

/** GraphQL's own messages repeat the value received, however long it is. */
const MESSAGE_LENGTH = 500;

export type ErrorFormatter = (formatted: GraphQLFormattedError, thrown: unknown) => GraphQLFormattedError;

/**
 * Makes the errors of a response: a stable `extensions.code`, no SQL, no stack. What is our own fault is logged whole
 * and told as no more than that.
 */
export function errorFormatter(log: FastifyBaseLogger): ErrorFormatter {
  return (formatted, thrown) => {
    const error = unwrapResolverError(thrown);
    const { locations, path } = formatted;
    const message = shortened(formatted.message);
    const withCode = (code: ErrorCode | RefusalCode, more: object = {}) => ({
      ...{ message, locations, path },
      extensions: { code, ...more },
    });
    if (error instanceof Refused) {
      const { code, path: argument } = error.refusals[0]!;
      return withCode(code, { argument });
    }
    if (error instanceof AccessDenied) return withCode(error.code);
    if (error instanceof FellBehind) return withCode('FELL_BEHIND');
    if (error instanceof RaterMissing) return withCode('RATER_MISSING');
    if (error instanceof RaterFault) return withCode('RATER_FAILED');

    const code = codeOf(formatted);
    if (code !== 'INTERNAL_SERVER_ERROR') return withCode(code);
    log.error(error, 'a request failed');
    return { locations, path, message: 'Something went wrong on our side.', extensions: { code } };
  };
}

function codeOf({ extensions }: GraphQLFormattedError): ErrorCode {
  const code = String(extensions?.code);
  return CODES[code] ?? ERROR_CODES.find((known) => known === code) ?? 'INTERNAL_SERVER_ERROR';
}

function shortened(message: string): string {
  return message.length > MESSAGE_LENGTH ? `${message.slice(0, MESSAGE_LENGTH)}…` : message;
}
