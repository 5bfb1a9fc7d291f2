import { beforeAll, describe, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import type { Row } from '../support/graphql.js';
import { rowsRead, sentStatements } from '../support/statements.js';
import { type StoryLeague, useLeague, useStory } from '../support/story.js';

/** A line of the journal that counts. */
interface Line {
  readonly match: string;
  readonly at: string;
  readonly value: number | null;
  readonly deviation: number | null;
  readonly score: number | null;
  readonly verdict: number;
}

/** Everybody's lines that count, in order of play, by handle. */
const careers = new Map<string, Line[]>();

const mutate = (field: string, more: object) =>
  story.admin.mutate(field, field === 'registerPlayers' ? more : { ...more, reason: 'x' });

const story = useStory();
const league = useLeague(story, { slug: 'chronicle', ratingSystem: 'timed-glicko' });
beforeAll(async () => {
  await playMany(league, 700, 12);
  await league.play(...Array.from({ length: 25 }, () => 'p3 beats p8'));
  const { matches } = await league.read('matches(first: 90) { nodes { id version } }');
  for (const { id, version } of [matches.nodes[40], matches.nodes[60], matches.nodes[89]]) {
    await mutate('voidMatch', { match: id, expectedVersion: version });
  }
  await mutate('amendMatch', {
    match: matches.nodes[50].id,
    expectedVersion: 1,
    sides: ['p9', 'p4'].map((player, side) => ({ placement: side + 1, participants: [{ player }] })),
  });
  await mutate('recomputeLeague', { league: 'chronicle' });
  await league.play(
    league.match('p1 draws newcomer', { playedAt: '2020-01-03T00:30:00Z' }),
    league.match('p2 beats newcomer', { playedAt: '2020-01-20T00:30:00Z' }),
    'once beats never',
  );
  await mutate('mergePlayers', { league: 'chronicle', player: 'newcomer', into: 'p0' });
  const rows = await story.sql(`
    SELECT handle, external_id AS match, match.played_at AS at, after_value AS value, after_deviation AS deviation,
           score, verdict
    FROM rating_change AS line JOIN match USING (league_id, sequence) JOIN player ON player.id = line.player_id
    WHERE generation = (SELECT generation FROM league) ORDER BY match.played_at, sequence`);
  for (const { handle, ...row } of rows) {
    const line = { ...row, at: (row.at as Date).toISOString() } as unknown as Line;
    careers.set(String(handle), [...(careers.get(String(handle)) ?? []), line]);
  }
});

const rating = async (player: string, selection: string) =>
  (await league.read(`rating(player: "${player}") { ${selection} }`)).rating;
const players = () => [...careers.keys()];
const RESULTS = new Map([
  [1, 'WIN'],
  [0, 'DRAW'],
  [-1, 'LOSS'],
]);

test('the journal of the league has lines that were superseded, and of several generations', async () => {
  const [counts] = await story.sql(`SELECT (SELECT count(*)::integer FROM superseded_change) AS superseded,
    (SELECT count(DISTINCT generation)::integer FROM league_revision) AS generations`);
  expect(counts!.superseded).toBeGreaterThan(0);
  expect(counts!.generations).toBe(2);
  expect(careers.has('newcomer')).toBe(false);
});

describe('a career', () => {
  test('has the newest results first', async () => {
    for (const player of players()) {
      const expected = careers.get(player)!.map(({ verdict }) => RESULTS.get(verdict));
      expect(await rating(player, 'form')).toEqual({ form: expected.slice(-5).reverse() });
      expect(await rating(player, 'form(last: 20)')).toEqual({ form: expected.slice(-20).reverse() });
    }
  });

  test('has the newest values, oldest first, remembered until the player plays or is corrected', async () => {
    const values = (player: string, last = 20) =>
      careers
        .get(player)!
        .map(({ value }) => value)
        .slice(-last);
    // Nothing is remembered of `once` when it is counted what is read of them.
    for (const player of players().filter((one) => one !== 'once')) {
      for (const _ of ['read', 'remembered']) {
        const expected = careers.get(player)!.map(({ verdict }) => RESULTS.get(verdict));
        expect(await rating(player, 'recentValues form')).toEqual({
          recentValues: values(player),
          form: expected.slice(-5).reverse(),
        });
      }
      expect(await rating(player, 'recentValues(last: 3)')).toEqual({ recentValues: values(player, 3) });
    }
    const at = careers.get('p0')!.at(-3)!.at;
    const { rating: past } = await league.read(`rating(player: "p0", at: "${at}") { recentValues(last: 2) }`);
    expect(past.recentValues).toEqual(
      careers
        .get('p0')!
        .map(({ value }) => value)
        .slice(-4, -2),
    );
  });

  test('has its streaks, with their dates', async () => {
    const streak = 'result matches from to';
    for (const player of players()) {
      const { streaks } = await rating(
        player,
        `streaks { current { ${streak} } longestWinning { ${streak} } longestLosing { ${streak} } }`,
      );
      const runs = runsOf(careers.get(player)!);
      const longest = (result: string) =>
        runs.filter((run) => run.result === result).toSorted((a, b) => b.matches - a.matches)[0] ?? null;
      expect(streaks).toEqual({
        current: runs.at(-1),
        longestWinning: longest('WIN'),
        longestLosing: longest('LOSS'),
      });
    }
  });

  test('has its lowest value, and the match of its peak', async () => {
    for (const player of players()) {
      const career = careers.get(player)!;
      const values = career.map(({ value }) => value!);
      const peak = Math.max(...values);
      expect(await rating(player, 'peak lowest peakMatch { externalId }')).toEqual({
        peak,
        lowest: Math.min(...values),
        peakMatch: { externalId: career.find(({ value }) => value === peak)!.match },
      });
    }
  });

  test('is charted completely if the points suffice', async () => {
    for (const player of players()) {
      const { series } = await rating(player, 'series(points: 1000) { at value deviation score }');
      expect(series).toEqual(
        careers.get(player)!.map(({ at, value, deviation, score }) => ({ at, value, deviation, score })),
      );
    }
    const career = careers.get('p3')!;
    const [from, to] = [career[10]!.at, career[30]!.at];
    const { series } = await rating('p3', `series(from: "${from}", to: "${to}") { at match { playedAt } }`);
    expect(series).toEqual(career.slice(10, 30).map(({ at }) => ({ at, match: { playedAt: at } })));
  });

  test.each([4, 9, 40])(
    'is charted with %i points: the first, the last and the extremes of each interval',
    async (points) => {
      for (const player of players()) {
        const career = careers.get(player)!;
        const { series } = await rating(player, `series(points: ${points}) { at value }`);
        expect(series).toEqual(thinned(career, points).map(({ at, value }) => ({ at, value })));
        expect(series.length).toBeLessThanOrEqual(points);
      }
    },
  );

  test('has nothing before the first rated match', async () => {
    await mutate('registerPlayers', { league: 'chronicle', players: ['fresh'] });
    expect(
      await rating('fresh', 'series { at } form percentile lowest peakMatch { id } streaks { current { matches } }'),
    ).toEqual({ series: [], form: [], percentile: null, lowest: null, peakMatch: null, streaks: { current: null } });
  });

  test('ends at the moment of a past rating', async () => {
    const career = careers.get('p5')!;
    const known = career.slice(0, 60);
    const { rating: past } = await league.read(
      `rating(player: "p5", at: "${known.at(-1)!.at}") { matchesPlayed peak lowest form peakMatch { externalId } series(points: 1000) { value }
        history(first: 100) { nodes { match { externalId } } } before: history(to: "${known[2]!.at}") { nodes { match { externalId } } } }`,
    );
    const historyOf = (lines: readonly Line[]) => ({
      nodes: lines.toReversed().map(({ match }) => ({ match: { externalId: match } })),
    });
    const values = known.map(({ value }) => value!);
    expect(past).toEqual({
      matchesPlayed: 60,
      peak: Math.max(...values),
      lowest: Math.min(...values),
      form: known
        .slice(-5)
        .reverse()
        .map(({ verdict }) => RESULTS.get(verdict)),
      peakMatch: { externalId: known.find(({ value }) => value === Math.max(...values))!.match },
      series: values.map((value) => ({ value })),
      history: historyOf(known),
      before: historyOf(known.slice(0, 2)),
    });
  });
});

describe('a percentile', () => {
  let crowd: StoryLeague;
  beforeAll(async () => {
    crowd = await story.league('crowd');
    await playMany(crowd, 100, 20);
    await crowd.play('twin1 beats x1', 'twin2 beats x2');
  });

  test('is the share of the other ranked players who do not rank higher', async () => {
    const { standings } = await crowd.read('standings(first: 100) { nodes { rank rating { percentile } } }');
    const ranked = standings.nodes.length;
    for (const { rank, rating: own } of standings.nodes) {
      expect(own.percentile).toBeCloseTo((100 * (ranked - rank)) / (ranked - 1), 9);
    }
    const ranks = standings.nodes.map(({ rank }: Row) => rank);
    expect(new Set(ranks).size, 'some share a rank').toBeLessThan(ranked);
    expect(await rating('p3', 'rank percentile'), 'provisional').toEqual({ rank: null, percentile: null });
  });

  test('is the same by rank buckets, and of a past board', async () => {
    const read = async (args: string) => (await crowd.read(`rating(player: "p3"${args}) { rank percentile }`)).rating;
    const before = await read('');
    expect(before.percentile).toBeGreaterThan(0);
    expect(await read(', at: "2100-01-01T00:00:00Z"')).toEqual(before);
    await story.sql(`SELECT build_rank_buckets(id) FROM league WHERE slug = 'crowd'`);
    expect(await read('')).toEqual(before);
  });
});

test('a board with all of these fields is read with a fixed number of statements', async () => {
  const board = (first: number) =>
    sentStatements(
      () =>
        league.read(`standings(first: ${first}) { nodes { rank player { handle } rating {
          form(last: 10) percentile lowest peakMatch { externalId } series(points: 20) { value } streaks { current { matches } }
        } } }`),
      /rating|rank_bucket/,
    );
  const [small, large] = [await board(2), await board(10)];
  expect(large.map(({ text }) => text).sort()).toEqual(small.map(({ text }) => text).sort());
});

test('a career is read from its own lines, and not from those of the whole league', async () => {
  const statements = await sentStatements(
    () => rating('once', 'streaks { current { matches } } series { at } activity { day } lowest peakMatch { id } form'),
    /rating_change/,
  );
  expect(statements).toHaveLength(3);
  for (const statement of statements) expect(await rowsRead(story.databaseUrl, statement)).toBeLessThan(40);
});

test('the opponents of a player who only played duels are read with one statement', async () => {
  const statements = await sentStatements(
    () => rating('p3', 'opponents { nodes { matches } }'),
    /FROM match\b|JOIN match\b/,
  );
  expect(statements).toHaveLength(1);
});

test.each([
  ['series(points: 3) { at }', 'points must be 4 to 1000, but is 3'],
  ['series(points: 1001) { at }', 'points must be 4 to 1000, but is 1001'],
  ['form(last: 0)', 'last must be 1 to 20, but is 0'],
  ['form(last: 21)', 'last must be 1 to 20, but is 21'],
])('%s is refused', async (selection, message) => {
  const error = await story.admin.fail(`{ league(slug: "chronicle") { rating(player: "p1") { ${selection} } } }`);
  expect(error).toMatchObject({ message, extensions: { code: 'BAD_INPUT' } });
});

function runsOf(career: readonly Line[]) {
  const runs: { result: string; matches: number; from: string; to: string }[] = [];
  for (const { verdict, at } of career) {
    const result = RESULTS.get(verdict)!;
    const last = runs.at(-1);
    if (last?.result === result) Object.assign(last, { matches: last.matches + 1, to: at });
    else runs.push({ result, matches: 1, from: at, to: at });
  }
  return runs;
}

/** What is left of a career on a chart of so many points. */
function thinned(career: readonly Line[], points: number): readonly Line[] {
  if (career.length <= points) return career;
  const time = ({ at }: Line) => Date.parse(at);
  const [first, last] = [career[0]!, career.at(-1)!];
  const intervals = Math.floor((points - 2) / 2);
  const span = time(last) - time(first);
  const kept = new Set([first, last]);
  for (let interval = 0; interval < intervals; interval++) {
    const own = career.filter(
      (line) => Math.min(Math.floor(((time(line) - time(first)) / span) * intervals), intervals - 1) === interval,
    );
    const values = own.map(({ value }) => value!);
    if (own.length === 0) continue;
    kept.add(own.find(({ value }) => value === Math.min(...values))!);
    kept.add(own.find(({ value }) => value === Math.max(...values))!);
  }
  return career.filter((line) => kept.has(line));
}

test('the newest values and results of a board are read for those alone who have played since, and anew after a correction', async () => {
  const own = await story.league('board', 'elo', { played: ['ann beats ben', 'cid beats dan', 'ann beats cid'] });
  const BOARD = 'standings(includeProvisional: true) { nodes { rating { recentValues form player { handle } } } }';
  const read = async () => {
    const board = new Map<string, Row>();
    const sent = await sentStatements(async () => {
      const { standings } = await own.read(BOARD);
      for (const { rating } of standings.nodes) board.set(rating.player.handle, rating);
    }, /array_agg\(verdict/);
    return { board, statements: sent.length };
  };
  const { board: first } = await read();
  expect(first.get('ann')).toMatchObject({ form: ['WIN', 'WIN'], recentValues: [1516, 1532] });
  expect((await read()).statements).toBe(0);
  await own.play('dan beats ann');
  const { board: second, statements } = await read();
  expect(statements).toBe(2);
  expect(second.get('ann')).toMatchObject({
    form: ['LOSS', 'WIN', 'WIN'],
    recentValues: [...first.get('ann')!.recentValues, expect.any(Number)],
  });
  expect(second.get('ben')).toEqual(first.get('ben'));
  const { matches } = await own.read('matches(oldestFirst: true, first: 1) { nodes { id } }');
  await mutate('voidMatch', { match: matches.nodes[0].id, expectedVersion: 1 });
  const { board: third } = await read();
  expect(third.get('ann')).toMatchObject({ form: ['LOSS', 'WIN'] });
  expect(third.get('ann')!.recentValues).toHaveLength(2);
  expect(third.get('ann')!.recentValues[0]).not.toBe(first.get('ann')!.recentValues[0]);
});
