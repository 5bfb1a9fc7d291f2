import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gameLists } from '../test/arbitrary.js';
import { GameFormatError, parseGames, printGame } from './game-list.js';

test("the source's example is read as the source explains it", () => {
  expect(parseGames('+1500 abc\n-1750 xyz\n=1610 abc\n')).toEqual([
    { opponent: 'abc', rating: 1500, result: 1, days: 0 },
    { opponent: 'xyz', rating: 1750, result: 0, days: 0 },
    { opponent: 'abc', rating: 1610, result: 0.5, days: 0 },
  ]);
});

test.each([
  ['-0 playerX', { opponent: 'playerX', rating: 0, result: 0, days: 0 }],
  ['+1000', { opponent: 'unknown', rating: 1000, result: 1, days: 0 }],
  ['=-12.25 abc 3.5', { opponent: 'abc', rating: -12.25, result: 0.5, days: 3.5 }],
  ['--7 abc', { opponent: 'abc', rating: -7, result: 0, days: 0 }],
  ['+1.5e3 Ünï_1.x-y 1e-3', { opponent: 'Ünï_1.x-y', rating: 1500, result: 1, days: 0.001 }],
])('%j is a game', (line, game) => {
  expect(parseGames(line)).toEqual([game]);
});

test('blanks, tabs, blank lines, a byte order mark and any line ends are fine', () => {
  const games = parseGames('\uFEFF\n  +1500\t abc   2  \r\n\r\n\t\n-1750 xyz\r=1610');
  expect(games.map(printGame)).toEqual(['+1500 abc 2', '-1750 xyz', '=1610']);
});

test('no lines are no games', () => {
  expect(parseGames('')).toEqual([]);
  expect(parseGames('\n \r\n')).toEqual([]);
});

test.each([
  ['1500 abc', 'a game begins with + (won), - (lost) or = (drawn)'],
  ['*1500 abc', 'a game begins with + (won), - (lost) or = (drawn)'],
  ['−1500 abc', 'a game begins with + (won), - (lost) or = (drawn)'],
  ['+', 'the rating right after + must be a number'],
  ['- 1500 abc', 'the rating right after - must be a number'],
  ['-R playerX', 'the rating right after - must be a number'],
  ['+1500abc', 'the rating right after + must be a number'],
  ['++1500', 'the rating right after + must be a number'],
  ['=NaN', 'the rating right after = must be a number'],
  ['+Infinity', 'the rating right after + must be a number'],
  ['+0x10', 'the rating right after + must be a number'],
  ['+1,500', 'the rating right after + must be a number'],
  ['+1e6 abc', 'the rating must lie within 100000 of zero'],
  ['-1e999 abc', 'the rating must lie within 100000 of zero'],
  ['+1500 abc soon', 'the days must be a number of at least 0'],
  ['+1500 abc -1', 'the days must be a number of at least 0'],
  ['+1500 abc 1e999', 'the days must be a number of at least 0'],
  ['+1500 abc 3 4', 'nothing may follow the days'],
])('a malformed line is named with its number, its text and the rule: %j', (line, rule) => {
  const refusal = catchFormatError(`+1000 abc\n\n  ${line}\n+x`);
  expect(refusal.line).toBe(3);
  expect(refusal.text).toBe(line);
  expect(refusal.message).toContain(`line 3: ${JSON.stringify(line)}: ${rule}`);
});

test('a printed game reads as the same game', () => {
  fc.assert(
    fc.property(gameLists, (games) => {
      // Adding 0 turns -0 into 0: the format has one zero.
      const expected = games.map((game) => ({ ...game, rating: game.rating + 0, days: game.days + 0 }));
      expect(parseGames(games.map(printGame).join('\n'))).toEqual(expected);
    }),
  );
});

test.each(['', 'two words', 'tab\tbed'])('the name %j is refused in a line', (opponent) => {
  expect(() => printGame({ opponent, rating: 1500, result: 1, days: 0 })).toThrow(
    new RangeError(`opponent must be a name without spaces, not ${JSON.stringify(opponent)}`),
  );
});

function catchFormatError(text: string): GameFormatError {
  try {
    parseGames(text);
  } catch (error) {
    if (error instanceof GameFormatError) return error;
    throw error;
  }
  throw new Error('the line was not refused');
}
