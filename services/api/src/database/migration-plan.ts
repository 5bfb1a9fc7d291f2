import type { DataSource } from 'typeorm';
import { distributionIncompatibility } from './citus/distribute.js';
import { isStandby } from './migrate.js';
import { listPresent, type Present } from './presence.js';
import { isAdditive, listDueMigrations, listRanMigrations, schemaIncompatibility } from './schema-compatibility.js';
import { missingRights, serverIncompatibility } from './server-compatibility.js';

/** What a start of this version would do to a database's schema. */
export interface MigrationPlan {
  /** Why it would be refused, as a sentence; null if it would not. */
  readonly incompatibility: string | null;
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
    incompatibility: await incompatibilityOf(source, ran, pending),
    serverVersion,
    isNew: ran.length === 0,
    pending,
    breaking: pending.filter((name) => !isAdditive(name)),
    present: await listPresent(source),
  };
}

async function incompatibilityOf(
  source: DataSource,
  ran: readonly string[],
  pending: readonly string[],
): Promise<string | null> {
  const incompatibility =
    (await serverIncompatibility(source)) ??
    schemaIncompatibility(source, ran, 'before migrating') ??
    (await distributionIncompatibility(source));
  if (incompatibility || pending.length === 0) return incompatibility;
  if (await isStandby(source)) return 'The database is a standby. Migrations run on its primary.';
  return missingRights(source);
}
