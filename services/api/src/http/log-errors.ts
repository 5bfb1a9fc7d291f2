import { unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLError } from 'graphql';
import { errorCode } from '../graphql/error-format.js';
import type { Log } from '../kit/log.js';
import type { Metrics } from '../metrics/metrics.js';

/** Log message for everything that is unavailable. */
export const UNAVAILABLE = 'A request could not be answered now';

/** Why something is unavailable, in the words of the first error that says so. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string };
  if (cause instanceof Error) return `${message} (${reasonOf(cause)})`;
  return [code, message].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/**
 * Counts the errors of a response and logs them: the caller's mistakes as reported to them, our own in full.
 * @param log of the request or the socket, so that each line has its id
 */
export function logErrors(log: Log, metrics: Metrics, errors: readonly GraphQLError[]): void {
  const refusals: object[] = [];
  const unavailable: object[] = [];
  for (const error of errors) {
    const code = errorCode(error, error.originalError ?? error);
    metrics.errors.inc({ code });
    const { message, path } = error;
    if (code === 'INTERNAL_SERVER_ERROR')
      log.error({ err: unwrapResolverError(error), code, path }, 'A request failed');
    else if (code === 'UNAVAILABLE') unavailable.push({ reason: reasonOf(unwrapResolverError(error)), path });
    else refusals.push({ code, message, path });
  }
  if (unavailable.length > 0) log.warn({ errors: unavailable }, UNAVAILABLE);
  if (refusals.length > 0) log.info({ errors: refusals }, 'A request was refused');
}
