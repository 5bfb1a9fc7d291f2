import { expect, test } from 'vitest';
import { type Candidate, splitInOrder } from './batch.js';

const sidesOf = (...sizes: number[]) => ({ sides: sizes.map((size) => ({ participants: Array(size).fill(null) })) });

const candidate = (index: number, minute: number, size: number) =>
  ({ index, match: { playedAt: new Date(minute * 60_000), ...sidesOf(size, size) } }) as unknown as Candidate;

test('a batch with few contributions stays as it is', () => {
  const batch = [candidate(0, 9, 1), candidate(1, 3, 1)];
  expect(splitInOrder(batch)).toEqual([batch]);
});

test('one with many is split in the order of time, and matches of one moment keep theirs', () => {
  const batch = [9, 3, 3, 7, 1, 9].map((minute, index) => candidate(index, minute, 128));
  const batches = splitInOrder(batch).map((part) => part.map(({ index }) => index));
  expect(batches).toEqual([
    [4, 1, 2],
    [3, 0, 5],
  ]);
});
