import { buildSchema, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { brokenLimits, checkLists, jsonProblem } from './request-limits.js';

const list = (length: number) => Array.from({ length }, () => 'x');

test('a list that no field would accept is refused with its place and length, at any depth', () => {
  const sides = [{ participants: [{ player: 'ann', scoresAgainst: list(10_001) }] }];
  expect(checkLists({ input: { matches: [{ sides }] } })?.message).toBe(
    'Lists must have at most 10000 items, but variables.input.matches.sides.participants.scoresAgainst has 10001.',
  );
  expect(checkLists({ input: { scopes: list(1_900_000) } })?.message).toBe(
    'Lists must have at most 10000 items, but variables.input.scopes has 1900000.',
  );
});

test.each([[undefined], [null], ['text'], [{}], [{ input: { scopes: list(10_000), none: null } }]])(
  'others are not: %j',
  (variables) => {
    expect(checkLists(variables)).toBeUndefined();
  },
);

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test.each<[unknown]>([[null], ['text'], [1], [{}], [{ a: { b: [1, 2, { c: null }] } }], [nested(32)]])(
  'the JSON %j is accepted',
  (value) => {
    expect(jsonProblem(value)).toBeNull();
  },
);

test('a thousand values are accepted, and one more is not', () => {
  expect(jsonProblem(Array(1_000).fill(1))).toBeNull();
  expect(jsonProblem(Array(1_001).fill(1))).toBe('JSON must have at most 1000 values.');
  expect(jsonProblem(Array(40).fill(Array(30).fill(1)))).toBe('JSON must have at most 1000 values.');
});

test('33 levels are too deep, and a hundred thousand no deeper', () => {
  expect(jsonProblem(nested(33))).toBe('JSON must be nested at most 32 levels deep.');
  expect(jsonProblem(nested(100_000))).toBe('JSON must be nested at most 32 levels deep.');
});

test('a name of 201 characters is too long', () => {
  expect(jsonProblem({ ['x'.repeat(200)]: 1 })).toBeNull();
  expect(jsonProblem({ a: { ['x'.repeat(201)]: 1 } })).toBe('Names in JSON must be at most 200 characters long.');
});

describe('the field of a subscription', () => {
  const schema = buildSchema('type Query { a: Int } type Subscription { a: Int }');
  const problemOf = (source: string) => brokenLimits(schema, source)[0]?.message;

  test.each([
    'a @include(if: $b)',
    'a @skip(if: $b)',
    'a @include',
    'a @include(if: null)',
    '... @skip(if: $b) { a }',
    '...F @include(if: $b)',
    '... { a @include(if: $b) }',
  ])('is the same for all values of variables: %s', (selection) => {
    const source = `subscription ($b: Boolean!) { ${selection} } fragment F on Subscription { a }`;
    expect(problemOf(source)).toBe('@skip and @include of the field of a subscription must be given true or false.');
  });

  test('may be', () => {
    const source = 'subscription { a @include(if: true) @skip(if: false) } query ($b: Boolean!) { a @skip(if: $b) }';
    expect(problemOf(source)).toBeUndefined();
    expect(validate(schema, parse('subscription { a @include(if: true) }'), specifiedRules)).toEqual([]);
  });
});
