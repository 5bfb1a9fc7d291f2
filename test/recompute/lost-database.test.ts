import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { startWorker } from '../../services/api/dist/jobs/worker.js';
import { recomputeLeague } from '../../services/api/dist/recompute/configure.js';
import { findRecompute } from '../../services/api/dist/recompute/recompute.repository.js';
import { eventually } from '../embedded/support.js';
import { holdLeague } from '../support/held-league.js';
import { keepErrors } from '../support/log.js';
import { onServer, withDatabase } from '../support/server.js';
import { match, newPlatform, openLeague, play } from '../verify/platform.js';

test('a worker outlives a database that is gone when a job has ended', async () => {
  const platform = await newPlatform();
  const app = { ...platform.app, inlineTail: -1 };
  const errors: unknown[] = [];
  const stopWorker = await startWorker(app, keepErrors(errors));
  await openLeague(app, 'europe', 'zonestats');
  await play(app, 'europe', [match(1, 'ann beats ben')]);

  const letGo = await holdLeague(platform.url, 'europe');
  const { recompute } = await recomputeLeague(app, COMMAND_LINE, { league: 'europe', reason: 'to see it run' });
  const status = async () => (await findRecompute(app.database, recompute!.id))!.status;
  await eventually('it runs', async () => (await status()) === 'RUNNING');
  await shut(platform.url);
  await eventually('the end of the job could not be told', async () =>
    errors.some((error) => /Failed to fail jobs/.test(String(error))),
  );
  await open(platform.url);
  await letGo();
  await eventually('another takes it up', async () => (await status()) === 'DONE', 30_000);
  expect((await findRecompute(app.database, recompute!.id))!.error).toBeNull();

  await stopWorker();
  await platform.close();
  await platform.drop();
});

/** Ends all connections to a database but that which holds a league, and refuses new ones. */
async function shut(url: string): Promise<void> {
  await allowConnections(url, false);
  await onServer(
    withDatabase(url, 'postgres'),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = '${nameOf(url)}' AND query NOT LIKE 'SELECT FROM league WHERE slug%'`,
  );
}

function open(url: string): Promise<void> {
  return allowConnections(url, true);
}

async function allowConnections(url: string, areAllowed: boolean): Promise<void> {
  await onServer(withDatabase(url, 'postgres'), `ALTER DATABASE ${nameOf(url)} ALLOW_CONNECTIONS ${areAllowed}`);
}

function nameOf(url: string): string {
  return /^postgres(?:ql)?:\/\/[^/?]*\/([^?]*)/.exec(url)![1]!;
}
