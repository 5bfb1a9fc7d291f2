import { BoardDocument, createClient, duel, LadderError, type LeagueClient } from '@openladder/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN } from '../support/service.js';
import { OPENING, useStory } from '../support/story.js';

const PLAYERS = 230;
let europe: LeagueClient;
const story = useStory();
beforeAll(async () => {
  await story.league('europe');
  await story.league('asia');
  europe = createClient({ url: story.url, token: ADMIN_TOKEN, retries: 0 }).league('europe');
  const games = Array.from({ length: PLAYERS }, (_, n) => [`p${n}`, `p${(n + 1) % PLAYERS}`] as const);
  const results = await Promise.all(
    games.map(([winner, loser], n) =>
      europe.submit({ externalId: `g-${n}`, playedAt: new Date(OPENING + n * 1_000), sides: duel(winner, loser) }),
    ),
  );
  expect(results.every(({ ok }) => ok)).toBe(true);
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('lists go through all pages', () => {
  test('the board in order, each player once', async () => {
    const rows = await all(europe.standings({ includeProvisional: true }));
    expect(new Set(rows.map(({ player }) => player.handle)).size).toBe(PLAYERS);
    const scores = rows.filter(({ rank }) => rank !== null).map(({ rating }) => rating.score!);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test('matches, newest first, and those of a player', async () => {
    const matches = await all(europe.matches());
    expect(matches.map(({ externalId }) => externalId)).toEqual(
      Array.from({ length: PLAYERS }, (_, n) => `g-${PLAYERS - 1 - n}`),
    );
    const own = await all(europe.matches({ player: 'p1' }));
    expect(own.map(({ externalId }) => externalId)).toEqual(['g-1', 'g-0']);
  });

  test('the history of a player, and an empty one for a player without matches', async () => {
    const changes = await all(europe.history('p1'));
    expect(changes.map(({ match }) => match.externalId)).toEqual(['g-1', 'g-0']);
    expect(await all(europe.history('nobody'))).toEqual([]);
  });

  test('leagues', async () => {
    const client = createClient({ url: story.url });
    expect((await all(client.leagues())).map(({ slug }) => slug)).toEqual(['asia', 'europe']);
    expect((await all(client.leagues({ search: 'eur' }))).map(({ slug }) => slug)).toEqual(['europe']);
  });

  test('no page is requested after the reader stops', async () => {
    let requests = 0;
    const counted: typeof fetch = (...given) => {
      requests++;
      return fetch(...given);
    };
    const client = createClient({ url: story.url, fetch: counted });
    for await (const row of client.league('europe').standings({ includeProvisional: true })) {
      if (row.player.handle) break;
    }
    expect(requests).toBe(1);
  });
});

describe('request', () => {
  test('sends any typed document, and any text', async () => {
    const client = createClient({ url: `${story.url}/` });
    const { league } = await client.request(BoardDocument, { league: 'europe', first: 2 });
    expect(league!.standings.nodes).toHaveLength(2);
    expect(await client.request('{ viewer { name } }')).toEqual({ viewer: null });
  });

  test('throws an error with the code of the service and the id of the request in its log', async () => {
    const client = createClient({ url: story.url });
    const failure = await client.request(BoardDocument, { league: 'europe', first: 1_000 }).catch((error) => error);
    expect(failure).toBeInstanceOf(LadderError);
    expect(failure).toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('first must be 1 to 100'),
      requestId: expect.any(String),
    });
  });

  test('reports a league that is unknown, or that the token may not read', async () => {
    const nowhere = createClient({ url: story.url }).league('nowhere');
    const failure = { code: 'NOT_FOUND', message: 'There is no league "nowhere", or this token may not read it' };
    await expect(all(nowhere.standings())).rejects.toMatchObject(failure);
    await expect(nowhere.match('g-1')).rejects.toMatchObject(failure);
  });
});

describe('corrections', () => {
  test('are previewed, made, and undone', async () => {
    const match = (await europe.match('g-7'))!;
    const given = { expectedVersion: match.version, reason: 'a test' };
    const plan = await europe.voidMatch(match.id, { ...given, dryRun: true });
    expect(plan).toMatchObject({ ok: true, effect: { changeCount: expect.any(Number) } });
    expect(await europe.match('g-7')).toEqual(match);

    expect(await europe.voidMatch(match.id, given)).toMatchObject({ ok: true, match: { status: 'VOID', version: 2 } });
    const again = { ...given, expectedVersion: 2 };
    expect(await europe.restoreMatch(match.id, again)).toMatchObject({ ok: true, match: { status: 'RATED' } });
    const amended = await europe.amendMatch(match.id, {
      ...given,
      expectedVersion: 3,
      sides: duel('p8', 'p7'),
      playedAt: new Date(OPENING + 7_500),
    });
    expect(amended).toMatchObject({ ok: true, match: { version: 4 } });
    expect((await europe.match('g-7'))!.playedAt).toBe(new Date(OPENING + 7_500).toISOString());
  });

  test('are refused as a value', async () => {
    const match = (await europe.match('g-9'))!;
    const refused = await europe.voidMatch(match.id, { expectedVersion: 5, reason: 'a test' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'STALE_VERSION' } });
  });

  test('happen once under an idempotency key, however often they are sent', async () => {
    const match = (await europe.match('g-11'))!;
    const given = { expectedVersion: match.version, reason: 'a test', idempotencyKey: 'void-g-11' };
    const first = await europe.voidMatch(match.id, given);
    expect(await europe.voidMatch(match.id, given)).toEqual(first);
    expect(first).toMatchObject({ ok: true, match: { version: 2 } });
  });
});
