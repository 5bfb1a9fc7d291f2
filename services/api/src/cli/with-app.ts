import type { App } from '../start/app.js';
import { readConfig } from '../start/config.js';
import { type OpenOptions, openApp } from '../start/open-app.js';
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
