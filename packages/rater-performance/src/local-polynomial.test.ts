import { expect, test } from 'vitest';
import { addGame, draftOfPolynomial, finished, polynomialAround } from './local-polynomial.js';

test('each of two simultaneous drafts has its own games', () => {
  const empty = polynomialAround(1500);
  const alone = draftOfPolynomial(empty);
  addGame(alone, 1, 1, 0.5);
  const expected = finished(alone, 1);

  const [one, other] = [draftOfPolynomial(empty), draftOfPolynomial(empty)];
  addGame(one, 1, 1, 0.5);
  addGame(other, 1, 0, 2);
  expect(finished(one, 1)).toEqual(expected);
  expect(finished(other, 1)).not.toEqual(expected);
});
