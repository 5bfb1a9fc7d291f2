import type { DataSource } from 'typeorm';

/**
 * Names of migrations after which the code before them goes on working: they only add what it does not know, such as a table,
 * or a column that is null or has a default. This is all that decides whether old and new replicas run side by side.
 */
const ADDITIVE = /^Additive[A-Z]/;

/**
 * Compares the migrations that ran on a database with those that this code knows.
 * @returns why the code must not work on that schema, as a sentence; null if it may
 */
export async function schemaMisfit(source: DataSource, stage: 'before migrating' | 'migrated'): Promise<string | null> {
  const known = listKnownMigrations(source);
  const ran = await listRanMigrations(source);
  const unknown = ran.filter((name) => !known.includes(name) && !isAdditive(name));
  if (unknown.length > 0) {
    return `The database's schema is newer than this version of Open Ladder: it has ${named(unknown)}. Start the newer version instead.`;
  }
  const missing = stage === 'migrated' ? known.filter((name) => !ran.includes(name)) : [];
  if (missing.length > 0) {
    return `The database's schema is older than this version of Open Ladder: it lacks ${named(missing)}. Restart this version to bring it up to date.`;
  }
  return null;
}

/** Whether code from before a migration goes on working after it. */
export function isAdditive(migration: string): boolean {
  return ADDITIVE.test(migration);
}

/** Names of the migrations of this code, in their order. */
export function listKnownMigrations(source: DataSource): string[] {
  return source.migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/** Names of the migrations that ran on a database, in their order; none if it has no table of ours. */
export async function listRanMigrations(source: DataSource): Promise<string[]> {
  const [{ isThere }] = await source.query(`SELECT to_regclass('migrations') IS NOT NULL AS "isThere"`);
  if (!isThere) return [];
  const rows: { name: string }[] = await source.query('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

const NAMED = 3;

function named(migrations: readonly string[]): string {
  const more = migrations.length > NAMED ? ` and ${migrations.length - NAMED} more` : '';
  return `${migrations.length === 1 ? 'the migration' : 'the migrations'} ${migrations.slice(0, NAMED).join(', ')}${more}`;
}
