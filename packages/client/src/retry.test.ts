import { expect, test } from 'vitest';
import { LadderError } from './errors.js';
import { delayBefore } from './retry.js';

const failure = (retryAfter?: number) => new LadderError('It failed', 'UNAVAILABLE', { retryAfter });

test('waits longer each time, anywhere up to twice the last, and half a minute at most', () => {
  const longest = [1, 2, 3, 10].map((attempt) => delayBefore(attempt, failure(), 1));
  expect(longest).toEqual([500, 1_000, 2_000, 30_000]);
  expect(delayBefore(3, failure(), 0)).toBe(0);
});

test('adds to what the service asks for, so that not everybody comes back at once', () => {
  expect(delayBefore(1, failure(20), 0)).toBe(20_000);
  expect(delayBefore(1, failure(20), 1)).toBe(20_500);
});
