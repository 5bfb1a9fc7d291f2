import { expect, it } from 'vitest';
import { States } from '../../rating/cached-states.js';
import { PlayerIndex } from '../log/player-index.js';
import { StateStore } from './state-store.js';

const wait = { at: new Date(0), sequence: 3 };

it.each([0, 1_000_000])('gives back states and waits, of those who have any, with %d bytes of memory', (capacity) => {
  const playerIndex = new PlayerIndex();
  // The player has a place for another reason, and no state.
  playerIndex.place(9);
  const store = new StateStore(playerIndex, capacity);
  const states = new States([
    [1, { value: -0, games: [] }],
    [2, { value: null, games: [Number.NaN, 0.1] }],
  ]);
  states.waits.set(2, [wait]);
  states.waits.set(3, [wait]);
  store.keep([1, 2, 3, 9], states);
  expect(store.pick([2, 9, 1, 4, 3])).toStrictEqual(states);

  const picked = store.pick([2]);
  picked.set(2, { value: 1600, games: [1] });
  picked.waits.delete(2);
  expect(store.pick([1, 2, 3])).toStrictEqual(states);
  store.keep([2], picked);
  expect(store.pick([2])).toStrictEqual(new States([[2, { value: 1600, games: [1] }]]));
  store.close();
});
