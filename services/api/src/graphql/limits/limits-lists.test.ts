import { expect, test } from 'vitest';
import { checkLists } from './limits-lists.js';

const LONG = 1_000_000;
const list = (length: number) => Array.from({ length }, () => 'x');

test('a list that no field would take is refused with its place and length, however deep it stands', () => {
  const sides = [{ participants: [{ player: 'ann', scoresAgainst: list(10_001) }] }];
  expect(checkLists({ input: { matches: [{ sides }] } }, LONG)?.message).toBe(
    'Lists must have at most 10000 items, but variables.input.matches.sides.participants.scoresAgainst has 10001.',
  );
  expect(checkLists({ input: { scopes: list(1_900_000) } }, Number.NaN)?.message).toBe(
    'Lists must have at most 10000 items, but variables.input.scopes has 1900000.',
  );
});

test.each([[undefined], [null], ['text'], [{}], [{ input: { scopes: list(10_000), none: null } }]])(
  'others are not: %j',
  (variables) => {
    expect(checkLists(variables, LONG)).toBeUndefined();
  },
);
