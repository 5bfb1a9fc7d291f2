import { Unavailable } from '../unavailable.js';

/** When it is worth trying again, in seconds: PostgreSQL restarts, and a standby takes over, within that or a few times it. */
export const AWAY_SECONDS = 5;
const AWAY =
  'The database does not respond; send the same request again in a few seconds. A mutation may or may not have been done; matches sent again count only once, by their externalId.';

/**
 * Codes of PostgreSQL: class 08, connections; class 53, connections, memory or disk ran out; admin_shutdown, crash_shutdown,
 * cannot_connect_now, database_dropped, idle_session_timeout,
 * idle_in_transaction_session_timeout, transaction_timeout.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES = /^(08...|53...|57P0[1-5]|25P0[34])$/;
/** Codes of the operating system and of name servers. */
const SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET'],
]);
/** Messages without a code that pg and TypeORM give for lost connections, or for connections that they cannot get in time. */
const WORDS = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^Client (has encountered a connection error|was closed) and is not queryable$/,
  /^Cannot use a pool after calling end on the pool$/,
  /^Query runner already released/,
  /^Database connection provided by a query runner was already released/,
];

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly severity?: unknown;
  readonly syscall?: unknown;
  readonly driverError?: unknown;
  readonly errors?: unknown;
}

/** Whether an error says that the database cannot be reached, or has just gone, and not that something is wrong with a statement. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, severity, syscall, driverError, errors } = error as Failure;
  // PostgreSQL ends the session with it: a wrong password and a missing database are told so, too.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  if (typeof code === 'string' && (POSTGRES.test(code) || SYSTEM.has(code))) return true;
  // A Unix socket without a server.
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EACCES')) return true;
  if (WORDS.some((words) => words.test(String(message).replace(/^Error: /, '')))) return true;
  if (driverError instanceof Error && driverError !== error) return isAway(driverError);
  return error instanceof AggregateError && Array.isArray(errors) && errors.length > 0 && errors.every(isAway);
}

const TIMED_OUT =
  'The database took too long or was blocked by another request; nothing was changed. Send the same request again in a few seconds.';

/** query_canceled, by statement_timeout among others; lock_not_available, by lock_timeout. The transaction is rolled back. */
const TIMEOUTS = new Set<unknown>(['57014', '55P03']);

function isTimedOut(error: unknown): boolean {
  const { code, driverError } = (error ?? {}) as Failure;
  return TIMEOUTS.has(code) || TIMEOUTS.has((driverError as Failure | undefined)?.code);
}

/** The message for an error that means that something cannot be done now; null for other errors. */
export function unavailability(error: unknown): Unavailable | null {
  if (error instanceof Unavailable) return error;
  if (isTimedOut(error)) return new Unavailable(TIMED_OUT, { retryAfter: AWAY_SECONDS, cause: error });
  return isAway(error) ? new Unavailable(AWAY, { retryAfter: AWAY_SECONDS, cause: error }) : null;
}
