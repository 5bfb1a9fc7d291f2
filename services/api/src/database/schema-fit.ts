import type { DataSource } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';

/**
 * Names of migrations after which older code still works: they only add what it does not know, such as a table, or a column that is null or
 * has a default. Only this decides whether old and new replicas can run side by side.
 */
const ADDITIVE = /^Additive[A-Z]/;

/**
 * Migrations that end what this version does for the sake of the one before. New databases have them; in others they wait for
 * `migrate --finish`. The next version takes them off this list, so that each of its starts runs them.
 */
const FINISHING: ReadonlySet<string> = new Set(['LeagueRowLocks1769875200000', 'PlayersPublishedOnce1770566400000']);

/**
 * Stands among the migrations of a database whose leagues are spread over several servers, or begin to be. Versions that do not know what
 * that asks of them take it for a newer schema, and leave the database alone.
 */
export const SPREAD_MARK = 'LeaguesOnSeveralServers1770652800000';

/**
 * Compares the migrations that ran on a database with those that this code knows.
 * @param ran names of the migrations that ran
 * @returns why the code must not use that schema, as a sentence; null if it may
 */
export function schemaMisfit(
  source: DataSource,
  ran: readonly string[],
  stage: 'before migrating' | 'migrated',
): string | null {
  const known = listKnownMigrations(source);
  const unknown = ran.filter((name) => !known.includes(name) && !isAdditive(name) && name !== SPREAD_MARK);
  if (unknown.length > 0) {
    return `The database's schema is newer than this version of Open Ladder: it has ${named(unknown)}. Start the newer version instead.`;
  }
  const missing = stage === 'migrated' ? listDueMigrations(source, ran) : [];
  if (missing.length > 0) {
    return `The database's schema is older than this version of Open Ladder: it lacks ${named(missing)}. Restart this version to bring it up to date.`;
  }
  return null;
}

/** Whether code from before a migration still works after it. */
export function isAdditive(migration: string): boolean {
  return ADDITIVE.test(migration);
}

/** Names of the migrations that a start of this code runs, in order. */
export function listDueMigrations(source: DataSource, ran: readonly string[]): string[] {
  const isNew = ran.length === 0;
  return listKnownMigrations(source).filter((name) => !ran.includes(name) && (isNew || !FINISHING.has(name)));
}

/** Names of the migrations that wait until no process of the version before is left. */
export function listWaitingMigrations(ran: readonly string[]): string[] {
  return ran.length === 0 ? [] : [...FINISHING].filter((name) => !ran.includes(name));
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

function named(migrations: readonly string[]): string {
  const more = migrations.length > NAMED ? ` and ${migrations.length - NAMED} more` : '';
  return `${migrations.length === 1 ? 'the migration' : 'the migrations'} ${migrations.slice(0, NAMED).join(', ')}${more}`;
}
