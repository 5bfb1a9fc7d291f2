import pg from 'pg';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addTokenGrowth } from '../../services/api/dist/league/quota.js';
import { useDatabase } from '../support/database.js';
import { distributeKeys } from '../support/distribute-keys.js';
import type { Row } from '../support/graphql.js';
import { openPlatform } from '../support/platform.js';
import { serverAway } from '../support/server-away.js';
import { useLeague, useStory } from '../support/story.js';

/** The id of the league whose server goes away, which no other value has. */
const GONE = 1_000_000;

const database = useDatabase();
beforeAll(() => distributeKeys(database.url));
const story = useStory(() => ({ databaseUrl: database.url }));
const league = useLeague(
  story,
  { slug: 'there', ratingSystem: 'elo' },
  'ann beats ben',
  'ben beats ann',
  'ann beats ben',
);
beforeAll(async () => {
  await (await story.league('too', 'elo')).play('ann beats ben');
  await story.sql(`SELECT setval('league_id_seq', ${GONE - 1})`);
  await (await story.league('gone', 'elo')).play('ann beats ben');
});
afterEach(() => void vi.restoreAllMocks());

test('the stand-in refuses the same as a cluster without one of its servers', async () => {
  serverAway(GONE);
  const refused = 'connection to the remote node failed';
  await expect(story.sql(`UPDATE player SET handle = 'x'`)).rejects.toThrow(refused);
  await expect(story.sql('SELECT FROM match')).rejects.toThrow(refused);
  const passedOn = `WITH moved AS (DELETE FROM rating_change WHERE league_id = 1 RETURNING *),
    kept AS (INSERT INTO superseded_stretch SELECT * FROM moved WHERE league_id = 1) SELECT FROM moved`;
  await expect(story.sql(passedOn)).rejects.toThrow(refused);
  expect(await story.sql('SELECT max(sequence) FROM match WHERE league_id = 1')).toEqual([{ max: 3 }]);
});

test('a league whose server is reachable continues while that of another league is away', async () => {
  serverAway(GONE);
  await league.play('ben beats ann');
  await league.play(league.match('ann beats ben', { playedAt: '2019-12-31T00:00:00Z', externalId: 'late' }));
  const reason = 'while one is away';
  const sides = ['ann', 'ben'].map((player, index) => ({ placement: index + 1, participants: [{ player }] }));
  await story.admin.mutate('amendMatch', { ...(await league.correctable('there-2')), sides, reason });
  await story.admin.mutate('voidMatch', { ...(await league.correctable('there-1')), reason });
  await story.admin.mutate('joinQueue', { league: 'there', player: 'ann' });
  await story.admin.mutate('updateLeague', { league: 'there', name: 'Still there', reason });
  expect(await league.board('first: 10, includeProvisional: true')).toEqual(expect.arrayContaining(['ann', 'ben']));
  const { auditLog } = await league.read('auditLog(first: 4) { nodes { action } }');
  expect(auditLog.nodes.map(({ action }: Row) => action)).toEqual([
    'updateLeague',
    'voidMatch',
    'amendMatch',
    expect.any(String),
  ]);
  const page = await fetch(`${story.url}/l/there`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Still there')]);
});

test('matches, corrections, totals and a search of all leagues contain the reachable leagues', async () => {
  const query = `{
    matches(first: 20) { nodes { league { slug } } unreachable }
    corrections { nodes { league { slug } } unreachable }
    search(text: "t") { __typename ... on League { slug } }
    totals { leagues }
  }`;
  const before = await story.admin.get(query);
  expect(before).toMatchObject({ matches: { unreachable: [] }, totals: { leagues: 3 } });
  serverAway(GONE);
  const slugs = (list: Row) => new Set(list.nodes.map(({ league }: Row) => league.slug));
  const { matches, corrections, search, totals } = await story.admin.get(query);
  expect([...slugs(matches)].toSorted()).toEqual(['there', 'too']);
  expect(slugs(corrections)).toEqual(slugs(before.corrections));
  expect([matches.unreachable, corrections.unreachable]).toEqual([['gone'], ['gone']]);
  expect(search.map(({ slug }: Row) => slug)).toEqual(['there', 'too']);
  expect(totals).toEqual({ leagues: 2 });
});

test.each([
  'leagues(first: 6) { totalCount nodes { slug } unreachable }',
  'leagues(first: 6) { totalCount }',
  'matches(first: 6) { nodes { league { slug } } unreachable }',
  'corrections(first: 6) { unreachable }',
  'totals { leagues matches }',
])('a list is not cached if a server went away after the versions of all leagues were read: %s', async (list) => {
  const { query: send } = pg.Client.prototype;
  serverAway(GONE);
  const spy = vi.mocked(pg.Client.prototype.query);
  const refuse = spy.getMockImplementation()!;
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { text } = args[0] as { readonly text?: string };
    return Reflect.apply(text?.includes('sum(mark)') ? send : refuse, this, args);
  } as never);
  const lacking = await story.anonymous.get(`{ ${list} }`);
  vi.restoreAllMocks();
  expect(await story.anonymous.get(`{ ${list} }`)).not.toEqual(lacking);
});

test('lists of leagues contain the reachable ones, and name the others', async () => {
  const query = (first: number) => `{ leagues(first: ${first}) { totalCount nodes { slug } unreachable } }`;
  const nodes = (...slugs: string[]) => slugs.map((slug) => ({ slug }));
  expect(await story.admin.get(query(7))).toEqual({
    leagues: { totalCount: 3, nodes: nodes('gone', 'there', 'too'), unreachable: [] },
  });
  serverAway(GONE);
  const reached = { totalCount: 2, nodes: nodes('there', 'too') };
  expect(await story.admin.get(query(8))).toEqual({ leagues: { ...reached, unreachable: ['gone'] } });
  const ratings = 'player(handle: "ann") { ratings { nodes { league { slug } matchesPlayed } unreachable } }';
  expect(await story.admin.get(`{ ${ratings} }`)).toEqual({
    player: {
      ratings: {
        nodes: [
          { league: { slug: 'there' }, matchesPlayed: 4 },
          { league: { slug: 'too' }, matchesPlayed: 1 },
        ],
        unreachable: ['gone'],
      },
    },
  });
});

test('an unreachable private league is named only to its readers', async () => {
  await story.sql(`UPDATE league_slug SET visibility = 'PRIVATE' WHERE slug = 'gone'`);
  serverAway(GONE);
  const query = '{ leagues(first: 9) { nodes { slug } unreachable } }';
  expect((await story.anonymous.get(query)).leagues.unreachable).toEqual([]);
  expect((await story.admin.get(query)).leagues.unreachable).toEqual(['gone']);
  vi.restoreAllMocks();
  await story.sql(`UPDATE league_slug SET visibility = 'PUBLIC' WHERE slug = 'gone'`);
});

test('pages have a note that leagues are missing while they cannot be reached', async () => {
  const textOf = async (path: string) => {
    const response = await fetch(`${story.url}${path}`, { headers: { 'cache-control': 'no-cache' } });
    expect(response.status, path).toBe(200);
    return response.text();
  };
  const missing = 'Some leagues can’t be reached at the moment.';
  for (const path of ['/', '/p/ann']) expect(await textOf(path), path).not.toContain(missing);
  serverAway(GONE);
  for (const path of ['/?after=&q=', '/p/ben']) expect(await textOf(path), path).toContain(missing);
});

test('the growth of leagues by a token is counted once', async () => {
  const { app, close } = await openPlatform(story.databaseUrl);
  await story.admin.mutate('createToken', { scopes: ['matches:submit'], leagues: ['there'], name: 'grower' });
  const [{ id: tokenId }] = (await story.sql(`SELECT id FROM token WHERE name = 'grower'`)) as [{ id: number }];
  serverAway(GONE);
  const growth = [{ id: tokenId, day: Date.UTC(2020, 0, 1), pending: 100 }];
  expect(await addTokenGrowth(app.database, growth)).toEqual(new Map([[tokenId, 100]]));
  vi.restoreAllMocks();
  expect(await story.sql(`SELECT bytes FROM token_growth WHERE token_id = ${tokenId}`)).toEqual([{ bytes: 100 }]);
  await close();
});
