import type { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { distributionIncompatibility } from '../database/citus/distribute.js';
import { isStandby } from '../database/migrate.js';
import { describePresent, listPresent } from '../database/presence.js';
import {
  isAdditive,
  listDueMigrations,
  listRanMigrations,
  schemaIncompatibility,
} from '../database/schema-compatibility.js';
import { missingRights, serverIncompatibility } from '../database/server-compatibility.js';
import { pluralize } from '../kit/words.js';
import { listOutdatedLeagues, type OutdatedLeague } from '../league-log/upgrade.repository.js';
import { closeRaters } from '../raters/apart.js';
import { loadRaters, type RaterCatalogue } from '../raters/raters.js';
import { readConfig } from '../start/config.js';
import { failure, isOfAnotherSchema } from './report.js';
import { hasCluster, withApp, withDatabase } from './with-app.js';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date; every start of the service does this')
    .option('--dry-run', 'list the pending migrations, and whether the old version can keep running; change nothing')
    .action(({ dryRun }: { dryRun?: true }) => (dryRun ? rehearse() : migrate()));
}

function migrate(): Promise<void> {
  return withApp(
    'migrate',
    async (_, ran) => console.log(ran.length === 0 ? 'Nothing to migrate.' : `Migrated: ${ran.join(', ')}`),
    { migrates: true },
  );
}

async function rehearse(): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl === null && !hasCluster(config.dataDir)) {
    console.log(`There is no database in ${config.dataDir} (OPENLADDER_DATA_DIR): the first start creates one.`);
    return;
  }
  const raters = await loadRaters(config.raters);
  closeRaters(raters.values());
  await withDatabase(async (database) => {
    const plan = await planMigration(database);
    if (plan.incompatibility) throw failure(plan.incompatibility);
    for (const line of describePlan(plan)) console.log(line);
    for (const line of plan.isNew ? [] : await describeLeagues(database, raters, plan)) console.log(line);
  }, config);
}

/** Leagues can only be read after the migrations: the code expects their schema. */
async function describeLeagues(
  database: DataSource,
  raters: RaterCatalogue,
  { pending }: MigrationPlan,
): Promise<string[]> {
  try {
    return (await listOutdatedLeagues(database, raters)).map(describeLeague);
  } catch (error) {
    if (pending.length === 0 || !isOfAnotherSchema(error)) throw error;
    return ['Until these migrations have run, it is unknown whether a start would recompute leagues.'];
  }
}

/** The lines about a plan that can be carried out. */
function describePlan({ serverVersion, isNew, pending, breaking, present }: MigrationPlan): string[] {
  const server = `The server is PostgreSQL ${serverVersion}, which this version of Open Ladder can use.`;
  const users = describePresent(present);
  const running = users ? [users] : [];
  if (pending.length === 0) return [server, ...running, 'Nothing to migrate.'];
  const what = isNew ? 'The database is new. These migrations would run:' : 'These migrations would run:';
  return [server, ...running, what, ...pending.map((name) => `  ${name}`), ...(isNew ? [] : [advice(breaking)])];
}

function advice(breaking: readonly string[]): string {
  if (breaking.length === 0) {
    return 'All of them only add to the schema: processes of the old version can keep running alongside this one.';
  }
  return `Processes of the old version stop writing after ${breaking.join(', ')}: stop them first, and create a backup.`;
}

function describeLeague({ slug, rater, raterVersion, installed, matchCount }: OutdatedLeague): string {
  const matches = pluralize(matchCount, 'match', 'matches');
  return `A start would recompute ${slug} (${matches}): ${rater} ${raterVersion} rated it, and ${rater} ${installed} is installed.`;
}

export type MigrationPlan = Awaited<ReturnType<typeof planMigration>>;

/** What a start of this version would do to a database's schema. Writes nothing. */
export async function planMigration(source: DataSource) {
  const [row] = await source.query(`SELECT current_setting('server_version') AS version`);
  const ran = await listRanMigrations(source);
  const pending = listDueMigrations(source, ran);
  return {
    /** Why it would be refused, as a sentence; null if it would not. */
    incompatibility: await migrationIncompatibility(source, ran, pending),
    serverVersion: row.version as string,
    isNew: ran.length === 0,
    pending,
    /** Migrations after which the old version must not write. */
    breaking: pending.filter((name) => !isAdditive(name)),
    /** Processes that use this database now. */
    present: await listPresent(source),
  };
}

async function migrationIncompatibility(
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
