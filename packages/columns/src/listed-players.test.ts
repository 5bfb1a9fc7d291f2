import { expect, test } from 'vitest';
import { guessRoles } from './guess-columns.js';
import { listedPlayers } from './listed-players.js';

test.each([
  [
    ['Ann, Ben, Cid|Dan, Eve, Fay', 'Ann, Eve, Cid|Dan, Ben, Fay'],
    ['team 1', 'team 2'],
  ],
  [
    ['Ann & Ben|Cid & Dan', 'Ann & Cid|Ben & Dan'],
    ['team 1', 'team 2'],
  ],
  [['Ann/Ben|Cid', 'Ann/Cid|Ben'], ['team 1']],
  [['Ann und Ben|Cid', 'Ann et Cid|Ben'], ['team 1']],
  [
    ['Ann, Ben|Cid, Dan', 'Ben, Cid|Ann, Dan'],
    ['team 1', 'team 2'],
  ],
  // Last names, and few of many.
  [['Müller, Jörg|Meier, Ann', 'Müller, Ann|Meier, Jörg'], []],
  [['Bosnia & Herzegovina|Malta', 'Malta|Italy', 'Italy|France'], []],
  [['Trinidad and Tobago|Malta', 'Malta|Italy', 'Italy|Trinidad and Tobago'], []],
  [['Ann|Ben', 'Ben|Ann'], []],
])('of the players in %j, %j seem to be lists', (cells, found) => {
  const columns = ['date', 'team 1', 'team 2', 'winner'];
  const rows = cells.map((row) => ['2026-01-02', ...row.split('|'), '1']);
  expect(listedPlayers(columns, guessRoles(columns, rows), rows)).toEqual(found);
});

test('other columns may be lists', () => {
  const columns = ['date', 'player 1', 'player 2', 'winner', 'referees'];
  const rows = ['a, b, c', 'b, c, d'].map((referees) => ['2026-01-02', 'Ann', 'Ben', '1', referees]);
  expect(listedPlayers(columns, guessRoles(columns, rows), rows)).toEqual([]);
});
