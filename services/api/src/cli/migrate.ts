import type { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { type MigrationPlan, planMigration } from '../database/migration-plan.js';
import { describePresent } from '../database/presence.js';
import { pluralize } from '../kit/pluralize.js';
import { listOutdatedLeagues, type OutdatedLeague } from '../league-log/upgrade.repository.js';
import { closeRaters } from '../raters/apart.js';
import { loadRaters, type RaterCatalogue } from '../raters/raters.js';
import { readConfig } from '../start/config.js';
import { hasCluster } from './existing-database.js';
import { failure } from './exit.js';
import { isOfAnotherSchema } from './report.js';
import { withApp } from './with-app.js';
import { withDatabase } from './with-database.js';

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

/** The code for leagues is that of the schema after the migrations. */
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
