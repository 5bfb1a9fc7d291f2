import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { sentStatements } from '../support/statements.js';
import { HOUR, OPENING, type StoryLeague, useStory } from '../support/story.js';
import { useLadders } from './ladder.js';

let now = OPENING;
let league: StoryLeague;

const story = useStory({ clock: () => new Date(now) });
const ladders = useLadders('2020-01-01T00:00:00Z', () => story.databaseUrl);
beforeAll(async () => {
  now += 100 * HOUR;
  league = await story.league('led', 'zonestats');
});

async function night(): Promise<void> {
  now += 24 * HOUR;
  ladders.clock.now = now;
  await ladders.night();
}

test('the leader leads since the first midnight of an unbroken series in first place', async () => {
  expect(await league.read('leaderSince')).toEqual({ leaderSince: null });
  await league.play('ann beats ben', 'cid beats ben');
  expect(await league.read('leaderSince')).toEqual({ leaderSince: null });
  await night();
  await night();
  expect(await league.read('leaderSince')).toEqual({ leaderSince: '2020-01-06T00:00:00.000Z' });
  await league.play('ben beats ann', 'ben beats cid', 'ben beats ann', 'ben beats cid');
  // Ben was not first at the newest midnight.
  expect(await league.read('leaderSince')).toEqual({ leaderSince: null });
  await night();
  await night();
  expect(await league.read('leaderSince')).toEqual({ leaderSince: '2020-01-08T00:00:00.000Z' });
});

test('only slightly more days are read than the leader has led', async () => {
  const long = await story.league('long', 'zonestats', { played: ['ann beats ben'] });
  await night();
  const statements = async (of: StoryLeague) => {
    let leaderSince = '';
    const sent = await sentStatements(async () => {
      ({ leaderSince } = await of.read('leaderSince'));
    }, /standings_snapshot/);
    return { leaderSince, statements: sent.length };
  };
  const { leaderSince: first } = await statements(long);
  const recorded = (days: number, players: string) =>
    story.sql(`INSERT INTO standings_snapshot (league_id, day, midnight, recorded_at, revision, players, scores)
      SELECT league_id, day - n, midnight - n * interval '1 day', recorded_at, revision, ${players}, scores
      FROM (SELECT * FROM standings_snapshot WHERE league_id = (SELECT id FROM league WHERE slug = 'long')
            AND players IS NOT NULL ORDER BY day LIMIT 1) AS oldest, generate_series(1, ${days}) AS n`);
  await recorded(100, 'players');
  await recorded(400, 'players[2:2] || players[1:1]');
  const since = new Date(Date.parse(first) - 100 * 24 * HOUR).toISOString();
  expect(await statements(long)).toEqual({ leaderSince: since, statements: 3 });
  expect(await statements(league)).toMatchObject({ statements: 1 });
});

test('ranks over time are those of the board at midnights on which it had changed', async () => {
  const ranks = async (player: string, args = '') =>
    (await league.read(`rating(player: "${player}") { rankSeries${args} { at rank } }`)).rating.rankSeries;
  const at = (day: number) => `2020-01-0${day}T00:00:00.000Z`;
  expect(await ranks('ann')).toEqual([
    { at: at(6), rank: 1 },
    { at: at(8), rank: 3 },
  ]);
  expect(await ranks('ben')).toEqual([
    { at: at(6), rank: 3 },
    { at: at(8), rank: 1 },
  ]);
  expect(await ranks('ann', `(from: "${at(7)}")`)).toEqual([{ at: at(8), rank: 3 }]);
  expect(await ranks('ann', `(to: "${at(7)}")`)).toEqual([{ at: at(6), rank: 1 }]);
  const { rating } = await league.read(`rating(player: "ann", at: "${at(7)}") { rankSeries { rank } }`);
  expect(rating.rankSeries).toEqual([{ rank: 1 }]);
  await story.admin.mutate('hidePlayer', { league: 'led', player: 'ann', reason: 'asked for it' });
  expect(await ranks('ann')).toEqual([]);
});

test('rank lines have who was among the first at the end of each week, as it was recorded', async () => {
  const lines = async (args = '') =>
    (await weekly.read(`rankLines${args} { days lines { player { handle } ranks } }`)).rankLines;
  const weekly = await story.league('weekly', 'zonestats', { played: ['ann beats ben', 'cid beats ben'] });
  expect(await lines()).toEqual({ days: [], lines: [] });
  for (const _ of Array.from({ length: 8 })) await night();
  await weekly.play('ben beats ann', 'ben beats cid', 'ben beats ann', 'ben beats cid');
  const { days, lines: before } = await lines('(first: 2)');
  expect(days).toHaveLength(2);
  expect(Date.parse(days[1]) - Date.parse(days[0])).toBe(7 * 24 * HOUR);
  expect(before).toEqual([
    { player: { handle: 'ann' }, ranks: [1, 1] },
    { player: { handle: 'cid' }, ranks: [2, 2] },
  ]);
  await night();
  expect((await lines('(first: 1, weeks: 1)')).lines).toEqual([{ player: { handle: 'ben' }, ranks: [1] }]);
  const { lines: after } = await lines('(first: 2)');
  expect(after.find(({ player }: Row) => player.handle === 'ben')).toEqual({
    player: { handle: 'ben' },
    ranks: [null, 1],
  });
  await story.admin.mutate('hidePlayer', { league: 'weekly', player: 'ben', reason: 'asked for it' });
  expect((await lines()).lines.map(({ player }: Row) => player.handle).toSorted()).toEqual(['ann', 'cid']);
});
