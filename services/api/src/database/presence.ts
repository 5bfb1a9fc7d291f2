import type { Sql } from '../kit/sql/transaction.js';

/** The name of the session of a service. */
export const LISTENER = 'openladder live';
/** Prefix of the name of the session of any other command; earlier versions also give it to a service that starts. */
const COMMAND = 'openladder command ';
/** The command whose processes are services. */
export const SERVE = 'serve';

/** Processes that use a database, and may write to it. */
export interface Present {
  /** The name of the command that they run. */
  readonly command: string;
  readonly processes: number;
}

/** The name of a process's session (`ProcessSession`), which shows others on the server who uses the database. */
export function sessionName(command: string): string {
  return command === SERVE ? LISTENER : COMMAND + command;
}

/** The processes that use this database now, by command in alphabetical order. */
export function listPresent(source: Sql): Promise<Present[]> {
  return source.query(
    `SELECT command, count(*)::int AS processes FROM pg_stat_activity
     CROSS JOIN LATERAL (SELECT CASE WHEN application_name = $1 THEN $2 ELSE substr(application_name, length($3) + 1) END) AS shown (command)
     WHERE datname = current_database() AND (application_name = $1 OR starts_with(application_name, $3))
     GROUP BY 1 ORDER BY 1`,
    [LISTENER, SERVE, COMMAND],
  );
}

/** @returns who uses the database, as a sentence; null if nobody does */
export function describePresent(present: readonly Present[]): string | null {
  if (present.length === 0) return null;
  const users = present.map(
    ({ command, processes }) => `"openladder ${command}"${processes > 1 ? ` (${processes} processes)` : ''}`,
  );
  return `This database is in use by ${new Intl.ListFormat('en').format(users)}.`;
}
