import { expect, test } from 'vitest';
import { jsonProblem } from './json-size.js';

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test.each<[unknown]>([[null], ['text'], [1], [{}], [{ a: { b: [1, 2, { c: null }] } }], [nested(32)]])(
  'the JSON %j is taken',
  (value) => {
    expect(jsonProblem(value)).toBeNull();
  },
);

test('a thousand values are taken, and one more is not', () => {
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
