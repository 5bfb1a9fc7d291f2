import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { startWorker } from '../../services/api/dist/jobs/worker.js';
import { findRecompute } from '../../services/api/dist/league-log/recompute.repository.js';
import { eventually } from '../embedded/support.js';
import { recomputeLeague } from '../support/changes.js';
import { createTestDatabase, directUrlOf } from '../support/database.js';
import { HOLDER, holdLeague, WAITING } from '../support/held-league.js';
import { keepErrors } from '../support/log.js';
import { leagueWith, match, platformOfTest } from '../support/platform.js';
import { databaseOf, onServer, openClient, withDatabase } from '../support/server.js';

test('a worker survives the loss of the database at the end of a job', async () => {
  // Past a pooler, as jobs are run: one would let them wait for a database that is gone.
  const platform = await platformOfTest(directUrlOf((await createTestDatabase()).url));
  const app = { ...platform.app, inlineTail: -1 };
  const warnings: string[] = [];
  const log = { ...keepErrors([]), warn: (_: object, message: string) => void warnings.push(message) };
  const stopWorker = await startWorker(app, log);
  await leagueWith(app, 'europe', 'zonestats', [match(1, 'ann beats ben')]);

  const letGo = await holdLeague(platform.url, 'europe');
  const { recompute } = await recomputeLeague(app, COMMAND_LINE, { league: 'europe', reason: 'to see it run' });
  const status = async () => (await findRecompute(app.database, recompute!.id))!.status;
  await eventually('it waits for the league', () => isWaiting(platform.url));
  await shut(platform.url);
  await eventually('the job has lost its database', async () => warnings.includes('Could not look for recomputes'));
  await open(platform.url);
  await letGo();
  await eventually('another takes it up', async () => (await status()) === 'DONE');
  expect((await findRecompute(app.database, recompute!.id))!.error).toBeNull();

  await stopWorker();
});

/** Refuses new connections to a database, and ends all but that which holds a league. */
async function shut(url: string): Promise<void> {
  const client = await openClient(withDatabase(url, 'postgres'));
  await client.query(`ALTER DATABASE ${databaseOf(url)} ALLOW_CONNECTIONS false`);
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = '${databaseOf(url)}' AND application_name <> '${HOLDER}'`,
  );
  await client.end();
}

async function open(url: string): Promise<void> {
  await onServer(withDatabase(url, 'postgres'), `ALTER DATABASE ${databaseOf(url)} ALLOW_CONNECTIONS true`);
}

async function isWaiting(url: string): Promise<boolean> {
  return (await onServer(url, WAITING)).length > 0;
}
