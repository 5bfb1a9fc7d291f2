import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '@openladder/rating/random';
import { expect, test } from 'vitest';
import { ProcessSession } from '../../services/api/dist/database/process-session.js';
import { directUrlOf } from '../support/database.js';
import { failingLog } from '../support/log.js';
import { startStory, storyLeague, useLeague, useStory } from '../support/story.js';
import { BOARD, type Follower, follower, MATCHES } from './follower.js';

const WRITES = 120;
const WRITERS = 6;
const FOLLOWERS = 6;
const PLAYERS = ['ann', 'ben', 'cid', 'dan', 'eve', 'fay'];

const first = useStory();
const second = useStory(() => ({ databaseUrl: first.databaseUrl }));
const league = useLeague(first, 'busy');

/** Ends the connections on which the replicas listen. */
async function cutListeners(): Promise<number> {
  const rows = await first.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                                WHERE datname = current_database() AND application_name = 'openladder live'`);
  return rows.length;
}

async function logged(): Promise<string[]> {
  const rows = await first.sql('SELECT external_id FROM match ORDER BY sequence');
  return rows.map(({ external_id }) => String(external_id));
}

const seed = Number(process.env.LIVE_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`a client that connects and disconnects receives every match once, in order (LIVE_SEED=${seed})`, async () => {
  const random = seededRandom(seed);
  const leagues = [first, second].map(({ admin }) => storyLeague(admin, 'busy'));
  const begin = (await league.read('eventCursor')).eventCursor;
  let isOver = false;

  const sentence = () => {
    const winner = random.pick(PLAYERS);
    return `${winner} beats ${random.pick(PLAYERS.filter((player) => player !== winner))}`;
  };
  const write = async (n: number) => {
    const size = random.chance(0.3) ? random.integer(1, 20) : 1;
    const batch = Array.from({ length: size }, (_, index) => ({
      ...league.match(sentence(), random.chance(0.05) ? { playedAt: '2019-06-01T00:00:00Z' } : {}),
      externalId: `${n}-${index}`,
    }));
    const [result] = await random.pick(leagues).submit(batch);
    if (!random.chance(0.1) || result?.__typename !== 'MatchAccepted') return;
    const input = { match: result.match.id, expectedVersion: 1, reason: 'to see what follows' };
    await random.pick([first, second]).admin.attempt('voidMatch', input);
  };
  const writer = async (number: number) => {
    for (let n = number; n < WRITES; n += WRITERS) await write(n);
  };
  const comeAndGo = async (each: Follower) => {
    while (!isOver) {
      each.connect(random.pick([first, second]).url);
      await setTimeout(random.integer(0, 150));
      each.disconnect();
    }
    each.connect(random.pick([first, second]).url);
  };
  const cut = async () => {
    let listeners = 0;
    while (!isOver) {
      await setTimeout(200);
      listeners += await cutListeners();
    }
    expect(listeners).toBeGreaterThan(0);
  };

  const followers = Array.from({ length: FOLLOWERS }, () => follower(MATCHES, 'busy', begin));
  const faithful = [first, second].map(({ url }) => {
    const each = follower(MATCHES, 'busy', begin);
    each.connect(url);
    return each;
  });
  const board = follower(BOARD, 'busy', begin);
  board.connect(second.url);
  const others = Promise.all([...followers.map(comeAndGo), cut()]);
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  isOver = true;
  await others;

  const expected = await logged();
  for (const each of [...followers, ...faithful]) {
    await expect.poll(() => each.events.length).toBeGreaterThanOrEqual(expected.length);
    expect(each.events.map(({ match }) => match.externalId)).toEqual(expected);
    each.disconnect();
  }
  const { revision } = (await league.read('ratingSystem { revision }')).ratingSystem;
  await expect.poll(() => board.events.at(-1).revision).toBe(revision);
  const matchesSeen = () => board.events.reduce((sum, { matchCount }) => sum + matchCount, 0);
  await expect.poll(matchesSeen).toBe(expected.length);
  board.disconnect();
});

test('a cursor from before a restart continues after it', async () => {
  const replica = await startStory({ databaseUrl: first.databaseUrl });
  const each = follower(MATCHES, 'busy', (await league.read('eventCursor')).eventCursor);
  each.connect(replica.url);
  await league.submit([league.match('ann beats ben', { externalId: 'before the restart' })]);
  await expect.poll(() => each.events.length).toBe(1);
  await replica.stop();
  each.disconnect();
  await league.submit([league.match('ann beats ben', { externalId: 'meanwhile' })]);

  const restarted = await startStory({ databaseUrl: first.databaseUrl });
  each.connect(restarted.url);
  await league.submit([league.match('ann beats ben', { externalId: 'after it' })]);
  await expect.poll(() => each.events.length).toBe(3);
  expect(each.events.map(({ match }) => match.externalId)).toEqual(['before the restart', 'meanwhile', 'after it']);
  each.disconnect();
  await restarted.stop();
});

test('while the service cannot listen, its followers find new events by polling', async () => {
  const each = follower(MATCHES, 'busy', (await league.read('eventCursor')).eventCursor);
  each.connect(second.url);
  const stop = new AbortController();
  const cutting = (async () => {
    while (!stop.signal.aborted) await cutListeners();
  })();
  await storyLeague(first.admin, 'busy').submit([league.match('ann beats ben', { externalId: 'unheard' })]);
  await expect.poll(() => each.events.length).toBe(1);
  stop.abort();
  await cutting;
  each.disconnect();
});

test('a session that is lost during its preparation is prepared again', async () => {
  const session = new ProcessSession(directUrlOf(first.databaseUrl), { ...failingLog, error: () => undefined }, 'cut');
  await session.open();
  let times = 0;
  await session.prepare(async (client) => {
    if (times++ === 0)
      await first.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut'`);
    await client.query('SELECT');
  });
  await expect.poll(() => times).toBe(2);
  await session.close();
});
