import { expect, it } from 'vitest';
import { stateSize } from './state-size.js';

const numbers = (length: number) => Array.from({ length }, (_, index) => index / 3);

it.each([
  ['numbers', numbers(1000)],
  ['numbers in chunks', Array.from({ length: 10 }, () => numbers(100))],
  ['a typed array', new Float64Array(1000)],
  ['a history', { value: 1500, games: { rating: numbers(500), playedAt: numbers(500) } }],
  ['a map', new Map([[1, { games: numbers(1000) }]])],
])('counts 8 bytes for each of a thousand numbers, and little more: %s', (_, state) => {
  expect(stateSize(state) / 8000).toBeGreaterThanOrEqual(1);
  expect(stateSize(state) / 8000).toBeLessThan(1.1);
});

it('counts objects, text and what is nothing', () => {
  const opponent = { id: 7, name: 'ann', settled: null };
  expect(stateSize([opponent, opponent])).toBe(stateSize([]) + 2 * (8 + stateSize(opponent)));
  expect(stateSize(opponent)).toBeGreaterThan(stateSize({ id: 7, name: '', settled: null }));
  expect([null, undefined, true].map(stateSize)).toEqual([0, 0, 0]);
});
