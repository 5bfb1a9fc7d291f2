import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { postGraphql } from '../support/graphql.js';
import { plainId, sealedCursor, sealOf } from '../support/seal.js';
import { startStory, useStory } from '../support/story.js';

let seal: Awaited<ReturnType<typeof sealOf>>;

const story = useStory();
beforeAll(async () => {
  seal = await sealOf(story.databaseUrl);
  const league = await story.league('errors');
  await league.play('ann beats ben', 'ben beats cid', 'cid beats ann');
});

/** Parts of a cursor that is sealed as our own. */
const cursor = (...parts: unknown[]) => parts;

/** Every list, as a selection that takes arguments. */
const LISTS: Record<string, (args: string) => string> = {
  leagues: (args) => `{ leagues(${args}) { nodes { id } } }`,
  players: (args) => `{ players(${args}) { nodes { id } } }`,
  ratings: (args) => `{ player(handle: "ann") { ratings(${args}) { nodes { id } } } }`,
  standings: (args) => `{ league(slug: "errors") { standings(${args}) { nodes { rank } } } }`,
  matches: (args) => `{ league(slug: "errors") { matches(${args}) { nodes { id } } } }`,
  history: (args) => `{ league(slug: "errors") { rating(player: "ann") { history(${args}) { nodes { id } } } } }`,
  pastStandings: (args) =>
    `{ league(slug: "errors") { standings(asOf: "2100-01-01T00:00:00Z", ${args}) { nodes { rank } } } }`,
  snapshots: (args) => `{ league(slug: "errors") { snapshots(${args}) { nodes { day } } } }`,
  recomputes: (args) => `{ league(slug: "errors") { recomputes(${args}) { nodes { id } } } }`,
  auditLog: (args) => `{ league(slug: "errors") { auditLog(${args}) { nodes { id } } } }`,
};
const LIST_NAMES = Object.keys(LISTS);

/** Only admins may read the audit log. */
const clientOf = (list: string) => (list === 'auditLog' ? story.admin : story.anonymous);

describe.each(LIST_NAMES)('the list of %s', (list) => {
  test.each([0, -1, 101, 1_000_000_000, -2_147_483_648])('refuses first: %i', async (first) => {
    expect(await clientOf(list).fail(LISTS[list]!(`first: ${first}`))).toMatchObject({
      message: `first must be 1 to 100, but is ${first}`,
      extensions: { code: 'BAD_INPUT', argument: ['first'] },
    });
  });

  test('takes first: 1 and first: 100', async () => {
    await clientOf(list).get(LISTS[list]!('first: 1'));
    await clientOf(list).get(LISTS[list]!('first: 100'));
  });

  test.each([
    ['nothing', ''],
    ['garbage', '§'],
    ['what the list gives out, unsealed', plainId('["league","a"]')],
    ['a list that there is not', cursor('secrets', 1)],
    ['a key too short', cursor('league')],
    ['a name with NUL', cursor('league', 'a\0')],
    ['a number as text', cursor('rating', '1')],
    ['a fraction for an id', cursor('rating', 1.5)],
    ['a number beyond 32 bits', cursor('rating', 2 ** 31)],
    ['1e308', cursor('rating', 1e308)],
    ['a fraction for a player', cursor('standing', false, 500, 1.5)],
    ['a player beyond 32 bits', cursor('standing', false, 500, 1e308)],
    ['a score in words', cursor('standing', false, 'high', 1)],
    ['a match in fractions', cursor('match', '2020-01-01T00:00:00.000Z', 0.5)],
    ['a match beyond 32 bits', cursor('match', '2020-01-01T00:00:00.000Z', 2 ** 40)],
    ['a time that is none', cursor('match', 'noon', 1)],
    ['a time before every calendar', cursor('match', '-271821-04-20T00:00:00.000Z', 1)],
    ['a time after every calendar', cursor('match', '+275760-09-13T00:00:00.000Z', 1)],
    ['a line in fractions', cursor('history', '2020-01-01T00:00:00.000Z', 0.5)],
    ['a past place in fractions', cursor('past', 1.5)],
    ['a past place beyond 32 bits', cursor('past', 2 ** 31)],
    ['a past place that is the last of 32 bits', cursor('past', 2 ** 31 - 1)],
    ['a past place before the first', cursor('past', -1)],
    ['a day in words', cursor('snapshot', 'yesterday')],
    ['a recompute in fractions', cursor('recompute', 1.5)],
    ['a recompute beyond 32 bits', cursor('recompute', 2 ** 31)],
    ['an audit entry in fractions', cursor('audit', 1.5)],
    ['an audit entry beyond 53 bits', cursor('audit', 1e308)],
    ['a line before every calendar', cursor('history', '-271821-04-20T00:00:00.000Z', 1)],
  ])('refuses a forged cursor of %s', async (_, forged) => {
    const after = typeof forged === 'string' ? forged : sealedCursor(seal, ...forged);
    const error = await clientOf(list).fail(LISTS[list]!(`after: "${after}"`));
    expect(error.extensions).toEqual({
      code: 'BAD_INPUT',
      argument: ['after'],
      rule: 'CURSOR',
      parameters: { field: 'after', value: expect.any(String) },
    });
    expect(error.message).toMatch(/^after must be a cursor of this list, but is "/);
  });
});

test('a cursor of one list is no cursor of another', async () => {
  const { leagues } = await story.anonymous.get('{ leagues { pageInfo { endCursor } } }');
  for (const list of LIST_NAMES.filter((name) => name !== 'leagues')) {
    const error = await clientOf(list).fail(LISTS[list]!(`after: "${leagues.pageInfo.endCursor}"`));
    expect(error.extensions, list).toMatchObject({ code: 'BAD_INPUT', argument: ['after'], rule: 'CURSOR' });
  }
});

describe('a text with NUL, which no database holds, finds nothing', () => {
  test.each([
    ['league', 'league(slug: $text) { id }', null],
    ['player', 'player(handle: $text) { id }', null],
    ['node', 'node(id: $text) { id }', null],
    ['ratingSystem', 'ratingSystem(key: $text) { key }', null],
    ['leagues', 'leagues(search: $text) { nodes { id } }', { nodes: [] }],
    ['players', 'players(search: $text) { nodes { id } }', { nodes: [] }],
  ])('%s', async (field, selection, expected) => {
    const type = field === 'node' ? 'ID!' : 'String!';
    expect(await story.anonymous.get(`query ($text: ${type}) { ${selection} }`, { text: 'a\0b' })).toEqual({
      [field]: expected,
    });
  });

  test.each([
    ['rating', 'rating(player: $text) { id }', null],
    ['match', 'match(externalId: $text) { id }', null],
    ['matches', 'matches(player: $text) { nodes { id } }', { nodes: [] }],
    ['standings', 'standings(around: $text) { nodes { rank } }', { nodes: [] }],
  ])('league.%s', async (field, selection, expected) => {
    const query = `query ($text: String!) { league(slug: "errors") { ${selection} } }`;
    expect((await story.anonymous.get(query, { text: 'a\0b' })).league).toEqual({ [field]: expected });
  });

  test.each([
    ['headToHead', 'headToHead(player: "ann", opponent: $text) { matches }', ['opponent']],
    ['prediction', 'prediction(sides: [["ann"], [$text]]) { sides { winProbability } }', ['sides', '1', '0']],
  ])('league.%s', async (_, selection, argument) => {
    const query = `query ($text: String!) { league(slug: "errors") { ${selection} } }`;
    const error = await story.anonymous.fail(query, { text: 'a\0b' });
    expect(error.extensions).toMatchObject({ code: 'BAD_INPUT', argument, rule: 'PLAYER' });
    expect(error.message).toContain('"a\\u0000b"');
  });
});

test("a name that is no player's leaves a field null or a list empty, and never takes the rest of the answer", async () => {
  const { status, data, errors } = await story.anonymous.ask(`{ player(handle: "nobody") { id } league(slug: "errors") {
    slug rating(player: "nobody") { value } matches(player: "nobody") { nodes { id } } standings(around: "nobody") { nodes { rank } }
    headToHead(player: "ann", opponent: "nobody") { matches } prediction(sides: [["ann"], ["nobody"]]) { sides { winProbability } } } }`);
  expect(status).toBe(200);
  expect(data).toEqual({
    player: null,
    league: {
      ...{ slug: 'errors', rating: null, matches: { nodes: [] }, standings: { nodes: [] } },
      ...{ headToHead: null, prediction: null },
    },
  });
  const byPath = errors!.toSorted((a, b) => (String(a.path) < String(b.path) ? -1 : 1));
  expect(byPath).toMatchObject([
    { path: ['league', 'headToHead'], extensions: { code: 'BAD_INPUT', argument: ['opponent'], rule: 'PLAYER' } },
    {
      path: ['league', 'prediction'],
      extensions: { code: 'BAD_INPUT', argument: ['sides', '1', '0'], rule: 'PLAYER' },
    },
  ]);
});

describe('an invalid request gets JSON with a stable code', () => {
  test.each([
    ['a syntax error', '{ leagues { nodes { id } ', 'GRAPHQL_PARSE_FAILED'],
    ['no document', '', 'BAD_REQUEST'],
    ['an unknown field', '{ secrets }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a field without its argument', '{ league { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an integer beyond 32 bits', '{ leagues(first: 2147483648) { nodes { id } } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a text for a number', '{ leagues(first: "20") { nodes { id } } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown operation', 'query A { viewer { name } } query B { viewer { name } }', 'OPERATION_RESOLUTION_FAILURE'],
  ])('%s', async (_, query, code) => {
    const { status, errors, data } = await story.anonymous.ask(query);
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual([code]);
  });

  test.each([
    ['malformed JSON', '{ "query": "{ viewer { name } }", }'],
    ['NaN, which is no JSON', '{ "query": "query ($x: Int) { viewer { name } }", "variables": { "x": NaN } }'],
    ['a prototype in disguise', '{ "query": "{ viewer { name } }", "variables": { "__proto__": { "x": 1 } } }'],
    ['a list of requests', '[{ "query": "{ viewer { name } }" }]'],
    ['a number', '7'],
    ['nothing', ''],
  ])('%s', async (_, body) => {
    const response = await postGraphql(story.url, body);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/json/);
    const text = await response.text();
    expect(JSON.parse(text)).toBeTypeOf('object');
    expectNothingInside(text);
  });
});

test('an unknown field names those that are spelled like it', async () => {
  const { errors } = await story.anonymous.ask('{ leages { nodes { id } } }');
  expect(errors).toMatchObject([{ message: expect.stringMatching(/^Cannot query field "leages".*"leagues"/) }]);
});

test('a client that wants server-sent events hears how subscriptions are sent', async () => {
  const search = `query=${encodeURIComponent('subscription { standingsChanged(league: "errors") { cursor } }')}`;
  const response = await fetch(`${story.url}/graphql?${search}`, { headers: { accept: 'text/event-stream' } });
  expect(response.status).toBe(406);
  const { errors } = (await response.json()) as { errors: unknown[] };
  expect(errors).toMatchObject([{ message: expect.stringMatching(/^Subscriptions need a WebSocket/) }]);
});

test('internal errors reveal no details', async () => {
  const broken = await startStory();
  onTestFinished(async () => {
    await broken.sql('ALTER TABLE elsewhere RENAME TO match');
    await broken.stop();
  });
  await broken.league('doomed');
  await broken.sql('ALTER TABLE match RENAME TO elsewhere');
  const { text, errors } = await broken.anonymous.ask('{ league(slug: "doomed") { matches { nodes { id } } } }');
  expect(errors).toMatchObject([
    { message: 'Internal error; it was logged.', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
  ]);
  expectNothingInside(text);
  expect(text).not.toContain('elsewhere');
  expect((await broken.anonymous.get('{ league(slug: "doomed") { slug } }')).league).toEqual({ slug: 'doomed' });
});

/** No SQL, no stack, no path of ours. */
function expectNothingInside(text: string): void {
  expect(text).not.toMatch(/SELECT|INSERT|relation|stack|node_modules|\/dist\/|\.js:\d|\bat \w+ \(/);
}
