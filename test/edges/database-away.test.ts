import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../../services/api/dist/database/embedded/embedded-postgres.js';
import { migrateUrl } from '../../services/api/dist/database/migrate.js';
import { COSTLY_FROM } from '../../services/api/dist/http/cost-scheduler.js';
import { ExpensiveReadPool } from '../../services/api/dist/http/request-context.js';
import { createServer } from '../../services/api/dist/http/server.js';
import { PROCESS_CONNECTIONS, REQUESTS, requestConnections } from '../../services/api/dist/kit/sql/connection.js';
import { isAway } from '../../services/api/dist/kit/sql/database-away.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { openApp } from '../../services/api/dist/start/open-app.js';
import { type DatabaseProxy, startProxy } from '../faults/proxy.js';
import { authorizedBy, postGraphql } from '../support/graphql.js';
import { onServer } from '../support/server.js';
import { ADMIN_TOKEN, type Service, startService } from '../support/service.js';
import { type LoggedMatch, type StoryLeague, SUBMIT, storyLeague } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';
import { expectHarmless } from './refusals.js';

type Database = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

let dataDir: string;
let database: Database;
let proxy: DatabaseProxy;
let service: Service;
let league: StoryLeague;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openladder-away-'));
  // As root the server runs as someone else, who must get in.
  await chmod(dataDir, 0o755);
  database = await startEmbeddedPostgres({ dataDir, isDisposable: true });
  await migrateUrl(database.url);
  const { host, port, user, database: name } = database.connection;
  proxy = await startProxy(join(host, `.s.PGSQL.${port}`));
  service = await startService({ databaseUrl: `postgres://${user}@127.0.0.1:${proxy.port}/${name}` });
  const create = `mutation { createLeague(input: { slug: "europe", name: "Europe", ratingSystem: "zonestats" }) {
    errors { message } } }`;
  expect((await service.admin.get(create)).createLeague.errors).toEqual([]);
  league = storyLeague(service.admin, 'europe');
  await league.play('ann beats ben', 'ann beats cid');
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const BOARD = '{ league(slug: "europe") { standings { nodes { rank player { handle } } } } }';
const NEWCOMER = '{ league(slug: "europe") { name createdAt } }';
/** Costly, so that it reads by a connection apart, which none has opened yet. */
const COSTLY = `{ league(slug: "europe") { matches(first: 100) { nodes { sides { participants {
  player { handle } scoresAgainst { score opponent { handle } } } } } } } }`;
const RATED = `subscription ($after: String) { matchRated(league: "europe", after: $after) {
  cursor match { externalId } } }`;

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function post(
  query: string,
  token: string | null,
  variables?: object,
  { url }: { url: string } = service,
): Promise<Raw> {
  return read(await postGraphql(url, { query, variables }, token === null ? {} : authorizedBy(token)));
}

async function read(response: Response): Promise<Raw> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function expectUnavailable({ status, headers, text }: Raw): void {
  expect(status, text).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(headers.get('cache-control') ?? 'no-store').toBe('no-store');
  const { errors, data } = JSON.parse(text);
  expect(data ?? null, text).toSatisfy(
    (received) => received === null || Object.values(received).every((value) => value === null),
  );
  for (const error of errors) {
    expect(error).toMatchObject({ extensions: { code: 'UNAVAILABLE', retryAfter: 5 } });
    expect(error.message).toMatch(/^The database does not respond; send the same request again/);
  }
  expectHarmless(text);
}

describe('while the database is away', () => {
  test('queries, mutations and subscriptions get UNAVAILABLE, and all continue when it is back', async () => {
    // So that one is kept in memory, and the other compiled.
    for (let times = 0; times < 5; times++) {
      expect((await service.anonymous.ask(BOARD)).status).toBe(200);
      expect((await service.admin.ask(BOARD)).status).toBe(200);
    }
    const [idle, known] = [subscriber(service.url), subscriber(service.url, ADMIN_TOKEN)];
    const subscriptions = [idle.subscribe(RATED), known.subscribe(RATED)];
    // They end before it is looked how.
    for (const { ended } of subscriptions) ended.catch(() => undefined);
    // A subscription does not say that it has begun, so matches are played until each has told of one.
    const newest = () => subscriptions.map(({ events }) => events.at(-1)?.data.matchRated.match.externalId);
    await expect
      .poll(async () => {
        if (newest().includes(undefined)) await league.play('ann beats ben');
        return newest();
      })
      .not.toContain(undefined);
    const [{ externalId }] = (await league.play('ann beats ben')) as [LoggedMatch];
    await expect.poll(newest).toEqual([externalId, externalId]);
    const counts = subscriptions.map(({ events }) => events.length);
    const last = subscriptions[0]!.events.at(-1).data.matchRated.cursor;
    const missed = league.match('ben beats ann');
    const submission = { input: { league: 'europe', matches: [missed] } };
    const { id } = await league.read('id');

    await database.stop();
    for (const token of [null, ADMIN_TOKEN]) {
      expectUnavailable(await post(BOARD, token));
      expectUnavailable(await post(NEWCOMER, token));
      expectUnavailable(await post(COSTLY, token));
      // Nothing is stored under an id only where the database says so.
      expectUnavailable(await post(`{ node(id: "${id}") { id } }`, token));
    }
    expectUnavailable(await read(await fetch(`${service.url}/graphql?query=${encodeURIComponent(BOARD)}`)));
    expectUnavailable(await post(SUBMIT, ADMIN_TOKEN, submission));
    for (const page of ['/', '/l/europe', '/l/europe/p/ann', '/sitemap.xml', '/search?q=ann']) {
      const { status, headers } = await fetch(`${service.url}${page}`);
      expect([page, status, headers.get('retry-after')]).toEqual([page, 503, '5']);
    }
    expect((await fetch(`${service.url}/ready`)).status).toBe(503);
    expect((await fetch(`${service.url}/health`)).status).toBe(200);

    const closed = { code: 1013, reason: expect.stringMatching(/^UNAVAILABLE: /) };
    for (const subscription of subscriptions) await expect(subscription.ended).rejects.toMatchObject(closed);
    for (const [place, { events }] of subscriptions.entries()) {
      const more = events.slice(counts[place]);
      expect(more).toMatchObject(more.map(() => ({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] })));
    }
    for (const token of [null, ADMIN_TOKEN]) {
      const late = subscriber(service.url, token);
      await expect(late.subscribe(RATED).ended).rejects.toMatchObject(closed);
    }

    database = await startEmbeddedPostgres({ dataDir, isDisposable: true });
    await expect.poll(() => fetch(`${service.url}/ready`).then(({ status }) => status)).toBe(200);
    const { submitMatches } = await service.admin.get(SUBMIT, submission);
    expect(submitMatches.results).toMatchObject([{ __typename: 'MatchAccepted', replayed: false }]);
    for (const token of [null, ADMIN_TOKEN]) expect((await post(BOARD, token)).status).toBe(200);
    // Who goes on after the last event misses nothing of the time between.
    const back = [null, ADMIN_TOKEN].map((token) => subscriber(service.url, token).subscribe(RATED, { after: last }));
    for (const { ended } of back) ended.catch(() => undefined);
    const received = () => back.map(({ events }) => events[0]?.data?.matchRated.match.externalId);
    await expect.poll(received).toEqual([missed.externalId, missed.externalId]);
    await league.play('ann beats ben');
    await expect.poll(() => back.map(({ events }) => events.length)).toEqual([2, 2]);
  });

  test('a submission whose response was lost is sent again, and counts once', async () => {
    const count = async () => (await league.read('matchCount')).matchCount;
    const send = async () => {
      const submission = { input: { league: 'europe', matches: [league.match('cid beats ann')] } };
      const before = await count();
      proxy.loseNextReply();
      return { submission, before, lost: await post(SUBMIT, ADMIN_TOKEN, submission) };
    };
    let sent = await send();
    // The reply that is lost may be that of work in the background.
    for (let again = 0; sent.lost.status === 200 && again < 10; again++) sent = await send();
    const { submission, before, lost } = sent;
    expectUnavailable(lost);
    expect(lost.text).toContain('matches sent again count only once, by their externalId');
    const { submitMatches } = await service.admin.get(SUBMIT, submission);
    expect(submitMatches.results).toMatchObject([{ __typename: 'MatchAccepted', replayed: true }]);
    expect(await count()).toBe(before + 1);
  });
});

describe('while sessions of the database hang', () => {
  test('requests get UNAVAILABLE, and new sessions serve others', async () => {
    const config = readConfig({
      OPENLADDER_DATABASE_URL: database.url,
      OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
      OPENLADDER_LOG_LEVEL: 'silent',
    });
    const timeouts = { ...REQUESTS, silence: 2_000 };
    const { app, close } = await openApp(config, () => undefined, { timeouts });
    onTestFinished(close);
    const server = await createServer(app, config);
    onTestFinished(() => server.close());
    const own = { url: await server.listen({ port: 0 }) };
    const submit = () =>
      post(SUBMIT, ADMIN_TOKEN, { input: { league: 'europe', matches: [league.match('ann beats cid')] } }, own);
    const rename =
      'mutation { updateLeague(input: { league: "europe", name: "Europa", reason: "a test" }) { errors { message } } }';
    // With a token: the answer to a caller without one may still be remembered, and is then given without the database.
    const requests = () =>
      Promise.all([post(BOARD, ADMIN_TOKEN, {}, own), post(rename, ADMIN_TOKEN, {}, own), submit()]);
    const served = () => requests().then((answers) => answers.map(({ status }) => status));
    await expect.poll(served).toEqual([200, 200, 200]);
    // As many sessions as there may be: a request that opened one only now would be served.
    const all = Array.from({ length: requestConnections(PROCESS_CONNECTIONS) });
    await Promise.all(all.map(() => app.database.query('SELECT pg_sleep(0.5)')));
    const sessions = await onServer(
      database.url,
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'openladder'`,
    );
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const { pid } of sessions) process.kill(Number(pid), name);
    };
    signal('SIGSTOP');
    onTestFinished(() => signal('SIGCONT'));
    for (const answer of await requests()) expectUnavailable(answer);
    await expect.poll(served).toEqual([200, 200, 200]);
  });

  test('costly reads get UNAVAILABLE, whether they have a connection, wait for one or open one', async () => {
    const { user, database: name } = database.connection;
    const config = readConfig({
      OPENLADDER_DATABASE_URL: `postgres://${user}@127.0.0.1:${proxy.port}/${name}`,
      OPENLADDER_LOG_LEVEL: 'silent',
    });
    const { app, close } = await openApp(config, () => undefined);
    const [open, late] = [new ExpensiveReadPool(app, 1_000), new ExpensiveReadPool(app, 1_000)];
    try {
      const costly = await open.appFor(COSTLY_FROM);
      await costly.reads.query('SELECT 1');
      proxy.stall(15_000);
      const asked = Array.from({ length: 6 }, () => costly.reads.query('SELECT 1'));
      const opened = late.appFor(COSTLY_FROM);
      for (const read of await Promise.allSettled([...asked, opened])) {
        expect(read).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isAway) });
      }
    } finally {
      await open.close();
      await late.close();
      await close();
    }
  });
});
