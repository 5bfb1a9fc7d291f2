import type { Command } from 'commander';
import { listOutdatedLeagues, type OutdatedLeague } from '../correction/upgrade.repository.js';
import { migrateUrl } from '../database/migrate.js';
import { type MigrationPlan, planMigration } from '../database/migration-plan.js';
import { describePresent } from '../database/presence.js';
import { transaction } from '../kit/sql/transaction.js';
import { withNoun } from '../kit/with-noun.js';
import { publishAgain } from '../league/public-players.repository.js';
import { closeRaters } from '../raters/apart.js';
import { loadRaters } from '../raters/raters.js';
import { readConfig } from '../start/config.js';
import { hasCluster } from './existing-database.js';
import { failure } from './exit.js';
import { describeRepublished } from './mend.js';
import { withApp } from './with-app.js';
import { withDatabase } from './with-database.js';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date; every start of the service does this too')
    .option('--dry-run', 'say what would run, and whether the old version can keep running; change nothing')
    .option('--finish', 'also run what waits until no process of an older version is left')
    .action(({ dryRun, finish }: { dryRun?: true; finish?: true }) => (dryRun ? rehearse() : migrate(finish)));
}

function migrate(isLast = false): Promise<void> {
  return withApp(
    'migrate',
    async ({ directUrl, database }, migrated) => {
      const ran = [...migrated, ...(isLast ? await migrateUrl(directUrl, undefined, isLast) : [])];
      const nothing = isLast ? 'Nothing to migrate, and nothing was waiting.' : 'Nothing to migrate.';
      console.log(ran.length === 0 ? nothing : `Migrated: ${ran.join(', ')}`);
      if (!isLast) return;
      // Two versions side by side keep this differently.
      for (const player of await transaction(database, null, publishAgain)) console.log(describeRepublished(player));
    },
    { mayMake: true },
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
    if (plan.misfit) throw failure(plan.misfit);
    const outdated = plan.isNew ? [] : await listOutdatedLeagues(database, raters);
    for (const line of [...describePlan(plan), ...outdated.map(describeLeague)]) console.log(line);
  }, config);
}

/** The lines about a plan that can be carried out. */
function describePlan({ serverVersion, isNew, pending, breaking, waiting, present }: MigrationPlan): string[] {
  const server = `The server is PostgreSQL ${serverVersion}, which this version of Open Ladder can use.`;
  const users = describePresent(present);
  const running = users ? [users] : [];
  const later =
    waiting.length > 0
      ? [`These wait for migrate --finish, when no process of an older version is left: ${waiting.join(', ')}.`]
      : [];
  if (pending.length === 0) return [server, ...running, 'Nothing to migrate.', ...later];
  const what = isNew ? 'The database is new. These migrations would run:' : 'These migrations would run:';
  return [
    server,
    ...running,
    what,
    ...pending.map((name) => `  ${name}`),
    ...(isNew ? [] : [advice(breaking)]),
    ...later,
  ];
}

function advice(breaking: readonly string[]): string {
  if (breaking.length === 0) {
    return 'All of them only add to the schema: processes of the old version can keep running beside this one.';
  }
  return `Processes of the old version stop writing after ${breaking.join(', ')}: stop them first, and make a backup.`;
}

function describeLeague({ slug, rater, raterVersion, installed, matchCount }: OutdatedLeague): string {
  const matches = withNoun(matchCount, 'match', 'matches');
  return `A start would recompute ${slug} (${matches}): ${rater} ${raterVersion} rated it, and ${rater} ${installed} is installed.`;
}
