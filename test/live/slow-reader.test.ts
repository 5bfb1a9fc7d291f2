import { afterAll, beforeAll, expect, test } from 'vitest';
import type WebSocket from 'ws';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { createServer } from '../../services/api/dist/http/server.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { LeagueFeeds } from '../../services/api/dist/live/league-feeds.js';
import { postGraphql } from '../support/graphql.js';
import { failingLog } from '../support/log.js';
import { match, openLeague, play, usePlatform } from '../support/platform.js';
import { greeted } from '../support/subscriber.js';
import { follower, MATCHES } from './follower.js';

/** Large events, which soon fill what the network holds for somebody. */
const LARGE = `subscription ($league: String!, $after: String) { matchRated(league: $league, after: $after) {
  cursor match { externalId ${[1, 2, 3, 4, 5].map((n) => `l${n}: league { description }`).join(' ')} }
} }`;
const SUBMISSIONS = 60;
const MATCHES_EACH = 50;

const platform = usePlatform();
let feeds: LeagueFeeds;
let server: Awaited<ReturnType<typeof createServer>>;
let url: string;
beforeAll(async () => {
  const { app } = platform;
  feeds = new LeagueFeeds(app.reads, app.wakeUps, failingLog, { events: 1000, matches: 10 * MATCHES_EACH });
  server = await createServer(
    { ...app, feeds },
    {
      rateLimit: null,
      trustedProxies: [],
      corsOrigins: '*',
      maxConnections: 100,
      maxSockets: 100,
      cacheSeconds: 0,
      shutdownGrace: 1,
      site: { hasSite: false, name: 'Open Ladder', logo: null, color: '#0f6b5c', links: [] },
    },
  );
  url = await server.listen({ port: 0 });
  await openLeague(app, 'fast', 'zonestats');
  await updateLeague(app, COMMAND_LINE, 'fast', { description: 'x'.repeat(2000) }, 'so that it is large');
});
afterAll(async () => {
  await server.close();
  feeds.close();
});

interface Received {
  readonly externalIds: string[];
  cursor: string | undefined;
  code: string | undefined;
}

/** Subscribes from the beginning, or after a cursor. */
function listen(socket: WebSocket, id: string, after: string): Received {
  const received: Received = { externalIds: [], cursor: undefined, code: undefined };
  socket.on('message', (data) => {
    const { id: subscription, type, payload } = JSON.parse(String(data));
    if (subscription !== id) return;
    if (type === 'error') received.code = payload[0].extensions.code;
    if (type !== 'next') return;
    received.externalIds.push(payload.data.matchRated.match.externalId);
    received.cursor = payload.data.matchRated.cursor;
  });
  const variables = { league: 'fast', after };
  socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query: LARGE, variables } }));
  return received;
}

async function currentCursor(): Promise<string> {
  const response = await postGraphql(url, { query: '{ league(slug: "fast") { eventCursor } }' });
  return ((await response.json()) as { data: { league: { eventCursor: string } } }).data.league.eventCursor;
}

test('a slow reader is notified that it fell behind, and continues from its place; others are not affected', async () => {
  const begin = await currentCursor();
  const socket = await greeted(url);
  const slow = listen(socket, 'slow', begin);
  const healthy = follower(MATCHES, 'fast', begin);
  healthy.connect(url);
  for (let n = 1; n <= SUBMISSIONS; n++) {
    const first = n * MATCHES_EACH;
    const matches = Array.from({ length: MATCHES_EACH }, (_, index) => ({
      ...match(n, 'ann beats ben'),
      externalId: String(first + index),
    }));
    await play(platform.app, 'fast', matches);
    await expect.poll(() => healthy.events.length, { interval: 5 }).toBe(n * MATCHES_EACH);
    // A client that reads nothing hears no ping, and would be dropped for its silence.
    socket.pong();
    if (n > 1) continue;
    await expect.poll(() => slow.externalIds.length).toBe(MATCHES_EACH);
    socket.pause();
  }
  healthy.disconnect();
  socket.resume();
  await expect.poll(() => slow.code).toBe('FELL_BEHIND');

  const again = listen(socket, 'again', slow.cursor!);
  const all = healthy.events.map(({ match }) => match.externalId);
  await expect.poll(() => again.externalIds.at(-1)).toBe(all.at(-1));
  expect([...slow.externalIds, ...again.externalIds]).toEqual(all);
  socket.terminate();
});
