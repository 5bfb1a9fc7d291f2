import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import { type Story, type StoryLeague, startStory } from '../support/story.js';

let story: Story;
let league: StoryLeague;
let id: number;

beforeEach(async () => {
  story = await startStory();
  league = await story.league('crowd', 'zonestats');
  await playMany(league, 120, 30);
  id = Number((await story.sql(`SELECT id FROM league WHERE slug = 'crowd'`))[0]!.id);
});

afterEach(() => story.stop());

const buckets = () =>
  story.sql(
    `SELECT span, bucket, players FROM rank_bucket WHERE league_id = ${id} AND players <> 0 ORDER BY span, bucket`,
  );
/** Everybody's bucket, and the group that it is in, at so many buckets a point. */
const counted = (perPoint: unknown) =>
  `SELECT league_id, span, score_bucket(score, ${perPoint}) | span AS bucket, count(*)::integer AS players
   FROM rating CROSS JOIN (VALUES (0), (255)) AS spans (span)
   WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const build = () => story.sql(`SELECT build_rank_buckets(${id})`);

/** Everyone's rank as the board, their own page and a page around them tell it. */
async function ranks(): Promise<Record<string, number>> {
  const { standings } = await league.read(
    'standings(first: 100) { nodes { rank player { handle } rating { score } } }',
  );
  const all = standings.nodes as { rank: number; player: { handle: string }; rating: { score: number } }[];
  for (const { rank, player, rating } of all) {
    expect(rank).toBe(1 + all.filter((other) => other.rating.score > rating.score).length);
    const own = await league.read(
      `rating(player: "${player.handle}") { rank } standings(first: 3, around: "${player.handle}") { nodes { rank player { handle } } }`,
    );
    expect(own.rating.rank).toBe(rank);
    expect(own.standings.nodes).toContainEqual({ rank, player });
  }
  return Object.fromEntries(all.map(({ rank, player }) => [player.handle, rank]));
}

describe('ranks by buckets', () => {
  test('equal counted ranks if a bucket has many players, or all have the same score', async () => {
    await build();
    for (const perPoint of [1e-9, 0.01, 1e12]) {
      await story.sql(`UPDATE rank_scale SET buckets_per_point = ${perPoint}; DELETE FROM rank_bucket;
        INSERT INTO rank_bucket ${counted(perPoint)}`);
      await ranks();
    }
  });

  test('follow every write of the board', async () => {
    await build();
    await league.play('p1 beats p2', 'newcomer beats p3', 'p3 draws p4');
    await league.play(league.match('p9 beats p8', { playedAt: '2020-01-02T00:30:00Z' }));
    const { matches } = await league.read(
      'matches(first: 1, player: "p7") { nodes { match: id expectedVersion: version } }',
    );
    await story.admin.mutate('voidMatch', { ...matches.nodes[0], reason: 'x' });
    await story.admin.mutate('mergePlayers', { league: 'crowd', player: 'p5', into: 'newcomer', reason: 'x' });
    await story.admin.mutate('unmergePlayers', { league: 'crowd', player: 'p5', reason: 'x' });
    await story.admin.mutate('registerPlayers', { league: 'crowd', players: ['latecomer'] });
    await story.admin.mutate('recomputeLeague', { league: 'crowd', reason: 'x' });
    await story.admin.mutate('configureRatingSystem', {
      league: 'crowd',
      ratingSystem: 'timed-glicko',
      settings: {},
      reason: 'x',
    });
    const kept = await buckets();
    await ranks();
    const [scale] = await story.sql('SELECT buckets_per_point AS scale FROM rank_scale');
    const expected = await story.sql(
      `SELECT span, bucket, players FROM (${counted(scale!.scale)}) AS counted ORDER BY span, bucket`,
    );
    expect(kept).toEqual(expected);
  });

  test('are created by the league itself when it has many players, at the end of that transaction', async () => {
    expect(await buckets()).toEqual([]);
    await story.sql(`BEGIN; UPDATE league SET player_count = 20001; UPDATE rating SET score = score + 1;
      UPDATE league SET player_count = 30; UPDATE rating SET score = score - 1; COMMIT`);
    expect((await buckets()).length).toBeGreaterThan(10);
    await ranks();
  });

  test('are as fine as the scores if no player is ranked at their creation', async () => {
    await story.sql('UPDATE rating SET score = score / 1024, is_provisional = true');
    await build();
    const [{ scale, spread }] = (await story.sql(
      'SELECT buckets_per_point AS scale, (SELECT stddev_pop(score) FROM rating) AS spread FROM rank_scale',
    )) as [{ scale: number; spread: number }];
    expect(scale * spread).toBeCloseTo(500);
    await story.sql('UPDATE rating SET score = score * 1024, is_provisional = false');
    await build();
  });

  test.each([
    ['buckets', 0],
    ['groups', 255],
  ])('are proved by openladder verify: %s', async (_, span) => {
    await build();
    await story.sql(`UPDATE rank_bucket SET players = players + 1 WHERE span = ${span}
      AND bucket = (SELECT min(bucket) FROM rank_bucket WHERE span = ${span})`);
    expect(await story.problems()).toMatchObject([{ slug: 'crowd', invariant: 'ranks', count: 1 }]);
    await build();
  });
});

test('a page of the board continues from every place, downwards and around, like the whole board', async () => {
  const page = async (args: string) =>
    (
      await league.read(
        `standings(includeProvisional: true, ${args}) { nodes { rank player { handle } } pageInfo { endCursor } }`,
      )
    ).standings;
  const whole = await page('first: 100');
  for (const isBucketed of [false, true]) {
    if (isBucketed) await build();
    let after = '';
    const paged = [];
    while (paged.length < whole.nodes.length) {
      const { nodes, pageInfo } = await page(`first: 4${after && `, after: "${after}"`}`);
      paged.push(...nodes);
      after = pageInfo.endCursor;
    }
    expect(paged).toEqual(whole.nodes);
  }
});
