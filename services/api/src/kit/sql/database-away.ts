import { Unavailable } from '../unavailable.js';

/** Seconds until a retry makes sense: PostgreSQL restarts, or a standby takes over, within this time or a few times as long. */
const AWAY_SECONDS = 5;
const AWAY =
  'The database does not respond; send the same request again in a few seconds. A mutation may or may not have been done; matches sent again count only once, by their externalId.';

const FULL =
  'The database has no disk space or memory left. Send the same request again in a few seconds, and tell the operator if it is refused again; matches sent again count only once, by their externalId.';

/** disk_full, out_of_memory. */
const NO_ROOM = new Set<unknown>(['53100', '53200']);

/**
 * Codes of PostgreSQL: class 08, connections; class 53, no connections, memory or disk left; admin_shutdown, crash_shutdown,
 * cannot_connect_now, database_dropped, idle_session_timeout, idle_in_transaction_session_timeout, transaction_timeout.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES = /^(08...|53...|57P0[1-5]|25P0[34])$/;
/** Codes of the operating system and of name servers. */
const SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET'],
]);
/** Messages of pg and TypeORM without a code, for lost connections, and for timeouts of connections and responses. */
const WORDS = [
  /^Connection terminated/,
  /^Query read timeout$/,
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

/** Whether an error means that the database cannot be reached, or has just gone away, and not that a statement is wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, severity, syscall, driverError, errors } = error as Failure;
  // PostgreSQL ends the session with it, and also reports a wrong password or a missing database this way.
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

/** By lock_timeout. */
const LOCK_NOT_AVAILABLE = '55P03';
/** query_canceled, for example by statement_timeout; lock_not_available. The transaction is rolled back. */
const TIMEOUTS = new Set<unknown>(['57014', LOCK_NOT_AVAILABLE]);

/**
 * PostgreSQL's message if it ended a correct statement, because of a timeout or because someone cancelled it; null for other errors. The
 * code is the same for both, and the words depend on the language of the server.
 */
export function endedStatement(error: unknown): string | null {
  const ended = failuresOf(error).find(({ code }) => TIMEOUTS.has(code));
  return ended ? String(ended.message) : null;
}

/** Whether a statement did not get a lock in time, or was refused as if it had not. */
export function isLockNotAvailable(error: unknown): boolean {
  return failuresOf(error).some(({ code }) => code === LOCK_NOT_AVAILABLE);
}

/** Classes of PostgreSQL's codes: 28, not allowed to connect; 3D, no such database. */
const REFUSED = /^(28|3D)/;

/** PostgreSQL's message if it refused a connection, as it would again; null for other errors. */
export function refusedConnection(error: unknown): string | null {
  const refused = failuresOf(error).find(({ severity, code }) => severity === 'FATAL' && REFUSED.test(String(code)));
  return refused ? String(refused.message) : null;
}

/** The error, and the errors that TypeORM has wrapped in it. */
export function failuresOf(error: unknown): readonly Failure[] {
  const failure = (error ?? {}) as Failure;
  return [failure, (failure.driverError ?? {}) as Failure];
}

const TAKES_NO_WRITES =
  'The database takes no writes at the moment, as while it moves to another server; nothing was changed. Send the same request again in a few seconds.';

/** read_only_sql_transaction: the database is a standby, or has become one. */
export function isReadOnly(error: unknown): boolean {
  return failuresOf(error).some(({ code }) => code === '25006');
}

/** The message if an error means that something cannot be done now; null for other errors. */
export function unavailability(error: unknown): Unavailable | null {
  if (error instanceof Unavailable) return error;
  if (isReadOnly(error)) return new Unavailable(TAKES_NO_WRITES, { retryAfter: AWAY_SECONDS, cause: error });
  if (endedStatement(error) !== null) return new Unavailable(TIMED_OUT, { retryAfter: AWAY_SECONDS, cause: error });
  if (!isAway(error)) return null;
  const isFull = failuresOf(error).some(({ code }) => NO_ROOM.has(code));
  return new Unavailable(isFull ? FULL : AWAY, { retryAfter: AWAY_SECONDS, cause: error });
}

/** Why something is unavailable, in the words of the first error with a reason. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string };
  if (cause instanceof Error) return `${message} (${reasonOf(cause)})`;
  return [code, message].filter((part) => typeof part === 'string' && part !== '').join(' ');
}
