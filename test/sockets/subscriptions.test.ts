import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type WebSocket from 'ws';
import { playMany } from '../support/big-league.js';
import { holdLeague } from '../support/held-league.js';
import { askForRecompute, finished, RECOMPUTE } from '../support/recompute.js';
import { newToken, startStory, useStory } from '../support/story.js';
import { greeted, subscriber } from '../support/subscriber.js';

const WATCH = `subscription ($recompute: ID!) {
  recomputeProgressed(recompute: $recompute) { ${RECOMPUTE} league { ratingSystem { revision } } }
}`;

const story = useStory();
beforeAll(async () => {
  await playMany(await story.league('watched', 'zonestats'), 6000);
  await playMany(await story.league('hidden', 'zonestats', { visibility: 'PRIVATE' }), 6000);
});

describe('while a recompute is blocked', () => {
  let recompute: string;
  let letGo: () => Promise<void>;
  beforeAll(async () => {
    letGo = await holdLeague(story.databaseUrl, 'watched');
    ({ id: recompute } = await askForRecompute(story.admin, 'watched'));
  });
  afterAll(async () => {
    await letGo();
    expect((await finished(story.admin, recompute)).status).toBe('DONE');
  });

  test('it is no longer polled for clients that complete their subscriptions, close their sockets or disconnect', async () => {
    const sockets = await Promise.all([greeted(story.url), greeted(story.url), greeted(story.url)]);
    const [completes, closes, breaksOff] = sockets;
    const ids = Array.from({ length: 20 }, (_, n) => String(n));
    const looks = countLooks();
    try {
      const subscribe = (socket: WebSocket, id: string, watched: string) => {
        const payload = { query: WATCH, variables: { recompute: watched } };
        socket.send(JSON.stringify({ id, type: 'subscribe', payload }));
      };
      for (const socket of sockets) for (const id of ids) subscribe(socket, id, recompute);
      await expect.poll(() => looks.ofWatchers).toBeGreaterThan(180);

      const closed = once(closes!, 'close');
      breaksOff!.terminate();
      closes!.close();
      await closed;
      for (const id of ids) completes!.send(JSON.stringify({ id, type: 'complete' }));
      // What is refused after that shows that all of it has arrived.
      const refused = new Promise<void>((resolve) => {
        completes!.on('message', (data) => JSON.parse(String(data)).id === 'last' && resolve());
      });
      subscribe(completes!, 'last', 'nonsense');
      await refused;
      // The job itself looks five times a second whether it was cancelled.
      const looksOfJob = (more: number) => expect.poll(() => looks.ofJob).toBeGreaterThan(looks.ofJob + more);
      await looksOfJob(2);
      const before = looks.ofWatchers;
      await looksOfJob(10);
      expect(looks.ofWatchers).toBe(before);
    } finally {
      looks.stop();
    }
    completes!.terminate();
  });

  test('stopping the service closes sockets at once, with a reason', async () => {
    const other = await startStory({ databaseUrl: story.databaseUrl });
    const socket = await greeted(other.url);
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: WATCH, variables: { recompute } } }));
    await once(socket, 'message');
    const closed = once(socket, 'close');
    await other.stop();
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([1001, 'Going away']);
  });
});

test('a recompute of a private league is visible to its readers, and unknown to others', async () => {
  const { id } = await askForRecompute(story.admin, 'hidden');
  const stranger = subscriber(story.url, (await newToken(story.admin, { leagues: ['watched'] })).secret);
  const anonymous = subscriber(story.url);
  const bot = subscriber(story.url, (await newToken(story.admin, { leagues: ['hidden'] })).secret);
  const refusalOf = (given: string) => [
    {
      message: `recompute must be the id of a recompute, but is "${given}"`,
      extensions: { code: 'BAD_INPUT', argument: ['recompute'] },
    },
  ];
  await expect(stranger.subscribe(WATCH, { recompute: id }).ended).rejects.toMatchObject(refusalOf(id));
  await expect(anonymous.subscribe(WATCH, { recompute: id }).ended).rejects.toMatchObject(refusalOf(id));
  await expect(anonymous.subscribe(WATCH, { recompute: 'nonsense' }).ended).rejects.toMatchObject(
    refusalOf('nonsense'),
  );
  await bot.subscribe(WATCH, { recompute: id }).ended;
  for (const caller of [stranger, anonymous, bot]) caller.close();
});

/** Counts how often this process looks how a recompute stands, and its job whether it was cancelled. */
function countLooks() {
  const looks = { ofWatchers: 0, ofJob: 0, stop: () => spy.mockRestore() };
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    if (/ FROM recompute WHERE id = /.test(text)) looks[text.includes("'CANCELLED'") ? 'ofJob' : 'ofWatchers']++;
    return Reflect.apply(query, this, args);
  } as never);
  return looks;
}
