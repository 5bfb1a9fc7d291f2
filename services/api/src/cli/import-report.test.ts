import { expect, test } from 'vitest';
import { WordCounts } from '../import/cells.js';
import { HandleBook } from '../import/handle.js';
import { RefusalLog } from '../import/reading.js';
import { importReport } from './import-report.js';

const file = { names: new HandleBook(), dates: { fitting: [] } };
const imported = {
  counts: { accepted: 1, replayed: 0 },
  refusals: new RefusalLog(),
  words: new WordCounts(),
  board: { ranked: 2, provisional: 0, matchesForRank: 1 },
  seconds: 1,
};

test('what stands in a rule of its own is told without a value', () => {
  const refusals = new RefusalLog();
  const refused = { kind: 'refused', line: 3, field: 'externalId' } as const;
  refusals.add({ ...refused, rule: '"row-3" was submitted before, with other content', value: '' });
  refusals.add({ ...refused, rule: 'must not be missing', value: '' });
  expect(importReport({ ...imported, refusals }, file as never).slice(-2)).toEqual([
    '  line 3: externalId "row-3" was submitted before, with other content',
    '  line 3: externalId must not be missing, but is ""',
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
