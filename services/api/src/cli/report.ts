import { CommanderError } from 'commander';
import { Refused } from '../kit/refusal.js';
import { endedStatement, failuresOf, isAway, refusedConnection } from '../kit/sql/database-away.js';
import { StartError } from '../kit/start-error.js';
import { Unavailable } from '../kit/unavailable.js';
import { ConfigError } from '../start/config.js';

/** Exit status of a command that found something wrong, or could not do its work. */
export const FAILED = 1;
/** Exit status of a command that was used wrongly. */
export const MISUSED = 2;

/** Ends a command with a message for people instead of a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The command was called wrongly. */
export function usageError(message: string): CommandError {
  return new CommandError(message, MISUSED);
}

/** The command could not do its work, or found something wrong. */
export function failure(message: string): CommandError {
  return new CommandError(message, FAILED);
}

/** Reports on standard error why a command failed: in a sentence if its operator can fix that, otherwise with a stack. @returns the exit status */
export function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSED;
  console.error(failureReason(error) ?? error);
  if (error instanceof CommandError) return error.status;
  return error instanceof ConfigError ? MISUSED : FAILED;
}

/** Why a command failed, for people; null if only its developers can fix that. */
export function failureReason(error: unknown): string | null {
  const isSaid = [ConfigError, CommandError, StartError, Unavailable].some((known) => error instanceof known);
  if (isSaid) return (error as Error).message;
  if (error instanceof Refused) return error.refusals.map(({ message }) => message).join('\n');
  return describeDatabaseError(error) ?? reasonOfSystem(error);
}

const AGAIN = 'The work stored so far is kept. Run it again.';

/** Codes of tables, columns, indexes, functions and schemas that a statement names and the database lacks. */
const OTHER_SCHEMA = /^(42P01|42703|42704|42883|3F000)$/;

const NOT_AS_MADE =
  'The tables differ from those created by the migrations of Open Ladder. Undo any manual change, or restore a backup into an empty database.';

/** Advice for errors of PostgreSQL on correct statements. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^42501$/, 'Give the role of OPENLADDER_DATABASE_URL that right, or set another role.'],
  [/^25006$/, 'Set OPENLADDER_DATABASE_URL to the primary, and to a role that may write.'],
  [OTHER_SCHEMA, NOT_AS_MADE],
  // A migration creates an object that exists already.
  [/^(42P0[67]|42701|42710|42723)$/, NOT_AS_MADE],
  // Memory, disks, files.
  [/^(53[12]00|58...)$/, `Check the log of PostgreSQL, and free some space. ${AGAIN}`],
  [/^XX00[12]$/, 'Files of the database are damaged. Restore a backup into an empty database.'],
];

function describeDatabaseError(error: unknown): string | null {
  const refused = refusedConnection(error);
  if (refused !== null) return `PostgreSQL refused the connection: ${refused}.`;
  const ended = endedStatement(error);
  if (ended !== null) return `PostgreSQL ended a statement of this command: ${ended}. ${AGAIN}`;
  for (const { code, message } of failuresOf(error)) {
    const [, advice] = ADVICE.find(([codes]) => codes.test(String(code))) ?? [];
    if (advice) return `PostgreSQL refused a statement of this command: ${message}. ${advice}`;
  }
  // EPIPE means that the reader of the output has ended. A lost connection to the database has another code.
  const isOfDatabase = isAway(error) && (error as { code?: unknown }).code !== 'EPIPE';
  return isOfDatabase ? `The database does not respond: ${reasonOfAbsence(error as Error)}. ${AGAIN}` : null;
}

/** TypeORM's message says only how it noticed the loss. */
function reasonOfAbsence({ message }: Error): string {
  return /query runner/i.test(message) ? 'the connection was lost' : message;
}

/** Files, folders, disks, ports: Node's messages name the operation and its object. */
function reasonOfSystem(error: unknown): string | null {
  const { errno, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof errno === 'number' && syscall !== undefined ? `The operating system refused: ${message}.` : null;
}

/** Whether a statement named a table or a column that the database lacks. */
export function isOfAnotherSchema(error: unknown): boolean {
  return failuresOf(error).some(({ code }) => OTHER_SCHEMA.test(String(code)));
}
