import { describe, expect, test } from 'vitest';
import type { TopLevelError } from '../support/graphql.js';
import { SUBMIT, useLeague, useStory } from '../support/story.js';
import { AS_ADMIN, document, refused } from './refusals.js';

const story = useStory();
const league = useLeague(story, 'europe', 'ann beats ben');

/** Sends matches some of whose fields have a wrong type. */
async function refusedBatch(matches: readonly object[], headers: Record<string, string> = AS_ADMIN) {
  const request = { ...document(SUBMIT, { input: { league: 'europe', matches } }), headers };
  const { body } = request;
  const response = await fetch(`${story.url}/graphql`, { method: 'POST', headers, body: body! });
  return { status: response.status, ...((await response.json()) as { errors: TopLevelError[] }) };
}

const sides = (first: unknown, second: unknown = 2) => [
  { placement: first, participants: [{ player: 'ann' }] },
  { placement: second, participants: [{ player: 'ben' }] },
];
const playedAt = '2020-02-01T00:00:00Z';

describe('values of a wrong type in a batch', () => {
  test('are all reported with their match and their field', async () => {
    const { status, errors } = await refusedBatch([
      { externalId: 'g-1', playedAt, sides: sides('1') },
      { externalId: 'g-2', playedAt, sides: sides(1) },
      { externalId: 'g-3', playedAt, sides: sides(1.5, { x: 1 }) },
      { externalId: 4, playedAt, sides: sides(1) },
      { externalId: 'g-5', playedAt, sides: sides(1), colour: 'red' },
      { externalId: 'g-6', playedAt, sides: [{ placement: 1 }] },
      { externalId: 'g-7', playedAt, sides: sides(true) },
    ]);
    expect(status).toBe(400);
    const path = (match: number, ...more: string[]) => ['input', 'matches', String(match), ...more];
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_INPUT', argument: path(0, 'sides', '0', 'placement'), externalId: 'g-1' },
      { code: 'BAD_INPUT', argument: path(2, 'sides', '0', 'placement'), externalId: 'g-3' },
      { code: 'BAD_INPUT', argument: path(2, 'sides', '1', 'placement'), externalId: 'g-3' },
      { code: 'BAD_INPUT', argument: path(3, 'externalId') },
      { code: 'BAD_INPUT', argument: path(4, 'colour'), externalId: 'g-5' },
      { code: 'BAD_INPUT', argument: path(5, 'sides', '0', 'participants'), externalId: 'g-6' },
      { code: 'BAD_INPUT', argument: path(6, 'sides', '0', 'placement'), externalId: 'g-7' },
    ]);
    expect(errors[0]!.message).toBe(
      'input.matches.0.sides.0.placement (match "g-1") has a wrong type: Int cannot represent non-integer value: "1"',
    );
    expect(errors[4]!.message).toBe('input.matches.4.colour (match "g-5") is not a field of MatchInput');
    expect(errors[5]!.message).toBe('input.matches.5.sides.0.participants (match "g-6") is required, but missing');
    expect((await league.read('matchCount')).matchCount).toBe(1);
  });

  test('are reported up to a limit', async () => {
    const matches = Array.from({ length: 200 }, (_, n) => ({ externalId: `g-${n}`, playedAt, sides: sides('1') }));
    const { errors } = await refusedBatch(matches);
    expect(errors).toHaveLength(51);
    expect(errors[49]).toMatchObject({ extensions: { externalId: 'g-49' } });
    expect(errors[50]).toEqual({
      message: 'More than 50 values are wrong; these are the first.',
      extensions: { code: 'BAD_INPUT' },
    });
  });

  test('are reported equally to clients that accept only application/json', async () => {
    const headers = { ...AS_ADMIN, accept: 'application/json' };
    const { status, errors } = await refusedBatch([{ externalId: 'g-1', playedAt, sides: sides('1', '2') }], headers);
    expect([status, errors.length]).toEqual([200, 2]);
  });
});

describe('values of a wrong type in a document', () => {
  const submit = (matches: string) =>
    `mutation { submitMatches(input: { league: "europe", matches: [${matches}] }) { errors { message } } }`;
  const side = (placement: string) => `{ placement: ${placement}, participants: [{ player: "ann" }] }`;

  test('are reported with their match and their field', async () => {
    const query = submit(`
      { externalId: "g-1", playedAt: "2020-02-01T00:00:00Z", sides: [${side('1')}, ${side('2')}] },
      { externalId: "g-2", playedAt: "2020-02-01T00:00:00Z", sides: [${side('1')}, ${side('"2"')}] },
      { externalId: "g-3", playedAt: "2020-02-01T00:00:00Z", sides: [${side('1')}, { place: 2, participants: [] }] },
      { externalId: "g-4" }`);
    const { errors } = await refused(story, { ...document(query), headers: AS_ADMIN });
    const path = (...more: string[]) => ['input', 'matches', ...more];
    expect(errors).toMatchObject([
      {
        message: 'input.matches.1.sides.1.placement (match "g-2"): Int cannot represent non-integer value: "2"',
        extensions: {
          code: 'GRAPHQL_VALIDATION_FAILED',
          argument: path('1', 'sides', '1', 'placement'),
          externalId: 'g-2',
        },
      },
      {
        message: expect.stringMatching(
          /^input\.matches\.2\.sides\.1\.place \(match "g-3"\): Field "place" is not defined/,
        ),
        extensions: { argument: path('2', 'sides', '1', 'place'), externalId: 'g-3' },
      },
      {
        message: expect.stringMatching(/^input\.matches\.3 \(match "g-4"\): Field "MatchInput\.sides" of required/),
        extensions: { argument: path('3'), externalId: 'g-4' },
      },
    ]);
  });

  test('are reported with their argument', async () => {
    const { errors } = await refused(story, {
      ...document('{ leagues(first: "3") { nodes { slug } } }'),
      headers: AS_ADMIN,
    });
    expect(errors[0]!.message).toBe('first: Int cannot represent non-integer value: "3"');
  });

  test('differ from other mistakes', async () => {
    const { errors } = await refused(story, {
      ...document('{ leagues(first: "3") { nodes { slugg } } }'),
      headers: AS_ADMIN,
    });
    expect(errors.map(({ message }) => message).toSorted()).toEqual([
      'Cannot query field "slugg" on type "League". Did you mean "slug"?',
      'first: Int cannot represent non-integer value: "3"',
    ]);
  });
});

test('a missing variable is reported as in GraphQL', async () => {
  const { errors } = await refused(story, { ...document(SUBMIT, {}), headers: AS_ADMIN });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT', argument: ['input'] } }]);
  expect(errors[0]!.message).toMatch(/"\$input" of required type "SubmitMatchesInput!" was not provided/);
});

test.each(['0000-01-01', '0000-12-31', '9999-12-31'])('no board was recorded on %s', async (day) => {
  const query = 'query ($day: LocalDate!) { league(slug: "europe") { snapshot(day: $day) { day } } }';
  expect(await story.anonymous.get(query, { day })).toEqual({ league: { snapshot: null } });
  const inline = `{ league(slug: "europe") { snapshot(day: "${day}") { day } } }`;
  expect(await story.anonymous.get(inline)).toEqual({ league: { snapshot: null } });
});

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('the board as of %s is available', async (at) => {
  const { status } = await story.anonymous.ask(
    `{ league(slug: "europe") { standings(asOf: "${at}") { nodes { rank } } matches(from: "${at}", to: "${at}") { nodes { id } } } }`,
  );
  expect(status).toBe(200);
});
