import { expect, it } from 'vitest';
import { ResidentStates, States } from './resident-states.js';

const statesOf = (...players: number[]) => new States(players.map((player) => [player, { points: player }]));

it('states that were kept are there at the version that they were made at', () => {
  const residents = new ResidentStates();
  const states = statesOf(1, 2);
  residents.keep(7, 3, states);
  expect(residents.take(7, 3)).toBe(states);
});

it.each([2, 4])('at version %d instead of 3 nothing is known', (version) => {
  const residents = new ResidentStates();
  residents.keep(7, 3, statesOf(1));
  expect(residents.take(7, version).size).toBe(0);
  expect(residents.take(7, 3).size).toBe(0);
});

it('what was taken and not kept, as when a transaction fails, is forgotten', () => {
  const residents = new ResidentStates();
  residents.keep(7, 3, statesOf(1));
  residents.take(7, 3).set(1, 'half-done');
  expect(residents.take(7, 3).size).toBe(0);
});

it('leagues do not share states', () => {
  const residents = new ResidentStates();
  residents.keep(1, 1, statesOf(1));
  residents.keep(2, 1, statesOf(2));
  expect([...residents.take(1, 1).keys(), ...residents.take(2, 1).keys()]).toEqual([1, 2]);
});

it('the league that was not used for the longest time makes room for others', () => {
  const residents = new ResidentStates();
  for (let league = 1; league <= 64; league++) residents.keep(league, 1, statesOf(league));
  residents.keep(1, 1, residents.take(1, 1));
  residents.keep(65, 1, statesOf(65));
  expect([1, 2, 3, 65].map((league) => residents.take(league, 1).size)).toEqual([1, 0, 1, 1]);
});

it('a league of more players than memory is meant for is read anew each time', () => {
  const residents = new ResidentStates();
  residents.keep(1, 1, statesOf(1));
  residents.keep(1, 2, new States(Array.from({ length: 100_001 }, (_, player) => [player, null])));
  expect(residents.take(1, 2).size).toBe(0);
});
