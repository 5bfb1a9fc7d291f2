import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type WebSocket from 'ws';
import { createServer } from '../../services/api/dist/http/server.js';
import { eventually } from '../embedded/support.js';
import { client } from '../support/graphql.js';
import { leagueWith, match, newPlatform, type Platform, play } from '../support/platform.js';
import { greeted } from '../support/subscriber.js';

/** Follows the board from now on, also if something happens before the service has read this. */
async function changed(first: number): Promise<string> {
  const query = '{ league(slug: "ladder") { eventCursor } }';
  const { data } = await client(url).ask(query);
  return `subscription { standingsChanged(league: "ladder", after: "${data.league.eventCursor}") { cursor league {
    standings(first: ${first}) { nodes { rank player { handle } rating { value matchesPlayed } } } } } }`;
}

let platform: Platform;
let server: Awaited<ReturnType<typeof createServer>>;
let url: string;
let sockets: WebSocket[];

const start = async (rateLimit: number | null) => {
  server = await createServer(platform.app, {
    rateLimit,
    trustedProxies: [],
    corsOrigins: '*',
    maxConnections: 1_000,
    maxSockets: 1_000,
    cacheSeconds: 0,
    shutdownGrace: 1,
    site: { hasSite: false, name: 'Open Ladder', logo: null, color: '#0f6b5c', links: [] },
  });
  url = await server.listen({ port: 0 });
};
beforeEach(async () => {
  platform = await newPlatform();
  sockets = [];
  await leagueWith(platform.app, 'ladder', 'zonestats', [match(1, 'ann beats ben')]);
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await server.close();
  await platform.remove();
});

interface Received {
  readonly next: unknown[];
  /** How many were told of each event together with it. */
  readonly listeners: unknown[];
  readonly codes: string[];
  closed: { code: number; reason: string } | null;
}

async function listener(): Promise<Received & { subscribe(id: number, query: string): void }> {
  const socket = await greeted(url);
  sockets.push(socket);
  const received: Received = { next: [], listeners: [], codes: [], closed: null };
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data));
    if (type === 'next') received.next.push(payload.data);
    if (type === 'next') received.listeners.push(payload.extensions?.listeners);
    if (type === 'error') received.codes.push(payload[0].extensions.code);
  });
  socket.on('close', (code, reason) => {
    received.closed = { code, reason: String(reason) };
  });
  const subscribe = (id: number, query: string) =>
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
  return Object.assign(received, { subscribe });
}

describe('a caller on a socket', () => {
  test('pays for each subscription, and is closed with a reason when nothing is left', async () => {
    await start(100);
    const received = await listener();
    for (let id = 0; id < 12; id++)
      received.subscribe(id, 'subscription { standingsChanged(league: "ladder") { cursor } }');
    await eventually('the socket is closed', () => received.closed !== null);
    expect(received.codes[0]).toBe('RATE_LIMITED');
    expect(received.closed).toMatchObject({
      code: 1013,
      reason: expect.stringMatching(/^The 100 points for this minute are used up; try again in \d+ s\.$/),
    });
  });

  test('pays for each event by what it reads', async () => {
    // Some 12 for the subscription, and 605 for a board of a hundred.
    await start(1_500);
    const received = await listener();
    received.subscribe(1, await changed(100));
    for (let n = 1; n <= 2; n++) {
      await play(platform.app, 'ladder', [match(1 + n, `p${n} beats ben`)]);
      await eventually('it is told', () => received.next.length === n);
    }
    await play(platform.app, 'ladder', [match(4, 'p3 beats ben')]);
    await eventually('the socket is closed', () => received.closed !== null);
    expect(received.next).toHaveLength(2);
    expect(received.codes).toEqual(['RATE_LIMITED']);
  });

  test("is refused a subscription whose single event costs more than a minute's points", async () => {
    await start(400);
    const received = await listener();
    received.subscribe(1, await changed(100));
    await eventually('it is refused', () => received.codes.length === 1);
    expect(received.codes).toEqual(['TOO_COSTLY']);
    expect(received.closed, 'the socket stays open').toBeNull();
  });

  test('pays for refused documents', async () => {
    await start(1_100);
    const received = await listener();
    received.subscribe(1, 'subscription { nothing }');
    await eventually('it is refused', () => received.codes.length === 1);
    received.subscribe(2, 'subscription { nothing }');
    await eventually('the socket is closed', () => received.closed !== null);
    expect(received.codes).toEqual(['GRAPHQL_VALIDATION_FAILED', 'RATE_LIMITED']);
  });
});
