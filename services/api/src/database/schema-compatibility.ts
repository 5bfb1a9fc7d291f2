import type { DataSource } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';

/**
 * Names of migrations after which older code still works: they only add things that it ignores, such as a table, or a column that is null
 * or has a default. Only this decides whether old and new replicas can run side by side.
 */
const ADDITIVE = /^Additive[A-Z]/;

/** The first migration of databases that were made before the first release. */
const BEFORE_FIRST_RELEASE = 'LeaguesAndMatches1763654400000';

/**
 * A row among the migrations of a database whose leagues are distributed over several servers, or begin to be. Versions that do not know
 * it take it for a newer schema, and leave the database alone.
 */
export const DISTRIBUTED_MARKER = 'LeaguesOnSeveralServers1770652800000';

/**
 * Compares the migrations that ran on a database with those that this code knows.
 * @param ran names of the migrations that ran
 * @param stage whether this process will migrate, has migrated, or leaves that to others
 * @returns why the code must not use that schema, as a sentence; null if it may
 */
export function schemaIncompatibility(
  source: DataSource,
  ran: readonly string[],
  stage: 'before migrating' | 'migrated' | 'never migrated',
): string | null {
  if (ran.includes(BEFORE_FIRST_RELEASE)) {
    return 'The database was made before the first release of Open Ladder. This version cannot read it. Export its leagues with the version that made it (openladder export), and import them into a new database.';
  }
  const known = listKnownMigrations(source);
  const unknown = ran.filter((name) => !known.includes(name) && !isAdditive(name) && name !== DISTRIBUTED_MARKER);
  if (unknown.length > 0) {
    return `The database's schema is newer than this version of Open Ladder: it has ${namedMigrations(unknown)}. Start the newer version instead.`;
  }
  if (stage === 'before migrating') return null;
  const missing = listDueMigrations(source, ran);
  return missing.length === 0
    ? null
    : `The database's schema is older than this version of Open Ladder: it lacks ${namedMigrations(missing)}. ${ADVICE[stage]}`;
}

const ADVICE = {
  migrated: 'Restart this version to bring it up to date.',
  'never migrated':
    'Run "openladder migrate", or start the service: both bring it up to date, after a backup if OPENLADDER_BACKUP_DIR is set.',
};

/** Whether code from before a migration still works after it. */
export function isAdditive(migration: string): boolean {
  return ADDITIVE.test(migration);
}

/** Names of the migrations that a start of this code runs, in order. */
export function listDueMigrations(source: DataSource, ran: readonly string[]): string[] {
  return listKnownMigrations(source).filter((name) => !ran.includes(name));
}

/** Names of the migrations of this code, in order. */
export function listKnownMigrations(source: DataSource): string[] {
  return source.migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/** Names of the migrations that ran on a database, in order; none if it has no table of ours. */
export async function listRanMigrations(source: Sql): Promise<string[]> {
  const [{ isThere }] = await source.query(`SELECT to_regclass('migrations') IS NOT NULL AS "isThere"`);
  if (!isThere) return [];
  const rows: { name: string }[] = await source.query('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

const NAMED = 3;

function namedMigrations(migrations: readonly string[]): string {
  const more = migrations.length > NAMED ? ` and ${migrations.length - NAMED} more` : '';
  return `${migrations.length === 1 ? 'the migration' : 'the migrations'} ${migrations.slice(0, NAMED).join(', ')}${more}`;
}
