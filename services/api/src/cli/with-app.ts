import type { App } from '../start/app.js';
import { readConfig } from '../start/config.js';
import { openApp } from '../start/open-app.js';

/** Runs a command's work on the configured database, and lets go of it whatever happens. */
export async function withApp(work: (app: App, migrated: readonly string[]) => Promise<void>): Promise<void> {
  const { app, migrated, close } = await openApp(readConfig(), (message) => console.error(message));
  try {
    await work(app, migrated);
  } finally {
    await close();
  }
}
