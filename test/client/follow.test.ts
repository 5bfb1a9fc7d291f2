import { setTimeout } from 'node:timers/promises';
import {
  type BoardUpdate,
  createClient,
  duel,
  FollowMatchesDocument,
  type LeagueClient,
  type MatchRated,
  type MatchToSubmit,
} from '@openladder/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { databaseOfTest } from '../support/database.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { shared } from '../support/shared.js';
import { OPENING, useLeague, useStory } from '../support/story.js';
import { type Cable, layCable } from './cable.js';

const clientOf = (url: string, token: string | undefined = ADMIN_TOKEN) =>
  createClient({ url, token, webSocket: WebSocket });
const match = (n: number): MatchToSubmit => ({
  externalId: `g-${n}`,
  playedAt: new Date(OPENING + n * 1_000),
  sides: duel(`p${n % 7}`, `p${(n + 1) % 7}`),
});
const idOf = ({ match: { externalId } }: MatchRated) => externalId;

/** Reads events until there are so many. */
async function take(events: AsyncIterable<MatchRated>, count: number): Promise<MatchRated[]> {
  const taken: MatchRated[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

async function submitAll(league: LeagueClient, from: number, to: number): Promise<string[]> {
  const matches = Array.from({ length: to - from }, (_, n) => match(from + n));
  const results = await Promise.all(matches.map((one) => league.submit(one)));
  return results.map((result) => {
    if (!result.ok) throw new Error(result.error.message);
    return result.match.externalId;
  });
}

describe('matchRated', () => {
  let cable: Cable;
  let league: LeagueClient;
  let played = 0;
  /** Plays some matches. @returns their external ids */
  const play = (count: number) => {
    played += count;
    return submitAll(league, played - count, played);
  };
  const story = useStory();
  useLeague(story, 'europe');
  beforeEach(async () => {
    cable = await layCable(story.url);
    league = clientOf(cable.url).league('europe');
  });
  afterEach(() => cable.remove());

  test('continues after a saved cursor with every later match', async () => {
    const saved = (await take(league.matchRated({ after: await cursor() }), (await play(3)).length)).at(-1)!.cursor;
    const later = await play(5);
    expect((await take(league.matchRated({ after: saved }), 5)).map(idOf)).toEqual(later);
  });

  test('begins with the next match if nothing was saved, even if the connection breaks before it', async () => {
    const events = league.matchRated();
    const first = events.next();
    // The subscription is there once a second connection is.
    while (cable.connections() < 2) await setTimeout(10);
    cable.plug(null);
    cable.cut();
    const direct = clientOf(story.url).league('europe');
    const missed = await submitAll(direct, played, played + 2);
    played += 2;
    cable.plug(story.url);
    expect([idOf((await first).value!), idOf((await events.next()).value!)]).toEqual(missed);
    await events.return();
  });

  test('misses nothing and repeats nothing while connections break', async () => {
    const events = take(league.matchRated({ after: await cursor() }), 200);
    const expected: string[] = [];
    for (let round = 0; round < 20; round++) {
      expected.push(...(await play(10)));
      if (round % 2 === 0) cable.cut();
    }
    expect((await events).map(idOf)).toEqual(expected);
    expect(cable.connections()).toBeGreaterThan(10);
  });

  test('loses nothing if a reader is slower than the events', async () => {
    const events = league.matchRated({ after: await cursor() });
    const expected = await play(1);
    expect(idOf((await events.next()).value!)).toBe(expected[0]);
    for (let round = 0; round < 2; round++) expected.push(...(await play(600)));
    expect((await take(events, 1_200)).map(idOf)).toEqual(expected.slice(1));
  });

  test('ends on its signal while it waits for an event', async () => {
    const leave = new AbortController();
    const events = league.matchRated({ after: await cursor(), signal: leave.signal });
    const next = events.next();
    await setTimeout(50);
    leave.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test('does not retry after FORBIDDEN', async () => {
    const anonymous = clientOf(cable.url, 'ol_wrong').subscribe(FollowMatchesDocument, { league: 'europe' });
    await expect(anonymous.next()).rejects.toMatchObject({ name: 'Unauthenticated' });
    const nowhere = clientOf(cable.url).subscribe(FollowMatchesDocument, { league: 'nowhere' });
    await expect(nowhere.next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  async function cursor(): Promise<string> {
    const { league: found } = await story.admin.get('{ league(slug: "europe") { eventCursor } }');
    return found.eventCursor;
  }
});

test('a submission and a subscription survive kill -9 of the service', async () => {
  const database = await databaseOfTest();
  const start = (): Promise<ServiceProcess> =>
    startServiceProcess({
      env: {
        OPENLADDER_DATABASE_URL: database.url,
        OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
        OPENLADDER_RATE_LIMIT: 'off',
      },
    });
  const first = await start();
  const cable = await layCable(first.url);
  let sent = () => {};
  const client = createClient({
    url: cable.url,
    token: ADMIN_TOKEN,
    webSocket: WebSocket,
    retries: 20,
    fetch: (...given) => {
      sent();
      return fetch(...given);
    },
  });
  const league = client.league('europe');
  const europe = { slug: 'europe', name: 'Europe', ratingSystem: 'zonestats' };
  await first.as(ADMIN_TOKEN).mutate('createLeague', europe);
  const events = take(league.matchRated(), 300);
  // The subscription has a connection of its own.
  while (cable.connections() < 2) await setTimeout(10);
  const before = await submitAll(league, 0, 100);
  const underWay = new Promise<void>((resolve) => {
    sent = resolve;
  });
  const meanwhile = submitAll(league, 100, 300);
  await underWay;
  await first.end('SIGKILL');
  const second = await start();
  cable.plug(second.url);
  const expected = [...before, ...(await meanwhile)];
  expect((await events).map(idOf)).toEqual(expected);
  await second.end('SIGTERM');
  await cable.remove();
});

describe('on a league', () => {
  const story = useStory();
  useLeague(story, 'asia');
  const league = shared(async () => clientOf(story.url).league('asia'));

  test('watchBoard shows the board, and again after each change', async () => {
    await submitAll(league, 0, 30);
    const changes: BoardUpdate[] = [];
    let release = () => {};
    const next = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    const shown = next();
    const watch = league.watchBoard({ first: 3 }).on('change', (change) => {
      changes.push(change);
      release();
    });
    await shown;
    const changed = next();
    await submitAll(league, 30, 31);
    await changed;
    watch.close();
    const { standings } = (
      await story.admin.get('{ league(slug: "asia") { standings(first: 3) { nodes { player { handle } } } } }')
    ).league;
    expect(changes[0]!.moved).toBeNull();
    expect(changes[1]!.moved!.map(({ player }) => player.handle).toSorted()).toEqual(['p2', 'p3']);
    expect(changes[1]!.rows.map(({ player }) => ({ player: { handle: player.handle } }))).toEqual(standings.nodes);
  });

  test('watchBoard reports an unknown league', async () => {
    const failure = await new Promise((resolve) => {
      clientOf(story.url).league('nowhere').watchBoard().on('error', resolve);
    });
    expect(failure).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a ticket of the queue is resolved when an opponent comes, and can be returned', async () => {
    const ann = await league.queue.join('ann');
    if (!ann.ok) throw new Error(ann.error.message);
    expect(ann.status).toBe('WAITING');
    const { resolved } = ann;
    const ben = await league.queue.join('ben');
    if (!ben.ok) throw new Error(ben.error.message);
    expect(await ben.resolved).toMatchObject({ status: 'MATCHED', opponent: { handle: 'ann' } });
    expect(await resolved).toMatchObject({ status: 'MATCHED', opponent: { handle: 'ben' } });

    const cid = await league.queue.join('cid');
    expect(cid.ok && (await cid.leave())).toMatchObject({ ok: true, status: 'LEFT' });
    expect(await league.queue.join('!!')).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
  });
});
