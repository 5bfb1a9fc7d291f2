import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signedIn } from '../support/console.js';
import { createEmptyDatabase, databaseOfTest, directUrlOf } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { runCommand } from '../support/run-command.js';
import { onServer } from '../support/server.js';
import { ADMIN_TOKEN, type Service, startService } from '../support/service.js';
import { serviceOfTest } from '../support/service-process.js';
import { type Story, type StoryLeague, SUBMIT, startStory, storyLeague } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';
import { type Server, startPrimary, startStandby } from './start-standby.js';

const READ_ONLY = {
  message: 'This server is read-only because its database is a standby. Send mutations to a server on the primary.',
  extensions: { code: 'READ_ONLY' },
};
const BOARD =
  'matchCount standings(includeProvisional: true) { nodes { player { handle } rating { value deviation } } }';

let primary: Server;
let standby: Server;
let story: Story;
let replica: Service;
let league: StoryLeague;
/** The same league, as the replica tells of it. */
let copy: StoryLeague;

beforeAll(async () => {
  primary = await startPrimary();
  story = await startStory({ databaseUrl: primary.url });
  league = await story.league('mirrored', 'timed-glicko', { visibility: 'PRIVATE' });
  await league.play('ann beats ben', 'ben beats cid', 'cid draws ann');
  standby = await startStandby(primary);
  // With rate limits, which the services of a primary count in its database.
  replica = await startService({ databaseUrl: standby.url, env: { OPENLADDER_RATE_LIMIT: '1000' } });
  copy = storyLeague(replica.admin, 'mirrored');
});
afterAll(async () => {
  await replica?.stop();
  await story?.stop();
  await standby?.stop();
  await primary?.stop();
});

/** What takes traces, and keeps the names of what they tell of. */
async function startCollector(): Promise<{ url: string; names: string[] }> {
  const names: string[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans) for (const { name } of spans) names.push(name);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, names };
}

async function caughtUp(): Promise<void> {
  const board = await league.read(BOARD);
  await expect.poll(() => copy.read(BOARD)).toEqual(board);
}

test('a service on a standby returns the same as its primary, a moment later', async () => {
  await league.play('ann beats cid', 'ann beats ben');
  expect((await league.read('matchCount')).matchCount).toBe(5);
  await caughtUp();
});

test('its subscribers receive the matches that the primary has rated', async () => {
  await caughtUp();
  const reader = subscriber(replica.url, ADMIN_TOKEN);
  const { eventCursor } = await copy.read('eventCursor');
  const { events } = reader.subscribe(
    'subscription ($after: String) { matchRated(league: "mirrored", after: $after) { match { externalId } } }',
    { after: eventCursor },
  );
  const [match] = await league.play('cid beats ben');
  const received = () => events.map(({ data }) => data.matchRated.match.externalId);
  await expect.poll(received).toEqual([match!.externalId]);
  reader.close();
});

test('writes are refused, and change nothing', async () => {
  const matches = [copy.match('ann beats ben', { externalId: 'astray', playedAt: '2020-02-02T00:00:00Z' })];
  const submit = { input: { league: 'mirrored', matches } };
  const create =
    'mutation { createLeague(input: { slug: "a", name: "A", ratingSystem: "zonestats" }) { league { id } } }';
  const join = 'mutation { joinQueue(input: { league: "mirrored", player: "ann" }) { ticket { id } } }';
  const configure = `mutation { configureRatingSystem(input: {
    league: "mirrored", ratingSystem: "zonestats", settings: {}, reason: "to see", dryRun: true
  }) { errors { code } } }`;
  // More often than it takes until operations are compiled.
  for (let time = 1; time <= 5; time++) expect(await replica.admin.fail(SUBMIT, submit)).toMatchObject(READ_ONLY);
  for (const document of [create, join, configure]) expect(await replica.admin.fail(document)).toMatchObject(READ_ONLY);
  await caughtUp();
  expect(await copy.read('match(externalId: "astray") { id }')).toEqual({ match: null });
  // A session of the primary is known on its standby.
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const hand = () => {
    const headers = { origin: replica.url, cookie: admin.cookie(), 'content-type': 'multipart/form-data; boundary=x' };
    return fetch(`${replica.url}/console/l/mirrored/import`, { method: 'POST', headers, redirect: 'manual' });
  };
  await expect.poll(async () => (await hand()).status).toBe(503);
  expect(await (await hand()).text()).toContain(READ_ONLY.message);
});

test('a comparison of rating systems and openladder verify only read', async () => {
  await caughtUp();
  const { compareRatingSystems } = await replica.admin.get(
    'mutation { compareRatingSystems(input: { league: "mirrored" }) { matches systems { problem } errors { code } } }',
  );
  const { matchCount } = await league.read('matchCount');
  const { ratingSystems } = await replica.admin.get('{ ratingSystems { key } }');
  const systems = Array(ratingSystems.length).fill({ problem: null });
  expect(compareRatingSystems).toEqual({ matches: matchCount, systems, errors: [] });
  expect(await replica.problems()).toEqual([]);
});

test('a standby is backed up, and restored into a primary', async () => {
  await caughtUp();
  const dir = await newFolder();
  const backup = await runCommand(['backup', '--to', dir], { env: { OPENLADDER_DATABASE_URL: standby.url } });
  expect(backup).toMatchObject({ status: 0 });
  const { url } = await databaseOfTest(createEmptyDatabase);
  const env = { OPENLADDER_DATABASE_URL: directUrlOf(url) };
  expect(await runCommand(['restore', backup.stdout.trim()], { env })).toMatchObject({ status: 0 });
  const { matchCount } = await league.read('matchCount');
  expect(await onServer(url, 'SELECT count(*)::integer AS count FROM match')).toEqual([{ count: matchCount }]);
});

test('a standby with a schema older than the service is not served', async () => {
  const newest = '(SELECT max(id) FROM migrations)';
  const [migration] = await story.sql(`DELETE FROM migrations WHERE id = ${newest} RETURNING id, timestamp, name`);
  const { id, timestamp, name } = migration!;
  onTestFinished(
    async () =>
      void (await story.sql(`INSERT INTO migrations (id, timestamp, name) VALUES (${id}, ${timestamp}, '${name}')`)),
  );
  const count = `SELECT count(*)::integer AS count FROM migrations WHERE id = ${id}`;
  await expect.poll(async () => (await replica.sql(count))[0]!.count).toBe(0);
  await expect(startService({ databaseUrl: standby.url })).rejects.toThrow(
    'The database is a standby with an older schema than this version of Open Ladder. Start this version on the primary first.',
  );
});

// The last one: the standby is none after it.
test('a process whose standby is promoted restarts, works as the primary did, and is traced as before', async () => {
  const collector = await startCollector();
  const service = await serviceOfTest({
    env: {
      OPENLADDER_DATABASE_URL: standby.url,
      OPENLADDER_PORT: String(await freePort()),
      OPENLADDER_TRACE_ENDPOINT: collector.url,
    },
  });
  await onServer(standby.url, 'SELECT pg_promote()');
  await onServer(
    standby.url,
    `INSERT INTO recompute (league_id, status, correction, reason, actor, total, requested_at)
     SELECT id, 'QUEUED', '{"kind": "recomputeLeague"}', 'to see', 'test', 0, now() FROM league`,
  );
  const done = () => onServer(standby.url, `SELECT FROM recompute WHERE status = 'DONE'`);
  await expect.poll(async () => (await done()).length, { timeout: 20_000 }).toBe(1);
  expect(service.stdout()).toContain('The database is no standby any more: this service begins anew, to write');
  const create =
    'mutation { createLeague(input: { slug: "new", name: "New", ratingSystem: "elo" }) { league { slug } } }';
  collector.names.length = 0;
  expect(await service.as(ADMIN_TOKEN).get(create)).toEqual({ createLeague: { league: { slug: 'new' } } });
  expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });
  expect(collector.names).toContain('POST');
});
