import type { App } from '../start/app.js';
import { readConfig } from '../start/config.js';
import { openApp } from '../start/open-app.js';
import { requireDatabase } from './existing-database.js';

/**
 * Runs a command's work on the configured database, and releases it in any case.
 * @param name of the command, by which others see that it uses the database
 * @param mayMake whether the command may create a database if there is none
 * @throws CommandError if there is none and the command may not create one
 */
export async function withApp(
  name: string,
  work: (app: App, migrated: readonly string[]) => Promise<void>,
  { mayMake = false } = {},
): Promise<void> {
  const config = readConfig();
  if (!mayMake) await requireDatabase(config);
  const { app, migrated, close } = await openApp(config, (message) => console.error(message), { command: name });
  try {
    await work(app, migrated);
  } finally {
    await close();
  }
}
