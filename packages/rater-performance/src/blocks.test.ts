import { expect, test } from 'vitest';
import { addGameAt, type BlocksDraft, draftOfBlocks, emptyBlocks, NO_BLOCKS, noBlocks, sumsOf } from './blocks.js';
import { NARROW } from './nodes.js';
import { viewFrom, windowAround } from './window.js';

const VIEW = viewFrom(windowAround(1500, NARROW));

test.each<[string, () => BlocksDraft]>([
  ['of no games', () => draftOfBlocks(NO_BLOCKS, VIEW, 0)],
  ['to be filled', () => emptyBlocks([3], VIEW, 5)],
  ['without blocks', () => noBlocks(VIEW)],
])('games that were added to a draft which was given up are in no other one: %s', (_, begin) => {
  const givenUp = emptyBlocks([3], VIEW, 5);
  addGameAt(givenUp, 3, 1, 1, 1);
  expect(sumsOf(begin()).every((sum) => sum === 0)).toBe(true);
});

test('games that were added are in the sums', () => {
  const draft = emptyBlocks([3], VIEW, 5);
  for (let game = 0; game < 100; game++) addGameAt(draft, 3, 1, 1, 0.5);
  expect(sumsOf(draft).at(-1)).toBe(50);
});
