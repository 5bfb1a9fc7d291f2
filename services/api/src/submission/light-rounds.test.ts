import { expect, test } from 'vitest';
import { lightRounds } from './light-rounds.js';
import type { Candidate } from './submission-result.js';

const sidesOf = (...sizes: number[]) => ({ sides: sizes.map((size) => ({ participants: Array(size).fill(null) })) });

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
