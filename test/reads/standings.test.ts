import { beforeAll, describe, expect, test } from 'vitest';
import { allPages, type StoryLeague, useLeague, useStory } from '../support/story.js';

const story = useStory();
/** Eighteen players, of whom many share a rating. */
const league = useLeague(story, 'plain');
beforeAll(async () => {
  // 20 points a match: a1 and a2 stand at 540, b1 to b4 at 520, the others below 500.
  await league.play(
    'b1 beats z1',
    'b2 beats z2',
    'b3 beats z3',
    'b4 beats z4',
    'a1+a2 beats y1+y2',
    ...['a1', 'a2', 'b1', 'b2', 'b3', 'b4'].map((player) => `${player} draws ${player}x`),
  );
});

const STANDINGS =
  'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor } nodes { rank player { handle } rating { score rank isProvisional } }';

interface Row {
  readonly rank: number | null;
  readonly player: { readonly handle: string };
  readonly rating: { readonly score: number; readonly rank: number | null; readonly isProvisional: boolean };
}

async function page(args: string, of = league) {
  const { standings } = await of.read(`standings(${args}) { ${STANDINGS} }`);
  return standings as {
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
    edges: { cursor: string }[];
    nodes: Row[];
  };
}

const handles = (rows: readonly Row[]) => rows.map(({ player }) => player.handle);

test('players of equal score share a rank, and the next rank leaves room for them', async () => {
  const { nodes } = await page('first: 100');
  expect(nodes.length).toBe(18);
  const scores = nodes.map(({ rating }) => rating.score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBeLessThan(nodes.length);
  for (const { rank, rating } of nodes) {
    expect(rank).toBe(1 + scores.filter((score) => score > rating.score).length);
    expect(rating.rank).toBe(rank);
  }
});

test.each([1, 2, 3, 5, 7, 18])('pages of %i together are the whole board, with ties and ranks', async (first) => {
  const whole = await page('first: 100');
  const rows: Row[] = [];
  let after = '';
  for (;;) {
    const part = await page(`first: ${first}${after}`);
    expect(part.pageInfo.hasPreviousPage).toBe(rows.length > 0);
    rows.push(...part.nodes);
    if (!part.pageInfo.hasNextPage) break;
    expect(part.nodes).toHaveLength(first);
    expect(part.pageInfo.endCursor).toBe(part.edges.at(-1)!.cursor);
    after = `, after: "${part.pageInfo.endCursor}"`;
  }
  expect(rows).toEqual(whole.nodes);
});

test('a page stays in its place when somebody above it moves', async () => {
  const moving = await story.league('moving');
  await moving.play('m1 beats m9', 'm2 beats m8', 'm3 beats m7', 'm1 beats m8', 'm1 beats m7');
  const before = await page('first: 2', moving);
  const rest = handles((await page(`first: 10, after: "${before.pageInfo.endCursor}"`, moving)).nodes);
  await moving.play(`${before.nodes[0]!.player.handle} beats newcomer`);
  const after = handles((await page(`first: 10, after: "${before.pageInfo.endCursor}"`, moving)).nodes);
  expect(after.filter((handle) => handle !== 'newcomer')).toEqual(rest);
});

describe('around a player', () => {
  test.each([1, 2, 3, 4, 5, 8, 100])('a page of %i contains them, their neighbours, and all ranks', async (first) => {
    const whole = (await page('first: 100')).nodes;
    for (const { player } of whole) {
      const { nodes, pageInfo } = await page(`first: ${first}, around: "${player.handle}"`);
      const start = whole.findIndex((row) => row.player.handle === handles(nodes)[0]);
      expect(handles(nodes)).toContain(player.handle);
      expect(nodes).toEqual(whole.slice(start, start + nodes.length));
      expect(pageInfo.hasPreviousPage).toBe(start > 0);
      expect(pageInfo.hasNextPage).toBe(start + nodes.length < whole.length);
    }
  });

  test('puts the player in the middle if there is room, whatever the case of the handle', async () => {
    const whole = handles((await page('first: 100')).nodes);
    const { nodes } = await page(`first: 5, around: "${whole[7]!.toUpperCase()}"`);
    expect(handles(nodes)).toEqual(whole.slice(5, 10));
  });

  test('is empty for a player who is not on the board', async () => {
    const { nodes, pageInfo } = await page('first: 5, around: "nobody"');
    expect(nodes).toEqual([]);
    expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null });
  });

  test('a page cannot be both around a player and after a cursor', async () => {
    const { pageInfo } = await page('first: 1');
    const query = `{ league(slug: "plain") { standings(around: "a1", after: "${pageInfo.endCursor}") { nodes { rank } } } }`;
    expect(await story.anonymous.fail(query)).toMatchObject({
      message: 'around must be omitted if after is given',
      extensions: { code: 'BAD_INPUT', argument: ['around'] },
    });
  });
});

describe('provisional players', () => {
  let timed: StoryLeague;

  beforeAll(async () => {
    // They last played in 2020, and are to be ranked by their matches alone.
    timed = await story.league('timed', 'timed-glicko', { settings: { deviationGrowth: 0 } });
    const round = ['v0 beats v1', 'v1 beats v2', 'v2 beats v3', 'v0 draws v2', 'v1 draws v3', 'v3 draws v0'];
    const veterans = Array.from({ length: 10 }, () => round).flat();
    await timed.play(...veterans, 'rookie1 beats rookie2', 'rookie3 beats v3');
  });

  test('are omitted by default', async () => {
    const { nodes } = await page('first: 100', timed);
    expect(handles(nodes).toSorted()).toEqual(['v0', 'v1', 'v2', 'v3']);
    expect(nodes.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  });

  test('stand below all others, by score, without a rank', async () => {
    const { nodes } = await page('first: 100, includeProvisional: true', timed);
    expect(nodes.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, null, null, null]);
    const [rookies, scores] = [nodes.slice(4), nodes.slice(4).map(({ rating }) => rating.score)];
    expect(handles(rookies).toSorted()).toEqual(['rookie1', 'rookie2', 'rookie3']);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(rookies.map(({ rating }) => [rating.rank, rating.isProvisional])).toEqual(Array(3).fill([null, true]));
    expect(scores[0]).toBeGreaterThan(nodes[3]!.rating.score);
  });

  test('have no page around them by default', async () => {
    expect((await page('first: 3, around: "rookie1"', timed)).nodes).toEqual([]);
    const whole = handles((await page('first: 100, includeProvisional: true', timed)).nodes);
    const { nodes } = await page('first: 3, around: "rookie2", includeProvisional: true', timed);
    expect(handles(nodes)).toEqual(whole.slice(whole.indexOf('rookie2') - 1, whole.indexOf('rookie2') + 2));
  });

  test('follow in pages as on the whole board', async () => {
    const whole = (await page('first: 100, includeProvisional: true', timed)).nodes;
    const first = await page('first: 5, includeProvisional: true', timed);
    const rest = await page(`first: 5, includeProvisional: true, after: "${first.pageInfo.endCursor}"`, timed);
    expect([...first.nodes, ...rest.nodes]).toEqual(whole);
  });
});

test('a player without a value stands at the end, and pages go past them', async () => {
  const unrated = await story.league('unrated', 'performance', { settings: { variant: 'p1' } });
  await unrated.play('u1 beats u2', 'u2 beats u1', 'u1 beats u3', 'u4 beats u3');
  const { nodes } = await page('first: 100, includeProvisional: true', unrated);
  expect(handles(nodes).slice(0, 2).toSorted()).toEqual(['u1', 'u2']);
  expect(handles(nodes).slice(2).toSorted()).toEqual(['u3', 'u4']);
  expect(nodes.slice(2).map(({ rank, rating }) => [rank, rating.score])).toEqual([
    [null, null],
    [null, null],
  ]);
  const third = await page('first: 3, includeProvisional: true', unrated);
  const last = await page(`first: 3, includeProvisional: true, after: "${third.pageInfo.endCursor}"`, unrated);
  expect(handles(last.nodes)).toEqual(handles(nodes).slice(3));
});

test('a league without matches has an empty board', async () => {
  const empty = await story.league('empty');
  expect(await page('first: 1', empty)).toEqual({
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    edges: [],
    nodes: [],
  });
});

describe('a board in another order', () => {
  const counts = async (args: string) => {
    const { standings } = await league.read(
      `standings(${args}) { totalCount nodes { rank player { handle } rating { rank matchesPlayed wins } } pageInfo { hasNextPage endCursor } }`,
    );
    return standings;
  };

  test.each([
    ['MATCHES', 'matchesPlayed'],
    ['WINS', 'wins'],
  ] as const)('%s has each player once, with their rank on the board', async (order, field) => {
    const ranks = new Map((await page('first: 100')).nodes.map(({ player, rank }) => [player.handle, rank]));
    const nodes: { rank: number; player: { handle: string }; rating: Record<string, number> }[] = await allPages(
      async (after) => {
        const found = await counts(`orderBy: ${order}, first: 4${after}`);
        expect(found.totalCount).toBe(ranks.size);
        return found;
      },
    );
    expect(new Map(nodes.map(({ player, rank }) => [player.handle, rank]))).toEqual(ranks);
    expect(nodes).toHaveLength(ranks.size);
    const values = nodes.map(({ rating }) => rating[field]!);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(new Set(values).size).toBeGreaterThan(1);
    for (const { rank, rating } of nodes) expect(rating.rank).toBe(rank);
  });

  test('omits hidden players, and cannot be one around a player or of the past', async () => {
    const busy = await story.league('busy');
    await busy.play('ann beats ben', 'ann beats ben', 'cid beats ben', 'cid beats dan');
    await story.admin.mutate('hidePlayer', { league: 'busy', player: 'ben', reason: 'asked for it' });
    const order = (more = '') => busy.board(`orderBy: MATCHES, first: 9${more}`);
    expect(await order()).toEqual(['ann', 'cid', 'dan']);
    expect(await order(', includeProvisional: true')).toEqual(['ann', 'cid', 'dan']);
    for (const more of ['around: "ann"', 'asOf: "2020-01-01T00:00:00Z"', 'asKnownAt: "2100-01-01T00:00:00Z"']) {
      const { message } = await story.admin.fail(
        `{ league(slug: "busy") { standings(orderBy: WINS, ${more}) { nodes { rank } } } }`,
      );
      expect(message).toBe(`orderBy must be RATING if ${more.split(':')[0]} is given`);
    }
  });
});

describe('a board of some of its players', () => {
  const TOP = ['1 a1', '1 a2', '3 b1', '3 b2', '3 b3', '3 b4'];
  const shown = async (args: string) => {
    const { standings } = await league.read(
      `standings(first: 50, ${args}) { totalCount nodes { rank player { handle } } }`,
    );
    return [standings.nodes.map((row: Row) => `${row.rank} ${row.player.handle}`), standings.totalCount];
  };

  test('has those with enough matches, or whose name begins with a text, with their ranks on the whole board', async () => {
    const [rows, total] = await shown('minMatches: 2');
    expect([rows.toSorted(), total]).toEqual([TOP, 6]);
    const [named] = await shown('name: "B", minMatches: 2');
    expect(named.toSorted()).toEqual(TOP.slice(2));
    const [ordered] = await shown('name: "b", orderBy: MATCHES');
    expect([ordered.slice(0, 4).toSorted(), ordered.length]).toEqual([TOP.slice(2), 8]);
    expect(await shown('name: "\\u0000"')).toEqual([[], 0]);
  });

  test('begins at a rank, and counts all players', async () => {
    const [rows, total] = await shown('fromRank: 2');
    expect([rows.slice(0, 4).toSorted(), rows.length, total]).toEqual([TOP.slice(2), 16, 18]);
    expect(await shown('fromRank: 400')).toEqual([[], 18]);
  });

  test('has those who have played since a time', async () => {
    const { lastMatchAt } = await league.read('lastMatchAt');
    expect(await shown(`activeSince: "${lastMatchAt}"`)).toEqual([['3 b4', '9 b4x'], 2]);
  });

  test('finds a display name, in pages', async () => {
    const named = await story.league('named');
    await named.play('kim beats lou', 'kit beats lou', 'kim beats lou');
    const input = { player: 'lou', displayName: 'Kilo', reason: 'test' };
    await story.admin.mutate('updatePlayer', input);
    const first = await page('first: 2, name: "ki"', named);
    expect([handles(first.nodes), first.pageInfo.hasNextPage]).toEqual([['kim', 'kit'], true]);
    const second = await page(`first: 2, name: "ki", after: "${first.pageInfo.endCursor}"`, named);
    expect([handles(second.nodes), second.pageInfo.hasNextPage]).toEqual([['lou'], false]);
  });

  test.each([
    ['minMatches: 2, around: "a1"', 'minMatches must be omitted if around is given'],
    ['name: "a", asOf: "2020-01-01T00:00:00Z"', 'name must be omitted if asOf is given'],
    ['fromRank: 0', 'fromRank must be 1 to 2147483647, but is 0'],
  ])('is unavailable with %s', async (args, message) => {
    expect(await story.admin.fail(`{ league(slug: "plain") { standings(${args}) { totalCount } } }`)).toMatchObject({
      message,
    });
  });
});
