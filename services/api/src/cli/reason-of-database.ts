import { endedStatement, isAway, refusedConnection } from '../kit/sql/database-away.js';
import { Unavailable } from '../kit/unavailable.js';

const AGAIN = 'What the command had stored before is kept. Run it again.';

/** Why the database could not do the work of a command, for people; null for other errors. */
export function reasonOfDatabase(error: unknown): string | null {
  if (error instanceof Unavailable) return error.message;
  const refused = refusedConnection(error);
  if (refused !== null) return `PostgreSQL refused the connection: ${refused}.`;
  const ended = endedStatement(error);
  if (ended !== null) return `PostgreSQL ended a statement of this command: ${ended}. ${AGAIN}`;
  return isAway(error) && !isOfPipe(error)
    ? `The database does not respond: ${(error as Error).message}. ${AGAIN}`
    : null;
}

/** Whether the program that reads the output of the command has ended. A lost connection to a database has other words. */
function isOfPipe(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'EPIPE';
}
