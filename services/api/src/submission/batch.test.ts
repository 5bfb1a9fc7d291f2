import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { type Candidate, splitInOrder, whenAllDisconnected } from './batch.js';

const sidesOf = (...sizes: number[]) => ({ sides: sizes.map((size) => ({ participants: Array(size).fill(null) })) });

const candidate = (index: number, minute: number, size: number) =>
  ({ index, match: { playedAt: new Date(minute * 60_000), ...sidesOf(size, size) } }) as unknown as Candidate;

test('a batch with few contributions stays whole', () => {
  const batch = [candidate(0, 9, 1), candidate(1, 3, 1)];
  expect(splitInOrder(batch)).toEqual([batch]);
});

test('one with many is split in the order of time, and simultaneous matches keep theirs', () => {
  const batch = [9, 3, 3, 7, 1, 9].map((minute, index) => candidate(index, minute, 128));
  const batches = splitInOrder(batch).map((part) => part.map(({ index }) => index));
  expect(batches).toEqual([
    [4, 1, 2],
    [3, 0, 5],
  ]);
});

test('the matches of one caller wait only for that caller, and leave no listener on their signal', () => {
  const caller = new AbortController();
  const left = whenAllDisconnected([caller.signal, caller.signal]);
  expect(left).toBe(caller.signal);
  expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
});

test('those of several callers are abandoned once all have left, and never if one cannot leave', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const left = whenAllDisconnected([one.signal, other.signal])!;
  one.abort();
  expect(left.aborted).toBe(false);
  other.abort();
  expect(left.aborted).toBe(true);
  expect(whenAllDisconnected([one.signal, undefined])).toBeUndefined();
});
