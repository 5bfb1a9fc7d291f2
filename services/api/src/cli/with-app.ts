import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataSource } from 'typeorm';
import { connect, connected } from '../database/data-source.js';
import { startStep } from '../kit/start-error.js';
import { type App } from '../start/app.js';
import { type Config, readConfig } from '../start/config.js';
import { type OpenOptions, openApp, openDatabaseUrl, UNUSABLE } from '../start/open-app.js';
import { failure } from './report.js';

const MAKERS = 'Only "openladder serve", "openladder migrate" and "openladder restore" create a new database.';

/**
 * Makes sure that a command has a database to work on: it would be useless on a new, empty one.
 * @throws CommandError that says where it looked and how to look elsewhere
 */
export async function requireDatabase({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === null) {
    if (hasCluster(dataDir)) return;
    throw failure(
      `There is no database in ${dataDir} (OPENLADDER_DATA_DIR). Set OPENLADDER_DATA_DIR to the data folder of your ` +
        `service, or OPENLADDER_DATABASE_URL to its PostgreSQL server. ${MAKERS}`,
    );
  }
  const { name, isOurs } = await startStep(UNUSABLE, () => lookAt(databaseUrl));
  if (isOurs) return;
  throw failure(
    `The database "${name}" (OPENLADDER_DATABASE_URL) has no tables of Open Ladder. Set OPENLADDER_DATABASE_URL to the ` +
      `database of your service. ${MAKERS}`,
  );
}

/** Whether a data folder has an embedded database. An unreadable folder may have one; the start then reports the problem. */
export function hasCluster(dataDir: string): boolean {
  try {
    readFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

async function lookAt(url: string): Promise<{ name: string; isOurs: boolean }> {
  return connected(connect(url), async (database) => {
    const [row] = await database.query(
      `SELECT current_database() AS name, to_regclass('migrations') IS NOT NULL AS "isOurs"`,
    );
    return row;
  });
}

/**
 * Runs a command's work on the configured database, and releases it in any case.
 * @param name of the command, by which others see that it uses the database
 * @param migrates how the command migrates the database, which it may then create; if omitted, it does neither
 * @throws CommandError if there is none and the command may not create one
 * @throws StartError if its schema is not that of this version and the command does not migrate it
 */
export async function withApp(
  name: string,
  work: (app: App, migrated: readonly string[]) => Promise<void>,
  { migrates }: Pick<OpenOptions, 'migrates'> = {},
): Promise<void> {
  const config = readConfig();
  if (!migrates) await requireDatabase(config);
  const options = { command: name, ...(migrates && { migrates }) };
  const { app, migrated, close } = await openApp(config, (message) => console.error(message), options);
  try {
    await work(app, migrated);
  } finally {
    await close();
  }
}

/**
 * Runs a command's work on the configured database as it is: nothing is migrated, whatever version made the schema.
 * @throws StartError if the database cannot be reached
 */
export async function withDatabase(
  work: (database: DataSource, url: string, config: Config) => Promise<void>,
  config = readConfig(),
): Promise<void> {
  const { directUrl, close } = await openDatabaseUrl(config, (message) => console.error(message));
  try {
    const connecting = startStep(UNUSABLE, () => connect(directUrl));
    await connected(connecting, (database) => work(database, directUrl, config));
  } finally {
    await close();
  }
}
