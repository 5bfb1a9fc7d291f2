import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ImportTurns } from './import-turns.js';

const [ONE, TWO, THREE] = [1, 2, 3];
const SECOND = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the league whose last turn was longest ago comes first, and a resting one later', () => {
  const turns = new ImportTurns();
  for (const league of [TWO, ONE]) {
    turns.begin(league);
    turns.end(league);
  }
  expect(turns.inOrder([ONE, TWO, THREE])).toEqual([THREE, TWO, ONE]);
  turns.begin(TWO);
  turns.rest(TWO);
  expect(turns.inOrder([ONE, TWO, THREE])).toEqual([THREE, ONE]);
  vi.advanceTimersByTime(31 * SECOND);
  expect(turns.inOrder([ONE, TWO, THREE])).toEqual([THREE, ONE, TWO]);
});

test('a file makes way after some seconds, for leagues that wait for a turn and do not rest', () => {
  const turns = new ImportTurns();
  for (const league of [ONE, TWO, THREE]) turns.begin(league);
  const movedAt = performance.now();
  turns.end(THREE);
  expect(turns.shallMakeWay(movedAt, [ONE, TWO, THREE])).toBe(false);
  vi.advanceTimersByTime(6 * SECOND);
  expect(turns.shallMakeWay(movedAt, [ONE, TWO, THREE])).toBe(true);
  expect(turns.shallMakeWay(movedAt, [ONE, TWO])).toBe(false);
  turns.begin(THREE);
  turns.rest(THREE);
  expect(turns.shallMakeWay(movedAt, [ONE, TWO, THREE])).toBe(false);
});

test('the time for which a file is stuck is that of all its turns, until it continues or is over', () => {
  const turns = new ImportTurns();
  const file = { leagueId: ONE, id: 7 };
  const stuckFor = (settled: number, id = 7) => turns.stuckFor({ ...file, id }, settled) / SECOND;
  turns.begin(ONE);
  expect(stuckFor(500)).toBe(0);
  turns.rest(ONE);
  vi.advanceTimersByTime(40 * SECOND);
  turns.begin(ONE);
  // It starts again from the beginning.
  expect([stuckFor(0), stuckFor(500)]).toEqual([40, 40]);
  expect(stuckFor(1_000)).toBe(0);
  vi.advanceTimersByTime(10 * SECOND);
  expect([stuckFor(1_000), stuckFor(1_000, 8)]).toEqual([10, 0]);
  vi.advanceTimersByTime(10 * SECOND);
  turns.end(ONE);
  turns.begin(ONE);
  expect(stuckFor(1_000, 8)).toBe(0);
});
