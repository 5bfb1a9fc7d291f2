import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addTokenGrowth } from '../../services/api/dist/league/replay-use.repository.js';
import { namesItsLeague } from '../support/names-its-league.js';
import { openPlatform } from '../support/platform.js';
import { type Story, type StoryLeague, startStory } from '../support/story.js';

let story: Story;
let league: StoryLeague;
beforeAll(async () => {
  story = await startStory();
  league = await story.league('there', 'elo');
  await league.play('ann beats ben', 'ben beats ann');
  await story.league('gone', 'elo');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => story.stop());

/** What Citus says of a server that it cannot reach, and PostgreSQL of its transaction after that. */
const AWAY = `DO $$ BEGIN RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006'; END $$`;

/**
 * Stands in for a cluster without one of its servers: statements fail that do not say of which league they are, and those of this
 * league. What a cluster does besides, such as writing shared tables on all servers, it does not show.
 */
function serverAway(leagueId: number): void {
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    const values = typeof first === 'string' ? second : (first.values ?? second);
    const isGone =
      !namesItsLeague(text) || (/\bFROM "?league"? /.test(text) && Array.isArray(values) && isOf(values, leagueId));
    if (!isGone) return Reflect.apply(query, this, args);
    const callback = args.at(-1);
    return Reflect.apply(query, this, typeof callback === 'function' ? [AWAY, callback] : [AWAY]);
  } as never);
}

/** Whether only this league is asked for. */
const isOf = (values: readonly unknown[], leagueId: number) =>
  values.length === 1 && JSON.stringify(values.flat()) === JSON.stringify([leagueId]);

test('a league whose server is there goes on while that of another league is away', async () => {
  const [{ id }] = (await story.sql(`SELECT id FROM league WHERE slug = 'gone'`)) as [{ id: number }];
  const { match } = await league.read('match(externalId: "there-1") { id version }');
  serverAway(id);
  const late = { playedAt: '2019-12-31T00:00:00Z', externalId: 'late' };
  await league.play(league.match('ann beats ben', late));
  const voided = { match: match.id, expectedVersion: match.version, reason: 'while one is away' };
  const { voidMatch } = await story.admin.get(
    'mutation ($input: VoidMatchInput!) { voidMatch(input: $input) { errors { message } } }',
    { input: voided },
  );
  expect(voidMatch.errors).toEqual([]);
  const { joinQueue } = await story.admin.get(
    'mutation ($input: JoinQueueInput!) { joinQueue(input: $input) { ticket { status } errors { message } } }',
    { input: { league: 'there', player: 'ann' } },
  );
  expect(joinQueue.errors).toEqual([]);
  const { updateLeague } = await story.admin.get(
    'mutation ($input: UpdateLeagueInput!) { updateLeague(input: $input) { errors { message } } }',
    { input: { league: 'there', name: 'Still there', reason: 'while one is away' } },
  );
  expect(updateLeague.errors).toEqual([]);
});

test('lists of leagues have those that can be reached', async () => {
  const [{ id }] = (await story.sql(`SELECT id FROM league WHERE slug = 'gone'`)) as [{ id: number }];
  const query = (first: number) => `{ leagues(first: ${first}) { totalCount nodes { slug } } }`;
  const { leagues: all } = await story.admin.get(query(7));
  expect(all.nodes.map(({ slug }: { slug: string }) => slug)).toEqual(['gone', 'there']);
  serverAway(id);
  expect(await story.admin.get(query(8))).toEqual({ leagues: { totalCount: 1, nodes: [{ slug: 'there' }] } });
  expect((await fetch(`${story.url}/`)).status).toBe(200);
});

test('what a token makes leagues grow is counted once', async () => {
  const [{ id }] = (await story.sql(`SELECT id FROM league WHERE slug = 'gone'`)) as [{ id: number }];
  const { app, close } = await openPlatform(story.databaseUrl);
  const token = { scopes: ['matches:submit'], leagues: ['there'], name: 'grower' };
  await story.admin.get('mutation ($input: CreateTokenInput!) { createToken(input: $input) { errors { message } } }', {
    input: token,
  });
  const [{ id: tokenId }] = (await story.sql(`SELECT id FROM token WHERE name = 'grower'`)) as [{ id: number }];
  serverAway(id);
  const growth = [{ id: tokenId, day: Date.UTC(2020, 0, 1), untold: 100 }];
  expect(await addTokenGrowth(app.database, growth)).toEqual(new Map([[tokenId, 100]]));
  vi.restoreAllMocks();
  expect(await story.sql(`SELECT bytes FROM token_growth WHERE token_id = ${tokenId}`)).toEqual([{ bytes: 100 }]);
  await close();
});
