import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { startStep } from '../kit/start-error.js';
import type { Config } from './config.js';

/** Where the configured database is. */
export interface DatabaseUrls {
  /** For requests; there may be a pooler in between. */
  readonly url: string;
  /** To the server itself, for what needs a session of its own: migrations, LISTEN, jobs, advisory locks. */
  readonly directUrl: string;
  /** Releases the embedded database, which stops with its last user. */
  close(): Promise<void>;
}

/**
 * The URLs of the configured database; the embedded one is started or joined.
 * @param tell called with one line for a waiting person
 * @throws StartError
 */
export async function openDatabaseUrl(
  { databaseUrl, directDatabaseUrl, dataDir }: Config,
  tell: (message: string) => void,
): Promise<DatabaseUrls> {
  if (databaseUrl !== null) {
    return { url: databaseUrl, directUrl: directDatabaseUrl ?? databaseUrl, close: async () => undefined };
  }
  const name = `The embedded database in ${dataDir} did not start (OPENLADDER_DATA_DIR)`;
  const { url, stop } = await startStep(name, () => startEmbeddedPostgres({ dataDir, log: tell }));
  return { url, directUrl: url, close: stop };
}
