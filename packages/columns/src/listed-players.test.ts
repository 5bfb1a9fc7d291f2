import { expect, test } from 'vitest';
import { guessRoles } from './guess-columns.js';
import { guessSeparator, listedPlayers } from './listed-players.js';

test.each([
  [['Ann, Ben, Cid|Dan, Eve, Fay', 'Ann, Eve, Cid|Dan, Ben, Fay'], ['team 1', 'team 2'], ','],
  [['Ann, Ben & Cid|Dan, Eve & Fay', 'Ann, Eve, Gus & Cid|Dan, Ben & Fay'], ['team 1', 'team 2'], ','],
  [['Ann, Ben & Cid|Dan', 'Ann, Eve & Cid|Fay'], ['team 1'], ','],
  [['Ann; Ben|Dan', 'Cid; Ben|Eve'], ['team 1'], ';'],
  [['Ann & Ben|Cid & Dan', 'Ann & Cid|Ben & Dan'], ['team 1', 'team 2'], '&'],
  [['Ann/Ben|Cid', 'Ann/Cid|Ben'], ['team 1'], '/'],
  [['Ann und Ben|Cid', 'Ann und Cid|Ben'], ['team 1'], ' und '],
  [['Ann, Ben|Cid, Dan', 'Ben, Cid|Ann, Dan'], ['team 1', 'team 2'], ','],
  [['Müller, Jörg / Meier, Ann|Eve', 'Müller, Jörg / Eve, Ann|Eve'], ['team 1'], '/'],
  // Last names, and few cells of many.
  [['Müller, Jörg|Meier, Ann', 'Müller, Ann|Meier, Jörg'], [], ''],
  [['Bosnia & Herzegovina|Malta', 'Malta|Italy', 'Italy|France'], [], ''],
  [['Trinidad and Tobago|Malta', 'Malta|Italy', 'Italy|Trinidad and Tobago'], [], ''],
  [['Ann|Ben', 'Ben|Ann'], [], ''],
])('of the players in %j, %j seem to be lists with "%s" between names', (cells, found, separator) => {
  const columns = ['date', 'team 1', 'team 2', 'winner'];
  const rows = cells.map((row) => ['2026-01-02', ...row.split('|'), '1']);
  const roles = guessRoles(columns, rows);
  expect(listedPlayers(columns, roles, rows)).toEqual(found);
  expect(guessSeparator(roles, rows)).toBe(separator);
});

test('a last name that is also a first name splits no cells, but is reported', () => {
  const players = ['Martin, Paul|Petit, Martin', 'Bernard, Luc|Dubois, Anne', 'Durand, Eve|Leroy, Max'];
  const columns = ['Date', 'White', 'Black', 'Result'];
  const rows = players.map((row) => ['2026-01-02', ...row.split('|'), '1-0']);
  const roles = guessRoles(columns, rows);
  expect(guessSeparator(roles, rows)).toBe('');
  expect(listedPlayers(columns, roles, rows)).toEqual(['White', 'Black']);
});

test('parts of a cell may still be lists', () => {
  const columns = ['team 1', 'team 2'];
  const rows = ['Ann, Ben, Gus & Cid|Dan, Eve, Fay', 'Ann, Eve, Gus & Cid|Dan, Ben, Fay'].map((row) => row.split('|'));
  const left = (separator: string) => listedPlayers(columns, ['player1', 'player2'], rows, separator);
  expect([',', '&'].map(left)).toEqual([['team 1'], ['team 1', 'team 2']]);
});

test('winners and losers may be lists', () => {
  const rows = ['Ann & Ben|Cid & Dan', 'Ann & Cid|Ben & Dan'].map((row) => row.split('|'));
  expect(listedPlayers(['winner', 'loser'], ['won', 'lost'], rows)).toEqual(['winner', 'loser']);
});

test('other columns may be lists', () => {
  const columns = ['date', 'player 1', 'player 2', 'winner', 'referees'];
  const rows = ['a, b, c', 'b, c, d'].map((referees) => ['2026-01-02', 'Ann', 'Ben', '1', referees]);
  expect(listedPlayers(columns, guessRoles(columns, rows), rows)).toEqual([]);
});

test('tags of clans before names split no cells, but are reported', () => {
  const rows = ['TSM + Leffen|C9 + Mango', 'C9 + Axe|TSM + Myth', 'Zain|C9 + Mango'].map((row) =>
    row.split('|').map((cell) => cell.replace('+', '|')),
  );
  const [columns, roles] = [
    ['entrant 1', 'entrant 2'],
    ['player1', 'player2'],
  ];
  expect(guessSeparator(roles, rows)).toBe('');
  expect(listedPlayers(columns, roles, rows)).toEqual(columns);
  // A player on both sides is no clan, and three names are no tag.
  expect(
    guessSeparator(roles, [
      ['Ann | Ben', 'Cid | Dan'],
      ['Ben | Cid', 'Dan | Ann'],
    ]),
  ).toBe('|');
  expect(
    guessSeparator(roles, [
      ['Ann | Ben | Eve', 'Cid | Dan | Fay'],
      ['Ann | Ben | Fay', 'Cid | Dan | Eve'],
    ]),
  ).toBe('|');
});
