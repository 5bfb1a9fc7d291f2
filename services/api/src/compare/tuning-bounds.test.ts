import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TuningBounds } from './tuning-bounds.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** Bounds of a search whose first settings took so many seconds, after the start of a process that took 5. */
function boundsAfter(first: number): TuningBounds {
  const bounds = new TuningBounds({ evaluations: 100, seconds: 60, heldOut: 0.4 });
  pass(5);
  bounds.begin();
  pass(first);
  bounds.add(1);
  return bounds;
}

const pass = (seconds: number) => vi.advanceTimersByTime(1000 * seconds);

test('the first settings may take as long as they need', () => {
  const bounds = new TuningBounds({ evaluations: 100, seconds: 60, heldOut: 0.4 });
  bounds.begin();
  pass(200);
  expect(bounds.limit()).toBe(Number.POSITIVE_INFINITY);
  bounds.add(1);
  expect([bounds.limit() <= 0, bounds.evaluations()]).toEqual([true, 1]);
});

test('the others may take a sixth of the time, or three times as long as the first ones', () => {
  expect(boundsAfter(1).limit()).toBeCloseTo(10_000, 6);
  expect(boundsAfter(5).limit()).toBeCloseTo(15_000, 6);
});

test('none may take the time of the final passes: three of the whole log', () => {
  const bounds = boundsAfter(3);
  // 60 s without the 3 of the first settings, and without 3 passes of 3 s by 0.6.
  expect(bounds.evaluations()).toBe(1 + 42 / 3);
  pass(36);
  expect(bounds.limit()).toBeCloseTo(6000, 6);
  bounds.add(12);
  expect(bounds.evaluations()).toBe(13 + 2);
  pass(6);
  expect(bounds.evaluations()).toBe(13);
});
