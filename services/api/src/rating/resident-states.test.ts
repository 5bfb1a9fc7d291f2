import { expect, it } from 'vitest';
import { ResidentStates, States } from './resident-states.js';

/** Somebody who waited in vain. */
function strong(player: number): States {
  const states = new States([[player, 'strong']]);
  states.waits.set(player, [{ at: new Date(0), sequence: 3 }]);
  return states;
}

it('whose state was looked for is missing no more, also where he has none', () => {
  const residents = new ResidentStates();
  expect(residents.missing([1, 2, 2])).toEqual([1, 2]);
  residents.keep([1, 2], strong(1));
  expect(residents.missing([1, 2, 3])).toEqual([3]);
  expect([1, 2, 3].map((player) => residents.has(player))).toEqual([true, false, false]);
  expect(residents.size).toBe(2);
});

it('states that are picked can be moved without being moved here', () => {
  const residents = new ResidentStates();
  residents.keep([1], strong(1));
  residents.pick([1, 2]).set(1, 'half-done');
  expect(residents.pick([1, 2])).toEqual(strong(1));
});
