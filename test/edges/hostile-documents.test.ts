import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Story, startStory } from '../support/story.js';
import { document, expectHarmless, refused, send } from './refusals.js';

const AS_ADMIN = { 'content-type': 'application/json', authorization: 'Bearer test-admin-token' };

let story: Story;

beforeAll(async () => {
  story = await startStory();
  const league = await story.league('quiet');
  await league.play('ann beats ben');
});
afterAll(() => story.stop());

const times = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, i) => text(i));

/** Each fragment spreads the next one twice: 2^30 fields in 1.3 KB. */
function doubledFragments(): string {
  const fragments = times(30, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
  return `{ ...F0 } ${fragments.join(' ')} fragment F30 on Query { viewer { name } }`;
}

/** The path of a tree of leagues and players, as deep as wanted. */
function deep(levels: number): string {
  const open = times(levels, () => 'node(id: "TGVhZ3VlOjE") { ... on Rating { player {').join(' ');
  return `{ ${open} id ${'} } }'.repeat(levels)} }`;
}

/** Seven levels of leagues in leagues by way of a rating, within and beyond the limit of depth. */
const nested = (levels: number) => {
  const middle = times(levels, () => 'ratings(first: 1) { nodes { player {').join(' ');
  return `{ player(handle: "ann") { ${middle} id ${'} } }'.repeat(levels)} } }`;
};

describe('a hostile document is refused at once, in a few words, and nothing happens', () => {
  test.each<[what: string, query: string, message: RegExp]>([
    ['fragments that double themselves', doubledFragments(), /more than 1000 fields, fragments spread out/],
    ['5,000 fields', `{ ${'viewer { name } '.repeat(5_000)} }`, /more that 1500 tokens/],
    ['3,500 aliases', `{ ${times(3_500, (i) => `a${i}: viewer { name }`).join(' ')} }`, /more that 1500 tokens/],
    ['31 aliases', `{ ${times(31, (i) => `a${i}: viewer { name }`).join(' ')} }`, /31 aliases; the limit is 30/],
    ['5,000 directives', `{ viewer { name ${'@skip(if: false) '.repeat(5_000)} } }`, /more that 1500 tokens/],
    [
      '31 directives',
      `{ viewer { name ${'... @skip(if: false) { name } '.repeat(15)} } ...F } fragment F on Query { viewer { ${'... @skip(if: false) { scopes } '.repeat(16)} } }`,
      /31 directives; the limit is 30/,
    ],
    ['31 directives that there are not', `{ viewer { name ${'@a '.repeat(31)} } }`, /31 directives; the limit is 30/],
    ['one field 370 times', `{ ${'viewer { name } '.repeat(370)} }`, /the same field 370 times; the limit is 20/],
    ['13 levels', nested(4), /14 levels of fields; the limit is 12/],
    ['sixty levels of two', deep(60), /\d+ levels of fields; the limit is 12/],
    ['a thousand levels', deep(1_000), /more that 1500 tokens/],
    ['brackets without end', '{a'.repeat(30_000), /more that 1500 tokens/],
    ['a fragment in itself', '{ ...A } fragment A on Query { ...A }', /Cannot spread fragment "A" within itself/],
    [
      'two fragments in each other',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
      /within itself/,
    ],
    ['1,000 unknown fields', `{ ${times(1_000, (i) => `x${i}`).join(' ')} }`, /Cannot query field|Too many/],
    [
      'pages of pages',
      '{ leagues(first: 100) { nodes { standings(first: 100) { nodes { rank player { handle } } } } } }',
      /could have 40201 fields; the limit is 20000/,
    ],
    [
      'an introspection that goes round and round',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      /Maximum introspection depth exceeded/,
    ],
    ['an introspection many times', introspections(30), /could have \d+ fields|more than 1000 fields/],
    ['text of 90 KB', `{ league(slug: "${'x'.repeat(90_000)}") { nothing } }`, /Cannot query field/],
    ['a number of 90 KB', `{ leagues(first: ${'9'.repeat(90_000)}) { nodes { id } } }`, /Int cannot represent/],
  ])('%s', async (_, query, message) => {
    const { status, errors } = await refused(story, document(query));
    expect(status).toBe(400);
    expect(errors.map((error) => error.message).join('\n')).toMatch(message);
    for (const { extensions } of errors) {
      expect(['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', 'TOO_COSTLY']).toContain(extensions.code);
    }
  });
});

function introspections(count: number): string {
  const one = (i: number) => `i${i}: __schema { types { fields { args { name type { name } } type { name } } } }`;
  return `{ ${times(count, one).join(' ')} }`;
}

test('10,000 fields, aliases or directives are refused with a token as without one', async () => {
  const many = [
    `{ ${'viewer { name } '.repeat(10_000)} }`,
    `{ ${times(10_000, (i) => `a${i}: viewer { name }`).join(' ')} }`,
    `{ viewer { name ${'@skip(if: false) '.repeat(10_000)} } }`,
  ];
  for (const query of many) {
    expect((await refused(story, document(query))).errors).toMatchObject([
      { extensions: { code: 'PAYLOAD_TOO_LARGE' } },
    ]);
    const { errors } = await refused(story, { ...document(query), headers: AS_ADMIN });
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
  }
});

const CREATE = 'createLeague(input: { slug: "a", name: "a", ratingSystem: "zonestats" }) { league { slug } }';

describe('a mutation does one thing', () => {
  test.each([
    ['two of a kind', `mutation { a: ${CREATE} b: ${CREATE} }`],
    [
      'two of different kinds',
      `mutation { ${CREATE} revokeToken(input: { token: "x", reason: "x" }) { token { id } } }`,
    ],
    ['one hidden in a fragment', `mutation { a: ${CREATE} ...F } fragment F on Mutation { b: ${CREATE} }`],
    ['one hidden in an inline fragment', `mutation { a: ${CREATE} ... { b: ${CREATE} } }`],
  ])('%s are refused, and none is done', async (_, query) => {
    const { errors } = await refused(story, { ...document(query), headers: AS_ADMIN });
    expect(errors).toMatchObject([
      {
        message: 'A mutation must have exactly one field, but has 2.',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ]);
  });
});

describe('what people really ask passes', () => {
  test('the standard introspection query', async () => {
    const { __schema } = await story.anonymous.get(getIntrospectionQuery());
    expect(__schema.queryType.name).toBe('Query');
  });

  test('30 aliases, 30 directives, 12 levels', async () => {
    await story.anonymous.get(`{ ${times(30, (i) => `a${i}: viewer { name }`).join(' ')} }`);
    await story.anonymous.get(`{ ${times(10, () => 'viewer @skip(if: false) { name @skip(if: false) }').join(' ')} }`);
    await story.anonymous.get(nested(3));
  });

  test('a hundred matches with everybody in them and what it did to them', async () => {
    const { league } = await story.anonymous.get(`{ league(slug: "quiet") { matches(first: 100) { nodes {
      externalId playedAt status sides { name placement score participants {
        player { handle } isGuest score
        ratingChange { before { value deviation } after { value deviation } delta
          contributions { opponent { handle } expected actual weight delta } }
      } }
    } } } }`);
    expect(league.matches.nodes).toHaveLength(1);
  });
});

describe('the cost follows the variables', () => {
  const query = `query ($leagues: Int!, $players: Int = 1) {
    leagues(first: $leagues) { nodes { standings(first: $players) { nodes { rank player { handle } } } } }
  }`;

  test('of a document that passed with small pages, large ones are refused', async () => {
    await story.anonymous.get(query, { leagues: 100 });
    const { errors } = await refused(story, document(query, { leagues: 100, players: 100 }));
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
    await story.anonymous.get(query, { leagues: 100, players: 2 });
  });

  test('variables that do not fit are told of as such, and spoil nothing', async () => {
    for (const leagues of [null, 'all', [100], { first: 100 }, 1.5, 2 ** 31]) {
      const { errors } = await refused(story, document(query, { leagues, players: 100 }));
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_INPUT']);
    }
    const { errors } = await refused(story, document(query, { leagues: 100, players: 100 }));
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
  });

  test.each([-1, 0, 101, 1_000_000_000])('a page of %i is refused with the name of the argument', async (first) => {
    const { errors } = await refused(
      story,
      document('query ($first: Int) { leagues(first: $first) { nodes { id } } }', { first }),
    );
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT', argument: ['first'] }, path: ['leagues'] }]);
  });
});

describe('giant variables', () => {
  const SETTINGS = `mutation ($settings: JSON!) {
    createLeague(input: { slug: "big", name: "big", ratingSystem: "zonestats", settings: $settings }) {
      league { slug } errors { code path message }
    }
  }`;

  test.each<[what: string, settings: string]>([
    ['a text of 5 MB', JSON.stringify('x'.repeat(5_000_000))],
    ['a setting of 5 MB', JSON.stringify({ spread: 'x'.repeat(5_000_000) })],
    ['100,000 settings', JSON.stringify(Object.fromEntries(times(100_000, (i) => `s${i}`).map((name) => [name, 1])))],
    ['lists in lists, 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects in objects, 100,000 deep', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ])('%s is refused, and no league is made', async (_, settings) => {
    const body = `{ "query": ${JSON.stringify(SETTINGS)}, "variables": { "settings": ${settings} } }`;
    const { text, status } = await send(story, { headers: AS_ADMIN, body });
    expectHarmless(text);
    expect(status).toBeLessThan(500);
    const { data, errors } = JSON.parse(text);
    const [error] = data?.createLeague?.errors ?? errors;
    expect(error.code ?? error.extensions.code).toMatch(/^BAD_(SETTINGS|INPUT|REQUEST)$/);
    expect((await story.admin.get('{ league(slug: "big") { slug } }')).league).toBeNull();
  });
});
