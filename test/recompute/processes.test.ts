import { expect, test } from 'vitest';
import { eventually } from '../embedded/support.js';
import { playMany } from '../support/big-league.js';
import { useDatabaseOfEach } from '../support/database.js';
import type { Client } from '../support/graphql.js';
import { holdLeague } from '../support/held-league.js';
import { askForRecompute, finished, readRecompute } from '../support/recompute.js';
import { runCommand } from '../support/run-command.js';
import { onServer } from '../support/server.js';
import { type ServiceProcess, serviceOfTest } from '../support/service-process.js';
import { type StoryLeague, storyLeague } from '../support/story.js';

const TOKEN = 'a-token-of-my-own-choice';
/** Too many to be rated within a request. */
const MATCHES = 5100;
const BOARD = `ratingSystem { revision }
  standings(first: 100, includeProvisional: true) { nodes { rank player { handle } rating { value deviation } } }`;

/** Seconds that a stopping service waits for requests: longer than the slowest machine takes to stop without one. */
const GRACE = 120;

const database = useDatabaseOfEach();

function start(): Promise<ServiceProcess> {
  const env = {
    OPENLADDER_DATABASE_URL: database.url,
    OPENLADDER_ADMIN_TOKEN: TOKEN,
    OPENLADDER_RATE_LIMIT: 'off',
    OPENLADDER_SHUTDOWN_GRACE: String(GRACE),
  };
  return serviceOfTest({ env });
}

async function longLeague(admin: Client): Promise<StoryLeague> {
  await admin.mutate('createLeague', { slug: 'long', name: 'long', ratingSystem: 'timed-glicko' });
  const league = storyLeague(admin, 'long');
  await playMany(league, MATCHES);
  return league;
}

const isUnderWay = (admin: Client, id: string) =>
  eventually('it is under way', async () => (await readRecompute(admin, id)).done > 2000);

/** How many sessions run a recompute, by the lock that each of them holds. */
async function workers(): Promise<number> {
  const query = `SELECT count(*)::int AS workers FROM pg_locks WHERE locktype = 'advisory' AND classid = 6524 AND granted
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return Number((await onServer(database.url, query))[0]!.workers);
}

async function verifies(): Promise<void> {
  const verification = await runCommand(['verify'], { env: { OPENLADDER_DATABASE_URL: database.url } });
  expect(verification).toMatchObject({ status: 0 });
}

test('kill -9 leaves the old board, and the next start resumes the recompute by itself', async () => {
  const first = await start();
  const league = await longLeague(first.as(TOKEN));
  const before = await league.read(BOARD);
  const letGo = await holdLeague(database.url, 'long');
  const { id } = await askForRecompute(first.as(TOKEN), 'long');
  await isUnderWay(first.as(TOKEN), id);
  await first.end('SIGKILL');
  await letGo();

  const second = (await start()).as(TOKEN);
  const board = await storyLeague(second, 'long').read(BOARD);
  expect(board).toEqual(before);
  // The queue itself would wait for hours for the process that died.
  expect(await finished(second, id)).toMatchObject({ status: 'DONE', revision: 2 });
  await verifies();
});

test('a stop during a recompute takes no longer than usual, and the next start resumes it', async () => {
  const first = await start();
  await longLeague(first.as(TOKEN));
  const letGo = await holdLeague(database.url, 'long');
  const { id } = await askForRecompute(first.as(TOKEN), 'long');
  await isUnderWay(first.as(TOKEN), id);
  const begin = Date.now();
  expect(await first.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' });
  expect(Date.now() - begin).toBeLessThan(GRACE * 1000);
  expect(await workers()).toBe(0);
  await letGo();

  const second = (await start()).as(TOKEN);
  expect(await finished(second, id)).toMatchObject({ status: 'DONE', revision: 2 });
  await verifies();
});
