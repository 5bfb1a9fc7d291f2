import { expect, test } from 'vitest';
import { namesBelow } from './guess-columns.js';

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
