import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type WebSocket from 'ws';
import { createServer } from '../../services/api/dist/http/server.js';
import { match, newPlatform, openLeague, type Platform, play } from '../support/platform.js';
import { greeted } from '../support/subscriber.js';

const changed = (
  first: number,
) => `subscription { standingsChanged(league: "ladder") { cursor league { standings(first: ${first}) { nodes {
  rank player { handle } rating { value matchesPlayed } } } } } }`;

let platform: Platform;
let server: Awaited<ReturnType<typeof createServer>>;
let url: string;
let boards: number;
let sockets: WebSocket[];

const start = async (rateLimit: number | null) => {
  const { app } = platform;
  const reads = {
    query: (text: string, values?: unknown[]) => {
      if (text.includes('ORDER BY is_provisional')) boards++;
      return app.reads.query(text, values);
    },
  } as typeof app.reads;
  server = await createServer(
    { ...app, reads },
    { rateLimit, trustedProxies: [], corsOrigins: '*', maxConnections: 1_000, shutdownGrace: 1, site: null },
  );
  url = await server.listen({ port: 0 });
};
beforeEach(async () => {
  platform = await newPlatform();
  boards = 0;
  sockets = [];
  await openLeague(platform.app, 'ladder', 'zonestats');
  await play(platform.app, 'ladder', [match(1, 'ann beats ben')]);
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await server.close();
  await platform.close();
  await platform.drop();
});

interface Told {
  readonly next: unknown[];
  readonly codes: string[];
  closed: { code: number; reason: string } | null;
}

async function listener(): Promise<Told & { subscribe(id: number, query?: string): void }> {
  const socket = await greeted(url);
  sockets.push(socket);
  const told: Told = { next: [], codes: [], closed: null };
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data));
    if (type === 'next') told.next.push(payload.data);
    if (type === 'error') told.codes.push(payload[0].extensions.code);
  });
  socket.on('close', (code, reason) => {
    told.closed = { code, reason: String(reason) };
  });
  const subscribe = (id: number, query = changed(20)) =>
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
  return Object.assign(told, { subscribe });
}

async function eventually(what: string, isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 20) {
    if (waited > 20_000) throw new Error(`it never came about that ${what}`);
    await setTimeout(20);
  }
}

test('equal subscriptions share one reading of each event', async () => {
  await start(null);
  const listeners = await Promise.all(Array.from({ length: 20 }, listener));
  for (const { subscribe } of listeners) for (let id = 0; id < 20; id++) subscribe(id);
  // Each is there once it has heard of a match.
  await setTimeout(500);
  boards = 0;
  await play(platform.app, 'ladder', [match(2, 'cid beats dan')]);
  await eventually('all are told', () => listeners.every(({ next }) => next.length === 20));
  expect(new Set(listeners.flatMap(({ next }) => next.map((event) => JSON.stringify(event)))).size).toBe(1);
  expect(JSON.stringify(listeners[0]!.next[0])).toContain('cid');
  expect(boards).toBe(1);
});

describe('a caller on a socket', () => {
  test('pays for each subscription, and is told so and closed where nothing is left', async () => {
    await start(100);
    const told = await listener();
    for (let id = 0; id < 12; id++)
      told.subscribe(id, 'subscription { standingsChanged(league: "ladder") { cursor } }');
    await eventually('the socket is closed', () => told.closed !== null);
    expect(told.codes[0]).toBe('RATE_LIMITED');
    expect(told.closed).toMatchObject({
      code: 1013,
      reason: expect.stringMatching(/^The 100 points for this minute are used up; try again in \d+ s\.$/),
    });
  });

  test('pays for each event by what it reads', async () => {
    // Some 12 for the subscription, and 704 for a board of a hundred.
    await start(1_500);
    const told = await listener();
    told.subscribe(1, changed(100));
    await setTimeout(300);
    for (let n = 0; n < 4 && told.closed === null; n++) {
      await play(platform.app, 'ladder', [match(2 + n, `p${n} beats ben`)]);
      await setTimeout(400);
    }
    await eventually('the socket is closed', () => told.closed !== null);
    expect(told.next).toHaveLength(2);
    expect(told.codes).toEqual(['RATE_LIMITED']);
  });

  test('pays for documents that are refused', async () => {
    await start(1_100);
    const told = await listener();
    told.subscribe(1, 'subscription { nothing }');
    await eventually('it is refused', () => told.codes.length === 1);
    told.subscribe(2, 'subscription { nothing }');
    await eventually('the socket is closed', () => told.closed !== null);
    expect(told.codes).toEqual(['GRAPHQL_VALIDATION_FAILED', 'RATE_LIMITED']);
  });
});
