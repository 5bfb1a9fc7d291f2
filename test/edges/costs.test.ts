import { request } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ANONYMOUS } from '../../services/api/dist/access/access.js';
import { createLoaders } from '../../services/api/dist/graphql/loaders.js';
import { newResponseSize } from '../../services/api/dist/kit/paging/response-size.js';
import { getLeague } from '../../services/api/dist/league/league.repository.js';
import { readPastRating, readPastStandings } from '../../services/api/dist/reading/past.js';
import { predictMatch } from '../../services/api/dist/reading/prediction.js';
import { type Ladders, openLadders } from '../nightly/ladder.js';
import { useStory } from '../support/story.js';
import { document, remaining, send } from './refusals.js';

describe('a request costs', () => {
  const LIMIT = 1_000_000;
  const story = useStory({ env: { OPENLADDER_RATE_LIMIT: String(LIMIT) } });
  beforeAll(async () => {
    const league = await story.league('arena', 'zonestats');
    await league.play(Array.from({ length: 20 }, (_, n) => `p${n}`).join(' beats '));
  });

  let left = LIMIT;
  /** The points that an anonymous request takes from its address. */
  const cost = async (query: string, variables?: object) => {
    const answer = await send(story, document(query, variables));
    const points = left - remaining(answer);
    left -= points;
    return { points, answer };
  };
  beforeEach(async () => {
    left = remaining(await send(story, document('{ viewer { name } }')));
  });

  test('as many fields as its lists are long, although the length is unknown in advance', async () => {
    const { points } = await cost(
      '{ league(slug: "arena") { matches(first: 1) { nodes { sides { participants { player { handle } } } } } } }',
    );
    // Ten for asking, and one for a hundred bytes.
    expect(points).toBe(11 + 4 + 20 * 3);
  });

  test('as many rating systems as are installed, with their settings; cached parts cost nothing', async () => {
    const query = `{ ${Array.from({ length: 24 }, (_, n) => `a${n}: ratingSystems { settingsSchema }`).join(' ')} }`;
    const installed = JSON.parse((await cost('{ ratingSystems { key } }')).answer.text).data.ratingSystems as unknown[];
    expect(installed.length).toBeGreaterThan(2);
    const first = await cost(query);
    expect(first.points).toBeGreaterThan(24 * installed.length * 100);
    const again = await cost(query);
    expect(again.answer.text).toBe(first.answer.text);
    expect(again.points).toBe(10 + Math.floor(JSON.stringify({ query }).length / 100));
  });

  test('the statements that count the matches of imports', async () => {
    const { points } = await cost(
      '{ league(slug: "arena") { imports(first: 10) { nodes { addedMatches { counting } } } } }',
    );
    expect(points).toBeGreaterThan(10 * 20);
  });

  test('the size of a body that comes in pieces of unknown length', async () => {
    const body = JSON.stringify({ query: '{ viewer { name } }', variables: { padding: 'x'.repeat(50_000) } });
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const asking = request(`${story.url}/graphql`, { method: 'POST' }, (answer) => {
        answer.resume().once('end', () => resolve(answer.headers));
      });
      asking.setHeader('content-type', 'application/json');
      asking.once('error', reject);
      for (let at = 0; at < body.length; at += 10_000) asking.write(body.slice(at, at + 10_000));
      asking.end();
    });
    const after = Number(/r=(\d+)/.exec(String(headers.ratelimit))![1]);
    expect(left - after).toBe(12 + Math.floor(body.length / 100));
  });

  const sides = (count: number) => ({ sides: Array.from({ length: count }, (_, n) => [`p${n}`]) });
  const PREDICTION = `query ($sides: [[String!]!]!) { league(slug: "arena") { prediction(sides: $sides) {
    ifOutcome { changes { player { formerHandles } } } } } }`;

  test('the work of its predictions: sides times outcomes times players', async () => {
    const small = await cost(PREDICTION, sides(2));
    const large = await cost(PREDICTION, sides(20));
    expect(large.answer.errors).toEqual([]);
    // Of each of 21 outcomes 20 changes, and each player is rated against 19 others.
    expect(large.points).toBeGreaterThan(21 * 20 * 3);
    expect(large.points).toBeGreaterThan(50 * small.points);
    const huge = await cost(PREDICTION.replace('changes { player { formerHandles } }', 'placements'), {
      sides: Array.from({ length: 100 }, (_, n) => [`nobody${n}`]),
    });
    expect(huge.answer.errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
  });

  test('the same players for the chances of past matches, however many sides each had', async () => {
    const players = Array.from({ length: 29 }, (_, n) => `a${n}: players { id handle createdAt }`).join(' ');
    const { answer } = await cost(
      `{ league(slug: "arena") { matches(first: 100) { nodes { expected { ${players} } } } } }`,
    );
    expect(answer.errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
  });

  test('a past rating, even by its id', async () => {
    const past = 'rating(player: "p1", at: "2100-01-01T00:00:00Z") { id }';
    const read = await cost(`{ league(slug: "arena") { ${past} } }`);
    const found = await cost(
      'query ($id: ID!) { node(id: $id) { id } }',
      JSON.parse(read.answer.text).data.league.rating,
    );
    expect(found.answer.errors).toEqual([]);
    for (const { points } of [read, found]) expect(points).toBeGreaterThan(500);
  });

  test('the names that a search reads', async () => {
    const listed = await cost('{ players(first: 1) { nodes { id } } }');
    const found = await cost('{ players(first: 1, search: "nobody") { nodes { id } } }');
    expect(found.answer.errors).toEqual([]);
    expect(found.points - listed.points).toBeGreaterThanOrEqual(500);
  });

  test('past boards, charged to the account that requests them first', async () => {
    const past = (minute: string) =>
      `{ league(slug: "arena") { standings(first: 1, asOf: "2100-01-01T00:${minute}:00Z") { nodes { rank } } } }`;
    expect((await cost(past('00'))).points).toBeGreaterThanOrEqual(1_000);
    const { answer } = await cost(
      `{ league(slug: "arena") { ${Array.from({ length: 21 }, (_, n) => `a${n}: standings(first: 1, asOf: "2100-01-01T00:00:00Z") { nodes { rank } }`).join(' ')} } }`,
    );
    expect(answer.errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
  });
});

test('two statements for former handles and ratings of many players', async () => {
  const ladders = await openLadders('2026-03-01T00:00:00Z');
  onTestFinished(() => ladders.close());
  await ladders.open('ladder');
  for (let n = 1; n < 20; n++) await ladders.play('ladder', `p0 beats p${n}`);
  const statements: string[] = [];
  const { reads } = ladders.app;
  const counting = (text: string, values?: unknown[]) => {
    statements.push(text);
    return reads.query(text, values);
  };
  const loaders = createLoaders({ ...ladders.app, reads: { query: counting } as typeof reads }, ANONYMOUS);
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const page = { limit: 21, afterLeagueId: 0, privateLeagues: [] };
  const ratings = await Promise.all(ids.map((id) => loaders.ratings(page).load(id)));
  const handles = await Promise.all(ids.map((id) => loaders.formerHandles.load(id)));
  expect(ratings.map(({ found }) => found[0]?.playerId)).toEqual(ids);
  expect(handles.flat()).toEqual([]);
  expect(statements).toHaveLength(2);
});

describe('a past board', () => {
  let ladders: Ladders;
  let boards = 0;
  beforeEach(async () => {
    ladders = await openLadders('2026-03-01T00:00:00Z');
    boards = 0;
    const { database } = ladders.app;
    const createQueryRunner = database.createQueryRunner.bind(database);
    database.createQueryRunner = (...mode) => {
      const runner = createQueryRunner(...mode);
      const query = runner.query.bind(runner);
      runner.query = (text: string, ...more: []) => {
        if (text.includes('AS ranked')) boards++;
        return query(text, ...more);
      };
      return runner;
    };
    await ladders.open('ladder', { ratingSystem: 'performance' });
    for (let n = 1; n <= 30; n++) {
      ladders.clock.now += 60_000;
      await ladders.play('ladder', `p0 beats p${(n % 3) + 1}`);
    }
  });
  afterEach(() => ladders.close());

  const page = { first: 100, after: null, around: null, includeProvisional: true, withDisplay: false };
  const at = (minute: number) => ({
    asOf: new Date(Date.parse('2026-03-01T00:00:30Z') + minute * 60_000),
    asKnownAt: null,
  });

  test('is computed once for all callers who request the same, and for all moments between two matches', async () => {
    const league = await getLeague(ladders.app.database.manager, 1);
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => readPastStandings(ladders.app, league, at(10), page)),
    );
    expect(new Set(pages.map(({ nodes }) => JSON.stringify(nodes))).size).toBe(1);
    const moment = { ...at(10), asOf: new Date(+at(10).asOf + 1_000) };
    const rating = await readPastRating(ladders.app, league, moment, 1, { withDisplay: false });
    expect(rating?.rank).toBe(pages[0]!.nodes.find(({ rating: { playerId } }) => playerId === 1)!.rank);
    expect(boards).toBe(1);

    await ladders.play('ladder', 'p0 beats p1');
    await readPastStandings(ladders.app, await getLeague(ladders.app.database.manager, 1), at(10), page);
    expect(boards, 'later matches change nothing about it').toBe(1);
    await readPastStandings(ladders.app, league, at(11), page);
    expect(boards).toBe(2);
  });

  test('and a prediction cost the careers that they read, and wait for the points before they read them', async () => {
    const league = await getLeague(ladders.app.database.manager, 1);
    const waited: number[] = [];
    const size = { ...newResponseSize(), becomeCostly: async (work: number) => void waited.push(work) };
    const { outcomes } = await predictMatch(ladders.app, ANONYMOUS, league, [['p0'], ['p1']], size);
    // Two points for each of 30 and 10 lines.
    expect(waited).toEqual([80]);
    await outcomes(size);
    expect(waited).toEqual([80, 82]);
  });

  test('costs its players and a part of the lines of those on the page, less than all of their histories', async () => {
    const league = await getLeague(ladders.app.database.manager, 1);
    const [{ id }] = (await ladders.sql(`SELECT id FROM player WHERE handle = 'p0'`)) as [{ id: number }];
    const board = newResponseSize();
    await readPastStandings(ladders.app, league, at(20), page, board);
    // Four players and 40 lines.
    expect(board.work).toBe(4 + 4);
    const rating = newResponseSize();
    await readPastRating(ladders.app, league, at(20), id, { withDisplay: false }, rating);
    expect(rating.work, 'the board is there').toBe(2);
    const display = newResponseSize();
    await readPastRating(ladders.app, league, at(20), id, {}, display);
    expect(display.work, 'the text of a performance takes every game').toBe(2 + 4);
  });
});
