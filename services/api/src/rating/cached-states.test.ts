import { expect, it } from 'vitest';
import { CachedStates, States } from './cached-states.js';

/** A player with an expired wait. */
function strong(player: number): States {
  const states = new States([[player, 'strong']]);
  states.waits.set(player, [{ at: new Date(0), sequence: 3 }]);
  return states;
}

it('whose state was looked for is missing no more, even if they have none', () => {
  const cached = new CachedStates();
  expect(cached.missing([1, 2, 2])).toEqual([1, 2]);
  cached.keep([1, 2], strong(1));
  expect(cached.missing([1, 2, 3])).toEqual([3]);
  expect([1, 2, 3].map((player) => cached.has(player))).toEqual([true, false, false]);
  expect(cached.size).toBe(2);
});

it('what states take is counted as they are replaced', () => {
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

it('states that are picked can be moved without being moved here', () => {
  const cached = new CachedStates();
  cached.keep([1], strong(1));
  cached.pick([1, 2]).set(1, 'half-done');
  expect(cached.pick([1, 2])).toEqual(strong(1));
});
