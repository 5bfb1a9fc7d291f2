import { expect, test } from 'vitest';
import type { Candidate } from '../submission/submission-result.js';
import { lightParts, lightRounds, MAX_WEIGHT, weightOf } from './weight.js';

const sidesOf = (...sizes: number[]) => ({ sides: sizes.map((size) => ({ participants: Array(size).fill(null) })) });

test.each([
  ['a duel', [1, 1], 2],
  ['five against five', [5, 5], 50],
  ['a free-for-all of ten', Array(10).fill(1), 90],
  ['one against nine', [1, 9], 18],
])('%s weighs as many opponents as all have', (_, sizes, weight) => {
  expect(weightOf(sidesOf(...sizes))).toBe(weight);
});

test('parts are as heavy as they may be, and one element may be heavier', () => {
  const half = MAX_WEIGHT / 2;
  expect(lightParts([half, half, 1, MAX_WEIGHT + 1, 1, MAX_WEIGHT], (weight) => weight)).toEqual([
    [half, half],
    [1],
    [MAX_WEIGHT + 1],
    [1],
    [MAX_WEIGHT],
  ]);
  expect(lightParts([], () => 1)).toEqual([]);
});

const candidate = (index: number, minute: number, size: number) =>
  ({ index, match: { playedAt: new Date(minute * 60_000), ...sidesOf(size, size) } }) as unknown as Candidate;

test('a round that is light stays as it is', () => {
  const round = [candidate(0, 9, 1), candidate(1, 3, 1)];
  expect(lightRounds(round)).toEqual([round]);
});

test('one that is not goes in parts in the order of time, those of one moment in their own', () => {
  const round = [9, 3, 3, 7, 1, 9].map((minute, index) => candidate(index, minute, 128));
  const rounds = lightRounds(round).map((part) => part.map(({ index }) => index));
  expect(rounds).toEqual([
    [4, 1, 2],
    [3, 0, 5],
  ]);
});
