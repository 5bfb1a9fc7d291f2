import type { DataSource } from 'typeorm';
import { connect } from '../database/data-source.js';
import { startStep } from '../kit/start-error.js';
import { type Config, readConfig } from '../start/config.js';
import { UNUSABLE } from '../start/open-app.js';
import { openDatabaseUrl } from '../start/open-database-url.js';

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
