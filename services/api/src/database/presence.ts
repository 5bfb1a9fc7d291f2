import pg from 'pg';
import { CONNECTION, LONG_RUNNING, nameSession, sessionSettings } from '../kit/sql/connection.js';
import type { Sql } from '../kit/sql/transaction.js';
import { pause } from '../kit/waiting.js';

/** The name of the connection on which a service listens. It has no other one for its presence. */
export const LISTENER = 'openladder live';
/** Prefix of the connection name of a running command, including a service that starts. */
const COMMAND = 'openladder command ';
/** The command whose processes are services. */
export const SERVE = 'serve';

/** The pause before a command shows itself again, in milliseconds. */
const PAUSE = 1000;

/** Processes that use a database, and may write to it. */
export interface Present {
  /** The name of the command that they run. */
  readonly command: string;
  readonly processes: number;
}

/**
 * Shows everybody on the server that a command uses a database, by a connection that does nothing else. If that is lost, another one
 * follows: the connections that do the work may have come back, too.
 * @param url bypassing a pooler
 * @param command its name, such as `import`
 * @returns a function that ends this; may be called twice
 */
export async function announce(url: string, command: string): Promise<() => Promise<void>> {
  const leaving = new AbortController();
  const shown = keepShown(await show(url, command), url, command, leaving.signal);
  return () => {
    leaving.abort();
    return shown;
  };
}

/** A connection that shows the command. */
interface Shown {
  readonly client: pg.Client;
  /** Resolves when it is over. */
  readonly ended: Promise<unknown>;
}

async function show(url: string, command: string): Promise<Shown> {
  const client = new pg.Client({ ...CONNECTION, connectionString: url });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined);
  const ended = new Promise((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    await client.query(`${sessionSettings(LONG_RUNNING)}; SET idle_session_timeout = 0`);
    await nameSession(client, COMMAND + command);
    return { client, ended };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function keepShown(first: Shown, url: string, command: string, leaving: AbortSignal): Promise<void> {
  const left = new Promise((resolve) => leaving.addEventListener('abort', resolve));
  let shown: Shown | null = first;
  while (!leaving.aborted) {
    if (shown) await Promise.race([shown.ended, left]);
    await pause(PAUSE, leaving);
    if (!leaving.aborted) shown = await show(url, command).catch(() => null);
  }
  await shown?.client.end().catch(() => undefined);
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
