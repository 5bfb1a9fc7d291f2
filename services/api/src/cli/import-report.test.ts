import { expect, test } from 'vitest';
import { WordCounts } from '../import/cells.js';
import { HandleBook } from '../import/handle.js';
import { badCell } from '../import/problems.js';
import { RefusalLog, refusedBy, refusedReading } from '../import/reading.js';
import { refuse } from '../kit/refusal.js';
import { importReport } from './import-report.js';

const file = { names: new HandleBook(), dates: { fitting: [] } };
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
    '        2  points must not be missing, but is "" (line 4, 5)',
    '        1  externalId "row-3" was already submitted with different content (line 3)',
    '',
    'Each of them:',
    '  line 3: externalId "row-3" was already submitted with different content',
    '  line 4: points must not be missing, but is ""',
    '  line 5: points must not be missing, but is "NA"',
  ]);
});

test('one participant is not told as several', () => {
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
