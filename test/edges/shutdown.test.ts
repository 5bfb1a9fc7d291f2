import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Phase } from '../../services/api/dist/http/door.js';
import { createServer } from '../../services/api/dist/http/server.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { openApp } from '../../services/api/dist/start/open-app.js';
import { databaseOfTest, useDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { client } from '../support/graphql.js';
import { lockForTest, WAITING } from '../support/held-league.js';
import { onServer, openClient } from '../support/server.js';
import { startServiceProcess } from '../support/service-process.js';
import { SUBMIT } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const TOKEN = 'an-administrator-of-this-test';

const database = useDatabase();

const env = (more: Record<string, string> = {}) => ({
  OPENLADDER_DATABASE_URL: database.url,
  OPENLADDER_ADMIN_TOKEN: TOKEN,
  ...more,
});

/** Connects, and sends something. @returns the connection, and when and how it ends */
async function connection(url: string, sent: string) {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => undefined);
  const ended = once(socket, 'close').then(() => ({ at: performance.now(), answer }));
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  return { socket, ended, answer: () => answer };
}

const ASKING = 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

describe('a service that receives a stop signal', () => {
  test('closes silent and idle connections at once, and slow ones after the grace period', async () => {
    const service = await startServiceProcess({ env: env({ OPENLADDER_SHUTDOWN_GRACE: '6' }) });
    const silent = await Promise.all(Array.from({ length: 20 }, () => connection(service.url, '')));
    const idle = await connection(service.url, 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(idle.answer).toContain('"ok"');
    const slow = await Promise.all([
      connection(service.url, 'GET / HTTP/1.1\r\nhost: x\r\n'),
      connection(service.url, `${ASKING}content-length: 90\r\n\r\n{ "query`),
    ]);
    const socket = subscriber(service.url, TOKEN);
    const subscription = socket.subscribe('subscription { matchRated(league: "nowhere") { cursor } }');
    await subscription.ended.catch(() => undefined);

    const { status, stderr } = await service.end('SIGTERM');
    expect([status, stderr]).toEqual([0, '']);
    const ends = await Promise.all([...silent, idle].map(({ ended }) => ended));
    for (const { ended } of slow) {
      const { at } = await ended;
      for (const early of ends) expect(early.at).toBeLessThan(at);
    }
  });

  test('reports the stop on /ready and in the log while it still serves, and accepts no subscriptions', async () => {
    const service = await startServiceProcess({ env: env({ OPENLADDER_SHUTDOWN_DELAY: '20' }) });
    expect((await fetch(`${service.url}/ready`)).status).toBe(200);
    const end = service.end('SIGTERM');
    const ready = async () => {
      const response = await fetch(`${service.url}/ready`);
      return [response.status, await response.text(), response.headers.get('connection')];
    };
    await expect.poll(ready).toEqual([503, expect.stringMatching(/^{"status":"draining","version":/), 'close']);
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
    expect(await service.as(TOKEN).get('{ viewer { name } }')).toEqual({ viewer: { name: 'OPENLADDER_ADMIN_TOKEN' } });
    const late = subscriber(service.url).subscribe('subscription { matchRated(league: "x") { cursor } }');
    await expect(late.ended).rejects.toMatchObject({ code: 1013, reason: expect.stringMatching(/^UNAVAILABLE: /) });
    const { status, stdout } = await end;
    expect(status).toBe(0);
    const shutdowns = stdout.split('\n').filter((line) => line.includes('"Shutting down"'));
    expect(shutdowns.map((line) => JSON.parse(line))).toMatchObject([{ reason: 'SIGTERM', delay: 20 }]);
  });

  test('ends without requests that exceed the grace period', async () => {
    const service = await startServiceProcess({ env: env({ OPENLADDER_SHUTDOWN_GRACE: '1' }) });
    const admin = service.as(TOKEN);
    await admin.mutate('createLeague', { slug: 'held', name: 'Held', ratingSystem: 'zonestats' });
    const writer = await openClient(database.url);
    await lockForTest(writer, 'held');
    onTestFinished(() => writer.end());
    const sides = [1, 2].map((placement) => ({ placement, participants: [{ player: `p${placement}` }] }));
    const matches = [{ externalId: 'm', playedAt: '2020-01-01T00:00:00Z', sides }];
    const stuck = admin.ask(SUBMIT, { input: { league: 'held', matches } }).then(
      ({ status }) => status,
      () => 'cut',
    );
    await expect.poll(() => isAnyoneWaiting(database.url)).toBe(true);
    const { status, stderr } = await service.end('SIGTERM');
    expect([status, stderr]).toEqual([0, '']);
    expect(await stuck).toBe('cut');
  });
});

async function isAnyoneWaiting(url: string): Promise<boolean> {
  return (await onServer(url, WAITING)).length > 0;
}

/** A server in this process, whose phase a test chooses. It tells how many heads of requests it has read. */
async function serverIn(phase: Phase, maxConnections = 1_000) {
  const config = readConfig({ OPENLADDER_DATABASE_URL: database.url, OPENLADDER_LOG_LEVEL: 'silent' });
  const { app, close } = await openApp(config, () => undefined);
  const server = await createServer(app, { ...config, rateLimit: null, maxConnections }, undefined, { phase });
  let heads = 0;
  server.server.on('request', () => heads++);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const stop = () => server.close().then(close);
  return { url, stop, heads: () => heads };
}

test.each<[Phase, string]>([
  ['starting', 'starting'],
  ['stopped', 'draining'],
])('a service that is %s refuses requests as documented, and is not ready', async (phase, phaseStatus) => {
  const { url, stop } = await serverIn(phase);
  const ready = await fetch(`${url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: phaseStatus, version: expect.any(String) }]);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${url}/graphql?query={viewer{name}}`, { method });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', retryAfter: 1 } }] });
  }
  await stop();
});

test('a service becomes ready after the token of its administrator is valid', async () => {
  const first = await databaseOfTest();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let isOver = false;
  const seen: string[] = [];
  const watch = async () => {
    while (!isOver) {
      const isReady = await fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      const answer = await client(url, TOKEN)
        .ask('{ viewer { scopes } }')
        .catch(() => null);
      if (isReady) seen.push(answer?.text ?? 'nothing');
    }
  };
  const watching = Promise.all([watch(), watch(), watch()]);
  const more = { OPENLADDER_DATABASE_URL: first.url, OPENLADDER_PORT: String(port) };
  const service = await startServiceProcess({ env: env(more) });
  await expect.poll(() => seen.length).toBeGreaterThan(10);
  isOver = true;
  await watching;
  expect(new Set(seen)).toEqual(new Set(['{"data":{"viewer":{"scopes":["platform:admin"]}}}\n']));
  await service.end('SIGTERM');
});

describe('a service at its limit of connections', () => {
  test('drops the connection that has been silent for longest in favour of a new request', async () => {
    const { url, stop } = await serverIn('serving', 10);
    const silent: Awaited<ReturnType<typeof connection>>[] = [];
    for (let count = 0; count < 40; count++) silent.push(await connection(url, ''));
    for (let count = 0; count < 20; count++) {
      expect((await fetch(`${url}/health`, { headers: { connection: 'close' } })).status).toBe(200);
    }
    await Promise.all(silent.slice(0, 30).map(({ ended }) => ended));
    await stop();
  });

  test('refuses new ones if all have requests', async () => {
    const { url, stop, heads } = await serverIn('serving', 10);
    const half = `${ASKING}content-length: 90\r\n\r\n{ "query`;
    const asking = await Promise.all(Array.from({ length: 10 }, () => connection(url, half)));
    await expect.poll(heads).toBe(10);
    const { answer } = await (await connection(url, '')).ended;
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1\r\n.*"code":"UNAVAILABLE","retryAfter":1/s);
    for (const { socket } of asking) socket.destroy();
    await expect
      .poll(() =>
        fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    await stop();
  });
});
