import { describe, expect, test } from 'vitest';
import { useLeague, useStory } from '../support/story.js';
import { HOSTILE_DOCUMENTS, nested, times } from './hostile-documents.js';
import { AS_ADMIN, document, expectHarmless, refused, send } from './refusals.js';

const story = useStory();
useLeague(story, 'quiet', 'ann beats ben');

test.each(HOSTILE_DOCUMENTS)('a hostile document is refused briefly, with no effect: %s', async (_, query, message) => {
  const { status, errors } = await refused(story, document(query));
  expect(status).toBe(400);
  expect(errors.map((error) => error.message).join('\n')).toMatch(message);
  for (const { extensions } of errors) {
    expect(['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', 'TOO_COSTLY']).toContain(extensions.code);
  }
});

test('10,000 fields, aliases or directives are refused with or without a token', async () => {
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

test.each([
  ['two of a kind', `mutation { a: ${CREATE} b: ${CREATE} }`],
  ['two of different kinds', `mutation { ${CREATE} revokeToken(input: { token: "x", reason: "x" }) { token { id } } }`],
  ['one hidden in a fragment', `mutation { a: ${CREATE} ...F } fragment F on Mutation { b: ${CREATE} }`],
  ['one hidden in an inline fragment', `mutation { a: ${CREATE} ... { b: ${CREATE} } }`],
])('a request has one mutation: %s are refused, and none is executed', async (_, query) => {
  const { errors } = await refused(story, { ...document(query), headers: AS_ADMIN });
  expect(errors).toMatchObject([
    {
      message: 'A mutation must have exactly one field, but has 2.',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ]);
});

describe('real queries are accepted', () => {
  test('30 aliases, 30 directives, 12 levels', async () => {
    await story.anonymous.get(`{ ${times(30, (i) => `a${i}: viewer { name }`).join(' ')} }`);
    await story.anonymous.get(`{ ${times(10, () => 'viewer @skip(if: false) { name @skip(if: false) }').join(' ')} }`);
    await story.anonymous.get(nested(3));
  });

  test('a hundred matches with all participants and their rating changes', async () => {
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

describe('the cost depends on the variables', () => {
  const query = `query ($leagues: Int!, $players: Int = 1) {
    leagues(first: $leagues) { nodes { standings(first: $players) { nodes { rank player { handle } } } } }
  }`;

  test('a document that passes with small pages is refused with large ones', async () => {
    await story.anonymous.get(query, { leagues: 100 });
    const { errors } = await refused(story, document(query, { leagues: 100, players: 100 }));
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
    await story.anonymous.get(query, { leagues: 100, players: 2 });
  });

  test('invalid variables are reported as such, and affect nothing else', async () => {
    for (const leagues of [null, 'all', [100], { first: 100 }, 1.5, 2 ** 31]) {
      const { errors } = await refused(story, document(query, { leagues, players: 100 }));
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_INPUT']);
    }
    const { errors } = await refused(story, document(query, { leagues: 100, players: 100 }));
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
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
  ])('%s is refused, and no league is created', async (_, settings) => {
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
