import { expect, test } from 'vitest';
import { guessRoles } from './guess-columns.js';
import { isExportForSpreadsheets, unusedColumns, unusedResults } from './unused-columns.js';

test('columns without a role are unused, as is neutral ground if the sides have no roles', () => {
  const columns = ['date', 'home_team', 'away_team', 'winner', 'neutral', 'city'];
  const roles = guessRoles(columns);
  expect(unusedColumns(columns, { roles, sideRoles: 'home, away' })).toEqual(['city']);
  expect(unusedColumns(columns, { roles, sideRoles: '' })).toEqual(['neutral', 'city']);
  expect(unusedColumns(['a', 'b'], { roles: ['date'], sideRoles: '' })).toEqual(['b']);
});

test.each([
  ['date,winner,loser,result', ['1/2'], ['result']],
  ['date,winner,loser,Ergebnis', [''], ['Ergebnis']],
  ['date,winner,loser,x', ['1-0', '½-½'], ['x']],
  ['date,winner,loser,score', ['3:1', '3:0'], ['score']],
  ['date,winner,loser,note', ['', 'Draw'], ['note']],
  // Sets, times of day and the like do not look like a result.
  ['date,winner,loser,score', ['6-4 7-5'], []],
  ['date,winner,loser,begin', ['19:30'], []],
  ['date,winner,loser,place', ['Kyoto', ''], []],
  // If the winner's column names a winner, it is used.
  ['date,player1,player2,result,x', ['draw'], []],
])('of %s with %j beside winners, %j look like a result', (header, cells, found) => {
  const columns = header.split(',');
  const rows = cells.map((cell) => ['2026-01-02', 'ben', 'cid', cell]);
  expect(unusedResults(columns, guessRoles(columns, rows), rows)).toEqual(found);
});

test("a service's export of matches for spreadsheets is recognised by its columns", () => {
  const exported = 'match,played_at,weight,side,team,role,place,status,side_points,player,guest,points,minutes'.split(
    ',',
  );
  expect(isExportForSpreadsheets(exported)).toBe(true);
  expect(isExportForSpreadsheets(exported.filter((column) => column !== 'status'))).toBe(false);
});
