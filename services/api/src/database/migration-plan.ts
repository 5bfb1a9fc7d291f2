import type { DataSource } from 'typeorm';
import { isStandby } from './migrate.js';
import { isAdditive, listKnownMigrations, listRanMigrations, schemaMisfit } from './schema-fit.js';
import { missingRights, serverMisfit } from './server-fit.js';

/** What a start of this version would do to a database's schema. */
export interface MigrationPlan {
  /** Why it would be refused, as a sentence; null if it would not. */
  readonly misfit: string | null;
  /** The server's version, as PostgreSQL has it. */
  readonly serverVersion: string;
  /** Whether the database has no table of ours. */
  readonly isNew: boolean;
  /** Names of the migrations that would run, in their order. */
  readonly pending: readonly string[];
  /** Those among them after which code of the old version must not write. */
  readonly breaking: readonly string[];
  /** Processes that serve this database now. */
  readonly services: number;
}

/** Says what migrating would do, and writes nothing. */
export async function planMigration(source: DataSource): Promise<MigrationPlan> {
  const [{ serverVersion }] = await source.query(`SELECT current_setting('server_version') AS "serverVersion"`);
  const ran = await listRanMigrations(source);
  const pending = listKnownMigrations(source).filter((name) => !ran.includes(name));
  return {
    misfit: await misfitOf(source, pending),
    serverVersion,
    isNew: ran.length === 0,
    pending,
    breaking: pending.filter((name) => !isAdditive(name)),
    services: await countServices(source),
  };
}

async function misfitOf(source: DataSource, pending: readonly string[]): Promise<string | null> {
  const misfit = (await serverMisfit(source)) ?? (await schemaMisfit(source, 'before migrating'));
  if (misfit || pending.length === 0) return misfit;
  if (await isStandby(source)) return 'The database is a standby. Migrations run on its primary.';
  return missingRights(source);
}

/** Each process that serves has one connection of this name, see `live/listen.ts`. */
async function countServices(source: DataSource): Promise<number> {
  const [{ services }] = await source.query(
    `SELECT count(*)::int AS services FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'openladder live'`,
  );
  return services;
}
