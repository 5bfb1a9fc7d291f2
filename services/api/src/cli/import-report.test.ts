import { expect, test } from 'vitest';
import { WordCounts } from '../import/cells.js';
import { HandleBook } from '../import/handle.js';
import { badCell } from '../import/problems.js';
import { RefusalLog, refusedBy, refusedReading } from '../import/reading.js';
import { refuse } from '../kit/refusal.js';
import { importReport } from './import-report.js';

const file = { names: new HandleBook(), dates: { fitting: [] }, skipped: new Map() };
const imported = {
  counts: { accepted: 1, replayed: 0 },
  refusals: new RefusalLog(),
  words: new WordCounts(),
  board: { ranked: 2, provisional: 0, matchesForRank: 1 },
  seconds: 1,
};

test('each refusal is a sentence about its row', () => {
  const refusals = new RefusalLog();
  refusals.add(refusedBy(3, refuse('EXTERNAL_ID_USED', ['externalId'], { externalId: '"row-3"' })));
  refusals.add(refusedReading(badCell(4, 'points', 'MISSING_CELL', '')));
  refusals.add(refusedReading(badCell(5, 'points', 'MISSING_CELL', 'NA')));
  expect(importReport({ ...imported, refusals }, file as never).slice(-7)).toEqual([
    '        2  points must not be missing, but is "" (line 4, 5; the value is of line 4)',
    '        1  externalId "row-3" was already submitted with different content (line 3)',
    '',
    'Each of them:',
    '  line 3: externalId "row-3" was already submitted with different content',
    '  line 4: points must not be missing, but is ""',
    '  line 5: points must not be missing, but is "NA"',
  ]);
});

test('refusals with the same values share a line, and one match is in the singular', () => {
  const refusals = new RefusalLog();
  for (const line of [3, 4]) refusals.add(refusedReading(badCell(line, 'points', 'MISSING_CELL', 'NA')));
  const lines = importReport({ ...imported, counts: { accepted: 0, replayed: 0 }, refusals }, file as never);
  expect(lines).toContain('        2  points must not be missing, but is "NA" (line 3, 4)');
  expect(importReport(imported, file as never).slice(0, 1)).toEqual(['  read      1 match']);
});

test('one participant is in the singular', () => {
  const words = new WordCounts();
  words.add([
    { end: 'last', word: 'DNF' },
    { end: 'out', word: 'DNS' },
  ]);
  const lines = importReport({ ...imported, words }, file as never).filter((line) => line.startsWith('  words'));
  expect(lines).toEqual([
    '  words     1 participant did not finish, and takes last place in the match: 1 "DNF"',
    '  words     1 participant is omitted: 1 "DNS"',
  ]);
});

test('names that are pairs are noticed where there are many', () => {
  const linesOf = (count: number) => {
    const names = new HandleBook();
    for (let pair = 0; pair < count; pair++) names.handleOf(`ANN ${pair}/BEN ${pair}`);
    return importReport(imported, { ...file, names } as never).filter((text) => text.includes('side=column'));
  };
  expect(linesOf(9)).toEqual([]);
  expect(linesOf(10)).toEqual([expect.stringContaining('10 names have "/" in them, such as "ANN 0/BEN 0". If a cell')]);
});

test('rows that are skipped are counted by what they have', () => {
  const skipped = new Map([
    ['W/O', 1_162],
    ['Walkover', 5],
  ]);
  const lines = importReport(imported, { ...file, skipped } as never);
  expect(lines).toContain('  skipped   1,167 rows: 1,162 "W/O", 5 "Walkover"');
});

test('a board without ranks is explained: a league that rests, and settings that never give one', () => {
  const none = { ranked: 0, provisional: 20, matchesForRank: 1 };
  const boardLines = (board: object) =>
    importReport({ ...imported, board: { ...none, ...board } }, file as never).filter((text) =>
      /board|preset|click/.test(text),
    );
  expect(boardLines({ restingSince: new Date('2013-12-31T00:00:00Z') })).toEqual([
    '  board     no ranks any more: the last match was on 2013-12-31. The site shows the board as of then',
  ]);
  expect(boardLines({ preset: { name: 'Races', settings: { provisionalSigma: 7.5 } } })).toEqual([
    '  board     no ranks yet: with these settings, all 20 players stay too uncertain.',
    `            The preset "Races" gives ranks: --settings '{"provisionalSigma":7.5}' for a new league,`,
    '            or one click in the console, on the page of the rating system',
  ]);
  expect(boardLines({})[0]).toMatch(/no ranks yet: the ratings of all 20 players are still too uncertain/);
});
