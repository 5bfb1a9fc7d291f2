import type { DataSource } from 'typeorm';
import { connect } from '../database/data-source.js';
import { startStep } from '../kit/start-error.js';
import type { App } from '../start/app.js';
import { type Config, readConfig } from '../start/config.js';
import { type OpenOptions, openApp, UNUSABLE } from '../start/open-app.js';
import { openDatabaseUrl } from '../start/open-database-url.js';
import { requireDatabase } from './existing-database.js';

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
 * @param work also gets the URL, for connections of its own
 * @throws StartError if the database cannot be reached
 */
export async function withDatabase(
  work: (database: DataSource, url: string, config: Config) => Promise<void>,
  config = readConfig(),
): Promise<void> {
  const { directUrl, close } = await openDatabaseUrl(config, (message) => console.error(message));
  try {
    const database = await startStep(UNUSABLE, () => connect(directUrl));
    try {
      await work(database, directUrl, config);
    } finally {
      await database.destroy();
    }
  } finally {
    await close();
  }
}
