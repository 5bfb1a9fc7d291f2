import type { Command } from 'commander';
import { distributeLeagues, planDistribution } from '../database/citus/distribute.js';
import { pluralize } from '../kit/words.js';
import { readConfig } from '../start/config.js';
import { usageError } from './report.js';
import { withDatabase } from './with-app.js';

const EMBEDDED =
  'The embedded database is on one server. Set OPENLADDER_DATABASE_URL to a database on a Citus cluster; docs/scaling.md has the steps.';

export function addDistribute(program: Command): void {
  program
    .command('distribute')
    .description('distribute leagues over the servers of a Citus cluster; resumes if interrupted')
    .option('--dry-run', 'print the steps; change nothing')
    .action(async ({ dryRun }: { dryRun?: true }) => {
      const config = readConfig();
      if (config.databaseUrl === null) throw usageError(EMBEDDED);
      await withDatabase(async (database) => {
        if (dryRun) {
          const { steps, obstacle } = await planDistribution(database);
          for (const { title } of steps) console.log(title);
          console.log(steps.length === 0 ? 'Nothing to do.' : `Would do ${pluralize(steps.length, 'step')}.`);
          if (obstacle) console.log(obstacle);
          return;
        }
        const done = await distributeLeagues(database, (title) => console.log(title));
        console.log(done === 0 ? 'Nothing to do.' : `Did ${pluralize(done, 'step')}: the leagues are distributed.`);
      }, config);
    });
}
