import { afterAll, beforeAll, expect, test } from 'vitest';
import { passMidnight } from '../../services/api/dist/nightly/pass-midnight.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { DAY, match, newPlatform, OPENING, openLeague, play } from '../support/platform.js';
import { ERROR, type Story, type StoryLeague, startStory } from '../support/story.js';

let story: Story;
let league: StoryLeague;
beforeAll(async () => {
  story = await startStory();
  league = await story.league('rules', 'zonestats', { minMatches: 2 });
});
afterAll(() => story.stop());

const places = async (of = league): Promise<[string, number | null][]> => {
  const { standings } = await of.read('standings(includeProvisional: true) { nodes { rank player { handle } } }');
  return standings.nodes.map(({ rank, player }: { rank: number | null; player: { handle: string } }) => [
    player.handle,
    rank,
  ]);
};

async function update(input: object, of = league): Promise<unknown> {
  const { updateLeague } = await story.admin.get(
    `mutation ($input: UpdateLeagueInput!) { updateLeague(input: $input) { league { minMatches activeWithin } errors { ${ERROR} } } }`,
    { input: { league: of.slug, ...input } },
  );
  return updateLeague.errors.length > 0 ? updateLeague.errors : updateLeague.league;
}

test('a rank takes as many matches as the league says; until then, players stand below all others', async () => {
  await league.play('ann beats ben');
  expect(await league.board()).toEqual([]);
  expect(await places()).toEqual([
    ['ann', null],
    ['ben', null],
  ]);
  await league.play('ann beats cid', 'ben beats dan');
  expect(await league.board()).toEqual(['ann', 'ben']);
  expect((await places()).map(([, rank]) => rank)).toEqual([1, 2, null, null]);
  const read =
    await league.read(`rating(player: "cid") { rank isProvisional } ann: rating(player: "ann") { rank percentile }
    standings { totalCount } past: standings(asOf: "2020-01-01T00:30:00Z", includeProvisional: true) { nodes { rank } }
    latest: standings(asKnownAt: "${new Date().toISOString()}") { nodes { player { handle } } }`);
  expect(read).toMatchObject({
    rating: { rank: null, isProvisional: true },
    ann: { rank: 1 },
    standings: { totalCount: 2 },
    past: { nodes: [{ rank: null }, { rank: null }] },
    latest: { nodes: [{ player: { handle: 'ann' } }, { player: { handle: 'ben' } }] },
  });
});

test('a change of the rule ranks everybody anew at once, and a recompute ranks them the same', async () => {
  expect(await update({ minMatches: 3 })).toEqual({ minMatches: 3, activeWithin: null });
  expect(await league.board()).toEqual([]);
  expect(await update({ minMatches: 1 })).toEqual({ minMatches: 1, activeWithin: null });
  expect(await league.board()).toHaveLength(4);
  await update({ minMatches: 2 });
  const before = await places();
  await story.admin.get(
    'mutation { recomputeLeague(input: { league: "rules", reason: "again" }) { errors { message } } }',
  );
  expect(await places()).toEqual(before);
  expect(await update({ minMatches: -1, activeWithin: 0 })).toMatchObject([
    {
      code: 'BAD_INPUT',
      message: 'minMatches must be a whole number from 0 to 1000, but is -1',
      path: ['input', 'minMatches'],
    },
    { message: 'activeWithin must be a whole number from 1 to 36500, but is 0', path: ['input', 'activeWithin'] },
  ]);
});

test.each(['zonestats', 'timed-glicko'])(
  'players of %s who have been away lose their ranks until they play',
  async (system) => {
    const quiet = await story.league(
      `quiet-${system}`,
      system,
      system === 'zonestats' ? {} : { settings: { provisionalDeviation: 350 } },
    );
    await quiet.play('ann beats ben', 'cid beats dan');
    expect(await quiet.board()).toHaveLength(4);
    expect(await update({ activeWithin: 30 }, quiet)).toEqual({ minMatches: 0, activeWithin: 30 });
    expect(await quiet.board()).toEqual([]);
    await quiet.play(quiet.match('ben beats ann', { playedAt: new Date().toISOString() }));
    expect((await quiet.board()).sort()).toEqual(['ann', 'ben']);
    expect(await update({ activeWithin: null }, quiet)).toEqual({ minMatches: 0, activeWithin: null });
    expect(await quiet.board()).toHaveLength(4);
  },
);

test('a midnight takes the ranks of those who have not played for too long', async () => {
  const platform = await newPlatform();
  try {
    const at = (days: number) => ({ ...platform.app, clock: () => new Date(OPENING + days * DAY) });
    for (const rater of ['zonestats', 'timed-glicko']) {
      await openLeague(at(0), rater, rater);
      await platform.sql(`UPDATE league SET active_within = 7, min_matches = 2 WHERE slug = '${rater}'`);
      await play(at(3), rater, [match(1, 'ann beats ben'), match(2, 'ann beats ben'), match(3, 'cid beats dan')]);
    }
    const ranked = () =>
      platform.sql(`SELECT slug, string_agg(handle, ' ' ORDER BY handle) AS players FROM league
        JOIN rating ON league_id = league.id JOIN player ON player.id = player_id
        WHERE matches_played > 0 AND NOT is_provisional GROUP BY slug ORDER BY slug`);
    expect(await ranked()).toContainEqual({ slug: 'zonestats', players: 'ann ben' });
    const leagues = await platform.sql('SELECT id FROM league');
    for (const days of [9.5, 10.5]) {
      for (const { id } of leagues) await passMidnight(at(days), Number(id));
      if (days < 10) expect(await ranked()).toContainEqual({ slug: 'zonestats', players: 'ann ben' });
    }
    expect(await ranked()).toEqual([]);
    expect((await verifyDatabase(platform.app)).holds).toBe(true);
  } finally {
    await platform.close();
    await platform.drop();
  }
});
