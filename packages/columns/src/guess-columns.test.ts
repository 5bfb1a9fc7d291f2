import { describe, expect, test } from 'vitest';
import { guessRoles, namesBelow } from './guess-columns.js';

const NAMES = ['Datum', 'Spieler 1', 'Spieler 2', 'Ergebnis'];
const DATA = ['01.02.2024', 'Ann', 'Ben', '1:0'];

test.each([
  [['Vereinsmeisterschaft 2024', '', '', ''], [NAMES, DATA], NAMES],
  [['a', 'b', 'c', 'd'], [DATA, NAMES], NAMES],
  [NAMES, [DATA, NAMES], null],
  [['a', 'b', 'c', 'd'], [DATA, ['Datum', 'Ann', 'Ben', '1:0']], null],
  [['a'], [], null],
])('below %j, the row that names the columns is found', (columns, rows, found) => {
  expect(namesBelow(columns, rows)).toEqual(found);
});

test.each([['2026-01-02T20:00:00Z'], ['2026-01-02 20:00:00.123+02:00'], ['2026-01-02T20:00-0500']])(
  "a time such as %s is recognised, whatever its column's name",
  (time) => {
    expect(guessRoles(['setId', 'completedAt', 'winner', 'loser'], [['1', time, 'ann', 'ben']])[1]).toBe('date');
  },
);

test('a time of day in UTC belongs to its date', () => {
  const rows = [['2021.01.03', 'ann', 'ben', '1-0', '2021.01.03', '17:05:11']];
  const roles = guessRoles(['Date', 'White', 'Black', 'Result', 'UTCDate', 'UTCTime'], rows);
  expect(roles).toEqual(['date', 'player1', 'player2', 'result', '', 'date']);
});

test.each([
  ['date,player 1,score 1,player 2,score 2,player 3,score 3', 'score1'],
  ['date,Team A,Team B,Team C,Score A,Score B,Score C', ''],
  ['date,player1,player2,player3,player4,score1,score2', ''],
])('if a row has more than two players, no two of them are guessed to be the sides: %s', (header, second) => {
  const roles = guessRoles(header.split(','));
  expect(roles.filter((role) => role.startsWith('player'))).toEqual([]);
  expect(roles[2]).toBe(second);
});

describe('the column that identifies the match of a participant', () => {
  const rows = (...games: readonly string[]) =>
    games.flatMap((game, day) => ['ann', 'ben'].map((name) => [`2026-01-0${day + 1}`, game, name, '1', `${day}`]));
  const columns = ['date', 'game', 'player', 'score', 'session'];

  test('is not a game that is replayed on another day', () => {
    expect(guessRoles(columns, rows('Catan', 'Azul', 'Catan'))).toEqual(['date', '', 'player', 'score', 'match']);
    expect(guessRoles(columns, rows('Catan', 'Catan'))).toEqual(['date', '', 'player', 'score', 'match']);
    expect(
      guessRoles(
        columns.slice(0, 4),
        rows('Catan', 'Catan').map((row) => row.slice(0, 4)),
      ),
    ).not.toContain('match');
  });

  test('is the number of a game', () => {
    expect(guessRoles(columns, rows('7', '8', '9'))[1]).toBe('match');
  });
});
