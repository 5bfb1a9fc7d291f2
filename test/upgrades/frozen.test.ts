import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROCESS_CONNECTIONS, requestConnections } from '../../services/api/dist/kit/sql/connection.js';
import { version } from '../../services/api/dist/kit/version.js';
import { lockForTest } from '../support/held-league.js';
import { openClient } from '../support/server.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { SUBMIT, useLeague, useStory } from '../support/story.js';

let replica: ServiceProcess;
let holder: pg.Client;
const story = useStory();
const league = useLeague(story, 'europe', 'ann beats ben');
beforeAll(async () => {
  replica = await startServiceProcess({
    env: { OPENLADDER_DATABASE_URL: story.databaseUrl, OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN },
  });
  holder = await openClient(story.databaseUrl);
});
afterAll(async () => {
  await holder.end();
  await replica.end('SIGKILL');
});

/** How many sessions of services wait for a lock with such a statement. */
const countStuck = async (statement: string) => {
  const [row] = await story.sql(
    `SELECT count(*)::integer FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'openladder' AND wait_event_type = 'Lock'
       AND query LIKE '${statement}'`,
  );
  return row!.count;
};

test("a process that is stopped while it holds a league's lock delays others only for seconds", async () => {
  // The replica admits newcomers under the lock, and gets stuck there.
  await holder.query('BEGIN; LOCK TABLE player IN SHARE ROW EXCLUSIVE MODE');
  const stuck = { league: 'europe', matches: [league.match('cid beats dan')] };
  const answer = replica.as(ADMIN_TOKEN).ask(SUBMIT, { input: stuck });
  await expect.poll(() => countStuck('WITH wanted%')).toBe(1);
  void replica.end('SIGSTOP');
  await holder.query('ROLLBACK');

  const [played] = await league.play('eve beats fay');
  expect(played!.sides).toHaveLength(2);
  void replica.end('SIGCONT');
  expect(await answer).toMatchObject({ status: 503, errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
  expect(await league.board()).not.toContain('cid');
  const again = await replica.as(ADMIN_TOKEN).get(SUBMIT, { input: stuck });
  expect(again.submitMatches.results).toMatchObject([{ __typename: 'MatchAccepted', replayed: false }]);
});

test('a caller who waits too long for a lock gets UNAVAILABLE, and nothing is stored', async () => {
  await lockForTest(holder, 'europe');
  const matches = [league.match('gus beats hal')];
  const { status, errors } = await story.admin.ask(SUBMIT, { input: { league: 'europe', matches } });
  expect([status, errors]).toMatchObject([503, [{ extensions: { code: 'UNAVAILABLE' } }]]);
  expect(errors![0]!.message).toMatch(/^The database took too long or was blocked by another request/);
  await holder.query('ROLLBACK');
  expect(await league.submit(matches)).toMatchObject([{ __typename: 'MatchAccepted', replayed: false }]);
});

test('/ready gets a response while all other connections are in use', async () => {
  // Its sessions would be counted too.
  await replica.end('SIGKILL');
  await holder.query('BEGIN; LOCK TABLE league IN ACCESS EXCLUSIVE MODE');
  const requests = requestConnections(PROCESS_CONNECTIONS);
  const asked = Array.from({ length: requests }, (_, number) =>
    story.anonymous.ask(`{ leagues(search: "europe", first: ${number + 1}) { nodes { slug } } }`),
  );
  // What the service looks for by itself may hold some of these, and has others of its own.
  await expect.poll(() => countStuck('%')).toBeGreaterThanOrEqual(requests);
  const ready = await fetch(`${story.url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', version: version() }]);
  await holder.query('ROLLBACK');
  await Promise.all(asked);
});
