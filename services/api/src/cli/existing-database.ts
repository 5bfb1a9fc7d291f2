import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../database/data-source.js';
import { startStep } from '../kit/start-error.js';
import type { Config } from '../start/config.js';
import { UNUSABLE } from '../start/open-app.js';
import { failure } from './exit.js';

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

/** Whether a data folder has an embedded database. One that is closed to us may have one; the start reports what is wrong with it. */
export function hasCluster(dataDir: string): boolean {
  try {
    readFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

async function lookAt(url: string): Promise<{ name: string; isOurs: boolean }> {
  const database = await connect(url);
  try {
    const [row] = await database.query(
      `SELECT current_database() AS name, to_regclass('migrations') IS NOT NULL AS "isOurs"`,
    );
    return row;
  } finally {
    await database.destroy();
  }
}
