import { describe, expect, test } from 'vitest';
import { isGivenUp, nextAttempt, readRetryAfter } from './schedule.js';

const NOW = new Date('2026-11-23T12:00:00Z');
const HOUR = 3_600_000;
const pauseAfter = (failures: number, retryAfter: number | null = null, random = 0) =>
  nextAttempt(NOW, failures, retryAfter, random).getTime() - NOW.getTime();

describe('pauses between attempts', () => {
  test('grow from 5 seconds to a day', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 99].map((failures) => pauseAfter(failures));
    expect(pauses.slice(0, 5)).toEqual([5_000, 10_000, 20_000, 60_000, 300_000]);
    expect(pauses.slice(5)).toEqual([0.5, 2, 5, 10, 14, 20, 24, 24, 24].map((hours) => hours * HOUR));
  });

  test('are up to a fifth longer, by chance', () => {
    expect(pauseAfter(1, null, 0.5)).toBe(5_500);
    expect(pauseAfter(12, null, 1)).toBe(28.8 * HOUR);
  });

  test('are as long as the receiver requests, up to a day, and never shorter than planned', () => {
    expect(pauseAfter(1, 60_000)).toBe(60_000);
    expect(pauseAfter(5, 60_000)).toBe(300_000);
    expect(pauseAfter(1, 1e12)).toBe(24 * HOUR);
  });
});

test('a webhook is disabled after five days without a success, not before', () => {
  const since = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR);
  expect(isGivenUp(NOW, since(4.99))).toBe(false);
  expect(isGivenUp(NOW, since(5))).toBe(true);
});

test('the planned attempts cover more than the five days', () => {
  let at = NOW;
  let failures = 0;
  while (!isGivenUp(at, NOW)) at = nextAttempt(at, ++failures, null, 0);
  expect(failures).toBe(14);
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Mon, 23 Nov 2026 12:01:00 GMT', 60_000],
  ['Mon, 23 Nov 2026 11:00:00 GMT', null],
  ['-5', null],
  ['soon', null],
  ['9'.repeat(400), null],
  [undefined, null],
])('Retry-After: %s', (header, pause) => {
  expect(readRetryAfter(header, NOW)).toBe(pause);
});
