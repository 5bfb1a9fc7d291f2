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
