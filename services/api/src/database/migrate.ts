import type { DataSource, Migration } from 'typeorm';
import { LOCKS, withAdvisoryLock } from '../kit/sql/advisory-locks.js';
import { StartError } from '../kit/start-error.js';
import { distributionIncompatibility } from './citus/distribute.js';
import { connect, connected, connectWith } from './data-source.js';
import { listDueMigrations, listRanMigrations, schemaIncompatibility } from './schema-compatibility.js';
import { missingRights, serverIncompatibility } from './server-compatibility.js';

/**
 * Migrates the schema; one process at a time.
 * @param before called before the schema of a database in use changes
 * @returns the names of the migrations that ran now
 * @throws StartError if the server or the database is unsuitable, or the schema is newer than this code; nothing is written then
 */
export async function migrate(
  source: DataSource,
  before: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  return withAdvisoryLock(source, LOCKS.migration, async () => {
    const earlier = await listRanMigrations(source);
    const incompatibility =
      (await serverIncompatibility(source)) ??
      schemaIncompatibility(source, earlier, 'before migrating') ??
      (await distributionIncompatibility(source));
    if (incompatibility) throw new StartError(incompatibility);
    const due = listDueMigrations(source, earlier);
    const lacking = due.length > 0 ? await missingRights(source) : null;
    if (lacking) throw new StartError(lacking);
    if (due.length > 0 && earlier.length > 0) await before();
    const ran = due.length === 0 ? [] : await withAdvisoryLock(source, LOCKS.backup, () => runMigrations(source, due));
    return ran.map((migration) => migration.name);
  });
}

/** PostgreSQL's code for a deadlock, which it ends by rolling one of the transactions back. */
const DEADLOCK = '40P01';
/** Deadlocks with other processes' statements after which the migrations are not tried again. */
const MAX_DEADLOCKS = 10;

/**
 * Runs these migrations and no others, and repeats them after deadlocks: each is a transaction, which locks some tables while other
 * processes use them.
 */
export async function runMigrations(database: DataSource, names: readonly string[]): Promise<Migration[]> {
  return connected(connectWith(database, names), async (source) => {
    for (let deadlocks = 1; ; deadlocks++) {
      try {
        return await source.runMigrations();
      } catch (error) {
        if ((error as { code?: unknown }).code !== DEADLOCK || deadlocks === MAX_DEADLOCKS) throw error;
      }
    }
  });
}

/** Whether a database is a standby, which follows its primary and can only be read. */
export async function isStandby(source: DataSource): Promise<boolean> {
  const [row] = await source.query('SELECT pg_is_in_recovery() AS standby');
  return row.standby;
}

/**
 * Makes sure that this code can use a database as it is.
 * @throws StartError if the schema is newer, or lacks a migration, or its leagues are being spread
 */
export async function checkMigrated(source: DataSource, isFollowing: boolean): Promise<void> {
  const ran = await listRanMigrations(source);
  if (isFollowing && listDueMigrations(source, ran).length > 0) {
    throw new StartError(
      'The database is a standby with an older schema than this version of Open Ladder. Start this version on the primary first.',
    );
  }
  const incompatibility =
    schemaIncompatibility(source, ran, 'never migrated') ?? (await distributionIncompatibility(source));
  if (incompatibility) throw new StartError(incompatibility);
}

/** Connects, migrates and disconnects; as `migrate`. @param url bypassing a pooler */
export async function migrateUrl(url: string, before?: () => Promise<void>): Promise<string[]> {
  return connected(connect(url), (source) => migrate(source, before));
}
