import type { DataSource } from 'typeorm';
import { spreadMisfit } from './citus/spread.js';
import { isStandby } from './migrate.js';
import { listPresent, type Present } from './presence.js';
import { isAdditive, listDueMigrations, listRanMigrations, schemaMisfit } from './schema-fit.js';
import { missingRights, serverMisfit } from './server-fit.js';

/** What a start of this version would do to a database's schema. */
export interface MigrationPlan {
  /** Why it would be refused, as a sentence; null if it would not. */
  readonly misfit: string | null;
  /** The server's version, as PostgreSQL has it. */
  readonly serverVersion: string;
  /** Whether the database has no table of ours. */
  readonly isNew: boolean;
  /** Names of the migrations that would run, in order. */
  readonly pending: readonly string[];
  /** Those among them after which the old version's code must not write. */
  readonly breaking: readonly string[];
  /** Processes that use this database now. */
  readonly present: readonly Present[];
}

/** Says what a migration would do, and writes nothing. */
export async function planMigration(source: DataSource): Promise<MigrationPlan> {
  const [{ serverVersion }] = await source.query(`SELECT current_setting('server_version') AS "serverVersion"`);
  const ran = await listRanMigrations(source);
  const pending = listDueMigrations(source, ran);
  return {
    misfit: await misfitOf(source, ran, pending),
    serverVersion,
    isNew: ran.length === 0,
    pending,
    breaking: pending.filter((name) => !isAdditive(name)),
    present: await listPresent(source),
  };
}

async function misfitOf(
  source: DataSource,
  ran: readonly string[],
  pending: readonly string[],
): Promise<string | null> {
  const misfit =
    (await serverMisfit(source)) ?? schemaMisfit(source, ran, 'before migrating') ?? (await spreadMisfit(source));
  if (misfit || pending.length === 0) return misfit;
  if (await isStandby(source)) return 'The database is a standby. Migrations run on its primary.';
  return missingRights(source);
}
