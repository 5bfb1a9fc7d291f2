import { expect, test } from 'vitest';
import { LadderError } from './errors.js';
import { delayBefore } from './retry.js';

const failure = (retryAfter?: number) => new LadderError('It failed', 'UNAVAILABLE', { retryAfter });

test('waits longer each time, up to twice as long as before, and at most half a minute', () => {
  const longest = [1, 2, 3, 10].map((attempt) => delayBefore(attempt, failure(), 1));
  expect(longest).toEqual([500, 1_000, 2_000, 30_000]);
  expect(delayBefore(3, failure(), 0)).toBe(0);
});

test('waits longer than the service requests, so that not everybody returns at once', () => {
  expect(delayBefore(1, failure(20), 0)).toBe(20_000);
  expect(delayBefore(1, failure(20), 1)).toBe(20_500);
});
