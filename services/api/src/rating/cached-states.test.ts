import { expect, it } from 'vitest';
import { CachedStates, States, stateSize } from './cached-states.js';

/** A player with an expired wait. */
function strong(player: number): States {
  const states = new States([[player, 'strong']]);
  states.waits.set(player, [{ at: new Date(0), sequence: 3 }]);
  return states;
}

it('a player whose state was loaded is not missing any more, even without one', () => {
  const cached = new CachedStates();
  expect(cached.missing([1, 2, 2])).toEqual([1, 2]);
  cached.keep([1, 2], strong(1));
  expect(cached.missing([1, 2, 3])).toEqual([3]);
  expect([1, 2, 3].map((player) => cached.has(player))).toEqual([true, false, false]);
  expect(cached.size).toBe(2);
});

it('the size of states is updated when they are replaced', () => {
  const cached = new CachedStates();
  const numbers = (length: number) => new States([[1, new Float64Array(length)]]);
  cached.keep([1, 2], numbers(1000));
  const before = cached.bytes;
  expect(before).toBeGreaterThanOrEqual(8000);
  cached.keep([1], numbers(2000));
  expect(cached.bytes).toBe(before + 8000);
  cached.keep([1], new States());
  expect(cached.bytes).toBe(0);
});

it('picked states can change without a change here', () => {
  const cached = new CachedStates();
  cached.keep([1], strong(1));
  cached.pick([1, 2]).set(1, 'half-done');
  expect(cached.pick([1, 2])).toEqual(strong(1));
});

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

it('counts objects, text and empty values', () => {
  const opponent = { id: 7, name: 'ann', settled: null };
  expect(stateSize([opponent, opponent])).toBe(stateSize([]) + 2 * (8 + stateSize(opponent)));
  expect(stateSize(opponent)).toBeGreaterThan(stateSize({ id: 7, name: '', settled: null }));
  expect([null, undefined, true].map(stateSize)).toEqual([0, 0, 0]);
});
