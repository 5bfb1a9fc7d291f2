import { beforeAll, describe, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import type { Row } from '../support/graphql.js';
import { allPages, readAll, useLeague, useStory } from '../support/story.js';

let log: Row[];

const mutate = (field: string, input: object) => story.admin.mutate(field, { ...input, reason: 'x' });

const story = useStory();
const league = useLeague(story, 'town');
beforeAll(async () => {
  await playMany(league, 300, 9);
  await league.play(
    'p1+p2 beats p3+p4 draws p5+newcomer',
    'newcomer beats p1',
    'p2 draws p1',
    league.match([
      { score: 3, participants: [{ player: 'p1' }] },
      { score: 7, participants: [{ player: 'p6' }, { player: 'visitor', isGuest: true }] },
    ]),
    league.match('p1 beats late', { playedAt: '2020-01-02T00:30:00Z' }),
  );
  const { matches } = await league.read('matches(first: 100) { nodes { id } }');
  await mutate('voidMatch', { match: matches.nodes[20].id, expectedVersion: 1 });
  await mutate('mergePlayers', { league: 'town', player: 'late', into: 'newcomer' });
  const sides =
    'sides { effectivePlacement participants { player { handle } isGuest ratingChange { before { value } delta } } }';
  log = await readAll(league, 'matches', `externalId playedAt ${sides}`, 'status: RATED');
});

const players = ['p1', 'p5', 'newcomer', 'visitor'];

/** What the log says of everybody whom a player has met. */
function recordsOf(player: string) {
  const records = new Map<string, Row>();
  for (const { sides, playedAt } of log) {
    const own = sides.find(({ participants }: Row) => participants.some((one: Row) => one.player.handle === player));
    for (const side of own ? sides : []) {
      if (side === own) continue;
      for (const { player: opponent } of side.participants) {
        const record = records.get(opponent.handle) ?? {
          opponent,
          matches: 0,
          wins: 0,
          draws: 0,
          losses: 0,
          lastPlayedAt: playedAt,
        };
        record.matches++;
        if (own.effectivePlacement < side.effectivePlacement) record.wins++;
        else if (own.effectivePlacement > side.effectivePlacement) record.losses++;
        else record.draws++;
        records.set(opponent.handle, record);
      }
    }
  }
  return [...records.values()];
}

const RECORD = 'opponent { handle } matches wins draws losses lastPlayedAt';

describe('the opponents of a player', () => {
  const WEIGHTS: [order: string, weight: (record: Row) => number][] = [
    ['MOST_PLAYED', ({ matches }) => matches],
    ['RIVAL', ({ wins, draws, losses }) => Math.min(wins, losses) + draws / 2],
    ['NEMESIS', ({ wins, losses }) => losses - wins],
    ['FAVORITE', ({ wins, losses }) => wins - losses],
  ];
  test.each(WEIGHTS)('are listed by %s', async (order, weight) => {
    for (const player of players.slice(0, 3)) {
      const { rating } = await league.read(
        `rating(player: "${player}") { opponents(first: 100, orderBy: ${order}) { totalCount nodes { ${RECORD} } } }`,
      );
      const { nodes, totalCount } = rating.opponents;
      const expected = recordsOf(player);
      expect(totalCount).toBe(expected.length);
      const byHandle = (a: Row, b: Row) => (a.opponent.handle < b.opponent.handle ? -1 : 1);
      expect(nodes.toSorted(byHandle)).toEqual(expected.toSorted(byHandle));
      const keys = nodes.map((record: Row) => [weight(record), record.matches, record.lastPlayedAt]);
      const sorted = keys.toSorted(
        (a: Row, b: Row) => b[0] - a[0] || b[1] - a[1] || (a[2] < b[2] ? 1 : a[2] > b[2] ? -1 : 0),
      );
      expect(keys).toEqual(sorted);
    }
  });

  test('have the expected score and the gain against them, equal to those in the changes of the matches', async () => {
    for (const player of players.slice(0, 3)) {
      const sums = new Map<string, { expected: number; points: number }>();
      const { rating } = await league.read(
        `rating(player: "${player}") {
           history(first: 100) { nodes { contributions { opponent { handle } expected delta } } }
           opponents(first: 100) { nodes { opponent { handle } expected points } } }`,
      );
      const { nodes } = rating.history;
      expect(nodes.length).toBeLessThan(100);
      for (const { contributions } of nodes) {
        for (const { opponent, expected, delta } of contributions) {
          const own = sums.get(opponent.handle) ?? { expected: 0, points: 0 };
          sums.set(opponent.handle, { expected: own.expected + expected, points: own.points + delta });
        }
      }
      for (const { opponent, ...record } of rating.opponents.nodes) {
        const own = sums.get(opponent.handle);
        expect(record, `${player} against ${opponent.handle}`).toEqual({
          expected: own ? expect.closeTo(own.expected, 8) : null,
          points: own ? expect.closeTo(own.points, 8) : null,
        });
      }
      expect(rating.opponents.nodes.some(({ points }: Row) => points !== null)).toBe(true);
    }
    const { rating } = await league.read(
      'rating(player: "p1", asKnownAt: "2100-01-01T00:00:00Z") { opponents(first: 1) { nodes { matches points } } }',
    );
    expect(rating.opponents.nodes[0]).toMatchObject({ points: null });
  });

  test('come page by page', async () => {
    const read = async (args: string) =>
      (
        await league.read(
          `rating(player: "p1") { opponents(orderBy: RIVAL, ${args}) { nodes { opponent { handle } } pageInfo { hasNextPage endCursor } } }`,
        )
      ).rating.opponents;
    const whole = (await read('first: 100')).nodes;
    expect(await allPages((after) => read(`first: 2${after}`))).toEqual(whole);
  });

  test('are those until then for a past rating', async () => {
    const at = log.toReversed()[99].playedAt;
    const { rating } = await league.read(
      `rating(player: "p1", at: "${at}") { opponents(first: 100) { nodes { matches } } }`,
    );
    const everything = log;
    log = log.filter(({ playedAt }) => playedAt <= at);
    const expected = recordsOf('p1').map(({ matches }) => matches);
    log = everything;
    expect(rating.opponents.nodes.map(({ matches }: Row) => matches)).toEqual(expected.toSorted((a, b) => b - a));
  });
});

describe('the extreme matches', () => {
  /** A player's rated matches with the mean value of the rated opponents before, newest first. */
  const strengths = (player: string) =>
    log.flatMap(({ externalId, sides }) => {
      const own = sides.find(({ participants }: Row) => participants.some((one: Row) => one.player.handle === player));
      if (!own?.participants.find((one: Row) => one.player.handle === player).ratingChange) return [];
      const others = sides.filter((side: Row) => side !== own);
      const values = others.flatMap(({ participants }: Row) =>
        participants.flatMap(({ ratingChange }: Row) => (ratingChange ? [ratingChange.before.value] : [])),
      );
      const best = Math.min(...others.map((side: Row) => side.effectivePlacement));
      const result = Math.sign(best - own.effectivePlacement);
      return [
        { externalId, result, strength: values.reduce((sum: number, value: number) => sum + value, 0) / values.length },
      ];
    });

  test.each([
    ['bestWins', 1, -1],
    ['worstDefeats', -1, 1],
  ])('%s are by the mean value of the opponents before the match', async (field, result, direction) => {
    for (const player of players.slice(0, 3)) {
      const { rating } = await league.read(
        `rating(player: "${player}") { ${field}(first: 8) {
          match { externalId } player { handle } delta contributions { delta } adjustments { points } } }`,
      );
      const expected = strengths(player)
        .filter((one) => one.result === result)
        .toSorted((a, b) => direction * (a.strength - b.strength))
        .slice(0, 8);
      expect(rating[field].map(({ match }: Row) => match.externalId)).toEqual(
        expected.map(({ externalId }) => externalId),
      );
      for (const change of rating[field]) {
        expect(change.player.handle).toBe(player);
        const parts = [
          ...change.contributions.map(({ delta }: Row) => delta),
          ...change.adjustments.map(({ points }: Row) => points),
        ];
        const sum = parts.reduce((total: number, points: number) => total + points, 0);
        expect(sum).toBeCloseTo(change.delta, 9);
      }
    }
  });
});

test('revisions are listed newest first, with the rating system of each', async () => {
  await mutate('configureRatingSystem', {
    league: 'town',
    ratingSystem: 'zonestats',
    settings: { initialRating: 700 },
  });
  const { revisions, ratingSystem } = await league.read(
    'revisions(first: 100) { nodes { revision raterVersion settings appliedAt system { key } } } ratingSystem { revision settings }',
  );
  const rows = await story.sql('SELECT revision, settings, applied_at FROM league_revision ORDER BY revision DESC');
  expect(revisions.nodes.map(({ revision, settings, appliedAt }: Row) => ({ revision, settings, appliedAt }))).toEqual(
    rows.map((row) => ({
      revision: row.revision,
      settings: row.settings,
      appliedAt: (row.applied_at as Date).toISOString(),
    })),
  );
  expect(revisions.nodes[0]).toMatchObject({ ...ratingSystem, system: { key: 'zonestats' } });
  const { revisions: rest } = await league.read('revisions(first: 1) { pageInfo { hasNextPage endCursor } }');
  const { revisions: second } = await league.read(
    `revisions(first: 1, after: "${rest.pageInfo.endCursor}") { nodes { revision } }`,
  );
  expect(second.nodes[0].revision).toBe(revisions.nodes[1].revision);
});

describe('a preview of a rating system', () => {
  const PREVIEW = `query ($ratingSystem: String!, $settings: JSON, $sides: [[String!]!]!, $placements: [Int!]) {
    previewRating(ratingSystem: $ratingSystem, settings: $settings, sides: $sides, placements: $placements) {
      errors { code message path }
      sides { players winProbability }
      matchesForRank
      ifOutcome { placements changes { player before { value deviation } after { value deviation } delta } }
    }
  }`;
  const preview = async (
    ratingSystem: string,
    settings: object | null,
    sides = [['ann'], ['ben']],
    placements: readonly number[] | null = null,
  ) => (await story.anonymous.get(PREVIEW, { ratingSystem, settings, sides, placements })).previewRating;

  test.each(['zonestats', 'timed-glicko', 'performance'])('shows what a league would do: %s', async (key) => {
    const { errors, sides, ifOutcome, matchesForRank } = await preview(key, null);
    expect(errors).toEqual([]);
    expect(matchesForRank).toBe(1);
    expect(sides).toEqual([
      { players: ['ann'], winProbability: 0.5 },
      { players: ['ben'], winProbability: 0.5 },
    ]);
    const real = await story.league(`real-${key}`, key);
    const [match] = await real.play('ann beats ben');
    for (const { placements, changes } of ifOutcome) {
      expect(changes.map(({ player }: Row) => player)).toEqual(['ann', 'ben']);
      if (placements.join() !== '1,2') continue;
      const made = match!.sides.map((side) => side.participants[0]!.ratingChange!);
      expect(changes.map(({ after, delta }: Row) => ({ after, delta }))).toEqual(
        made.map(({ after, delta }) => ({ after, delta })),
      );
    }
    expect(ifOutcome.map(({ placements }: Row) => placements)).toEqual([
      [1, 2],
      [2, 1],
      [1, 1],
    ]);
  });

  test('shows the effect of one order of a race, equal to that in a league', async () => {
    const sides = [['ann'], ['ben'], ['cid']];
    const { errors, ifOutcome } = await preview('plackett-luce', null, sides, [2, 1, 2]);
    expect(errors).toEqual([]);
    expect(ifOutcome.map(({ placements }: Row) => placements)).toEqual([[2, 1, 2]]);
    const real = await story.league('real-race', 'plackett-luce');
    const [match] = await real.play('ben beats ann draws cid');
    const made = match!.sides.map(({ participants: [one] }) => [one!.player.handle, one!.ratingChange!.delta]);
    expect(ifOutcome[0].changes.map(({ player, delta }: Row) => [player, delta])).toEqual(made.toSorted());
    for (const [placements, path] of [
      [[1, 2], 'placements'],
      [[1, 2, 4], 'placements.2'],
      [[0, 1, 2], 'placements.0'],
    ] as const)
      expect((await preview('plackett-luce', null, sides, placements)).errors).toMatchObject([
        { path: path.split('.') },
      ]);
  });

  test('refuses what a league would refuse, each setting by its path', async () => {
    const unknown = await preview('elo-7', {});
    expect(unknown).toMatchObject({
      sides: null,
      ifOutcome: null,
      matchesForRank: null,
      errors: [{ code: 'BAD_SETTINGS', path: ['ratingSystem'] }],
    });
    const wrong = await preview('zonestats', { nonsense: 1 });
    expect(wrong.errors).toMatchObject([{ code: 'BAD_SETTINGS', path: ['settings', 'nonsense'] }]);
    const twice = await preview('zonestats', {}, [['ann'], ['ANN']]);
    expect(twice.errors).toMatchObject([{ code: 'BAD_INPUT', path: ['sides', '1', '0'] }]);
    const alone = await preview('zonestats', {}, [['ann']]);
    expect(alone.errors).toMatchObject([{ code: 'BAD_INPUT', path: ['sides'] }]);
  });

  test('is charged by the matches that it rates', async () => {
    const sides = Array.from({ length: 100 }, (_, n) => [`p${n}`]);
    const { errors } = await story.anonymous.ask(PREVIEW, { ratingSystem: 'zonestats', settings: {}, sides });
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
  });
});
