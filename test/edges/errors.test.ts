import { beforeAll, describe, expect, test } from 'vitest';
import { sealedCursor, sealOf } from '../support/seal.js';
import { useStory } from '../support/story.js';

let seal: Awaited<ReturnType<typeof sealOf>>;

const story = useStory();
beforeAll(async () => {
  seal = await sealOf(story.databaseUrl);
  const league = await story.league('errors');
  await league.play('ann beats ben', 'ben beats cid', 'cid beats ann');
});

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

  test('accepts first: 1 and first: 100', async () => {
    await clientOf(list).get(LISTS[list]!('first: 1'));
    await clientOf(list).get(LISTS[list]!('first: 100'));
  });
});

test.each<[what: string, list: string, ...parts: unknown[]]>([
  ['a key too short', 'leagues', 'league'],
  ['a name with NUL', 'leagues', 'league', 'a\0'],
  ['a fraction for an id', 'ratings', 'rating', 1.5],
  ['a number beyond 32 bits', 'ratings', 'rating', 2 ** 31],
  ['a fraction for a player', 'standings', 'standing', false, 500, 1.5],
  ['a player beyond 32 bits', 'standings', 'standing', false, 500, 2 ** 31],
  ['a score in words', 'standings', 'standing', false, 'high', 1],
  ['a match beyond 32 bits', 'matches', 'match', '2020-01-01T00:00:00.000Z', 2 ** 40],
  ['an invalid time', 'matches', 'match', 'noon', 1],
  ['a time after every calendar', 'matches', 'match', '+275760-09-13T00:00:00.000Z', 1],
  ['a line in fractions', 'history', 'history', '2020-01-01T00:00:00.000Z', 0.5],
  ['a line before every calendar', 'history', 'history', '-271821-04-20T00:00:00.000Z', 1],
  ['a past place that is the last of 32 bits', 'pastStandings', 'past', 2 ** 31 - 1],
  ['a past place before the first', 'pastStandings', 'past', -1],
  ['a day in words', 'snapshots', 'snapshot', 'yesterday'],
  ['a recompute beyond 32 bits', 'recomputes', 'recompute', 2 ** 31],
  ['an audit entry in fractions', 'auditLog', 'audit', 1.5],
  ['an audit entry beyond 53 bits', 'auditLog', 'audit', 1e308],
])('a forged cursor of %s is refused by %s', async (_, list, ...parts) => {
  const error = await clientOf(list).fail(LISTS[list]!(`after: "${sealedCursor(seal, ...parts)}"`));
  expect(error.extensions).toEqual({
    code: 'BAD_INPUT',
    argument: ['after'],
    rule: 'CURSOR',
    parameters: { field: 'after', value: expect.any(String) },
  });
  expect(error.message).toMatch(/^after must be a cursor of this list, but is "/);
});

test('a cursor of one list is refused by another', async () => {
  const { leagues } = await story.anonymous.get('{ leagues { pageInfo { endCursor } } }');
  for (const list of LIST_NAMES.filter((name) => name !== 'leagues')) {
    const error = await clientOf(list).fail(LISTS[list]!(`after: "${leagues.pageInfo.endCursor}"`));
    expect(error.extensions, list).toMatchObject({ code: 'BAD_INPUT', argument: ['after'], rule: 'CURSOR' });
  }
});

describe('a text with NUL, which no database stores, finds nothing', () => {
  const inLeague = (selection: string) => `league(slug: "errors") { ${selection} }`;
  test.each([
    ['league(slug: $text) { id }', { league: null }],
    ['player(handle: $text) { id }', { player: null }],
    ['node(id: $text) { id }', { node: null }],
    ['ratingSystem(key: $text) { key }', { ratingSystem: null }],
    ['leagues(search: $text) { nodes { id } }', { leagues: { nodes: [] } }],
    ['players(search: $text) { nodes { id } }', { players: { nodes: [] } }],
    [inLeague('rating(player: $text) { id }'), { league: { rating: null } }],
    [inLeague('match(externalId: $text) { id }'), { league: { match: null } }],
    [inLeague('matches(player: $text) { nodes { id } }'), { league: { matches: { nodes: [] } } }],
    [inLeague('standings(around: $text) { nodes { rank } }'), { league: { standings: { nodes: [] } } }],
  ])('%s', async (selection, expected) => {
    const type = selection.startsWith('node') ? 'ID!' : 'String!';
    expect(await story.anonymous.get(`query ($text: ${type}) { ${selection} }`, { text: 'a\0b' })).toEqual(expected);
  });

  test.each([
    ['headToHead', 'headToHead(player: "ann", opponent: $text) { matches }', ['opponent']],
    ['prediction', 'prediction(sides: [["ann"], [$text]]) { sides { winProbability } }', ['sides', '1', '0']],
  ])('league.%s', async (_, selection, argument) => {
    const error = await story.anonymous.fail(`query ($text: String!) { ${inLeague(selection)} }`, { text: 'a\0b' });
    expect(error.extensions).toMatchObject({ code: 'BAD_INPUT', argument, rule: 'PLAYER' });
    expect(error.message).toContain('"a\\u0000b"');
  });
});

test("an unknown player's name leaves a field null or a list empty, and the rest of the response is complete", async () => {
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

test('a client that requests server-sent events gets the address of subscriptions', async () => {
  const search = `query=${encodeURIComponent('subscription { standingsChanged(league: "errors") { cursor } }')}`;
  const response = await fetch(`${story.url}/graphql?${search}`, { headers: { accept: 'text/event-stream' } });
  expect(response.status).toBe(406);
  const { errors } = (await response.json()) as { errors: unknown[] };
  expect(errors).toMatchObject([{ message: expect.stringMatching(/^Subscriptions need a WebSocket/) }]);
});
