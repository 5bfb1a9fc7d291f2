import { expect, test } from 'vitest';
import { packBoard, placeOf, placesBetween } from './past-board.js';

const board = packBoard([7, 3, 5, 9, 4], [1600, 1500, 1500, 1400, 1700], 4);

test('players of equal score share a rank, and the next one counts them both', () => {
  expect(placesBetween(board, 1, 4, false)).toEqual([
    { playerId: 7, place: 1, rank: 1 },
    { playerId: 3, place: 2, rank: 2 },
    { playerId: 5, place: 3, rank: 2 },
    { playerId: 9, place: 4, rank: 4 },
  ]);
  expect(placesBetween(board, 3, 3, false)).toEqual([{ playerId: 5, place: 3, rank: 2 }]);
});

test('provisional players stand below all others, without a rank, where they are asked for', () => {
  expect(placesBetween(board, 4, 9, true)).toEqual([
    { playerId: 9, place: 4, rank: 4 },
    { playerId: 4, place: 5, rank: null },
  ]);
  expect(placesBetween(board, 5, 9, false)).toEqual([]);
  expect(placeOf(board, 4, true)).toEqual({ playerId: 4, place: 5, rank: null });
  expect(placeOf(board, 4, false)).toBeNull();
  expect(placeOf(board, 8, true)).toBeNull();
});
