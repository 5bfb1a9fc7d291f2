import type { App } from '../start/app.js';
import { readConfig } from '../start/config.js';
import { openApp } from '../start/open-app.js';
import { requireDatabase } from './existing-database.js';

/**
 * Runs a command's work on the configured database, and lets go of it whatever happens.
 * @param mayMake whether the command may make a new database where there is none
 * @throws CommandError if there is none and the command may not make one
 */
export async function withApp(
  work: (app: App, migrated: readonly string[]) => Promise<void>,
  { mayMake = false } = {},
): Promise<void> {
  const config = readConfig();
  if (!mayMake) await requireDatabase(config);
  const { app, migrated, close } = await openApp(config, (message) => console.error(message));
  try {
    await work(app, migrated);
  } finally {
    await close();
  }
}
