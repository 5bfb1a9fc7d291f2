import { expect, test } from 'vitest';
import { addGameAt, type BlocksDraft, draftOfBlocks, emptyBlocks, NO_BLOCKS, noBlocks, sumsOf } from './blocks.js';
import { NARROW, polynomialAround, viewFrom } from './local-polynomial.js';

const VIEW = viewFrom(polynomialAround(1500, NARROW));

test.each<[string, () => BlocksDraft]>([
  ['of no games', () => draftOfBlocks(NO_BLOCKS, VIEW, 0)],
  ['to be filled', () => emptyBlocks([3], VIEW, 5)],
  ['without blocks', () => noBlocks(VIEW)],
])('games of a discarded draft are in no other one: %s', (_, begin) => {
  const givenUp = emptyBlocks([3], VIEW, 5);
  addGameAt(givenUp, 3, 1, 1, 1);
  expect(sumsOf(begin()).every((sum) => sum === 0)).toBe(true);
});

test('added games are in the sums', () => {
  const draft = emptyBlocks([3], VIEW, 5);
  for (let game = 0; game < 100; game++) addGameAt(draft, 3, 1, 1, 0.5);
  expect(sumsOf(draft).at(-1)).toBe(50);
});

test('each of two simultaneous drafts has its own games', () => {
  const [one, other] = [emptyBlocks([3], VIEW, 5), emptyBlocks([3], VIEW, 5)];
  addGameAt(one, 3, 1, 1, 0.5);
  addGameAt(other, 3, 1, 1, 2);
  expect(sumsOf(one).at(-1)).toBe(0.5);
  expect(sumsOf(other).at(-1)).toBe(2);
});
