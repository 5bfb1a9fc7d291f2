import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { pointsIn } from './cells.js';
import { parseMapping } from './mapping.js';
import { type CsvOptions, csvFile } from './match-file.js';
import type { Reading } from './reading.js';

const read = (mapping: string, lines: readonly string[], options?: CsvOptions): Promise<Reading[]> => {
  const input = Readable.from([Buffer.from(lines.join('\n'))]);
  return Readable.from(csvFile(() => input, parseMapping(mapping), options).readings()).toArray();
};

const sidesIn = (reading: Reading | undefined) => (reading?.kind === 'match' ? reading.submission.sides : []);

const EUROPEAN = { missing: new Set<string>(), hasPointsInThousands: true };

describe('the points of both sides in one text', () => {
  it.each([
    ['1-0', [1, 0]],
    ['0-1', [0, 1]],
    ['1–0', [1, 0]],
    ['0 — 1', [0, 1]],
    ['1−0', [1, 0]],
    ['1/2-1/2', [0.5, 0.5]],
    ['½-½', [0.5, 0.5]],
    ['½–½', [0.5, 0.5]],
    ['0.5-0.5', [0.5, 0.5]],
    ['0,5:0,5', [0.5, 0.5]],
    ['2½-1 1/2', [2.5, 1.5]],
    ['12:3', [12, 3]],
    [' 2 : 1 ', [2, 1]],
    ['0.333 - 0,667', [0.333, 0.667]],
    ['1234.500:900', [1234.5, 900]],
  ])('%j is %j', (text, points) => {
    expect(pointsIn(text, 2, EUROPEAN)).toEqual(points);
  });

  it.each([
    '',
    '1',
    '-',
    '1-',
    '-1-0',
    '*',
    '+:-',
    '1-0-0',
    '2:1 n.V.',
    '1/2',
    '11/2-0',
    '1e3-2',
    '1,0000-2',
    '1,500:900',
    '1.500:900',
  ])('%j has none', (text) => {
    expect(pointsIn(text, 2, EUROPEAN)).toBeUndefined();
  });

  it('may have three digits after a point if commas separate the cells', () => {
    const american = { ...EUROPEAN, hasPointsInThousands: false };
    expect(pointsIn('1.250-0.750', 2, american)).toEqual([1.25, 0.75]);
    expect(pointsIn('1,250-0.750', 2, american)).toBeUndefined();
  });

  it('may be those of more sides', () => {
    expect(pointsIn('3:2:0', 3, EUROPEAN)).toEqual([3, 2, 0]);
  });
});

describe('a file with a column of results', () => {
  const lines = [
    'd,w,b,r',
    '2026-01-01,Ann,Ben,1–0',
    '2026-01-02,Ben,Ann,½-½',
    '2026-01-03,Ann,Ben,0-1',
    '2026-01-04,Ann,Ben,*',
  ];

  it.each([
    [
      'score',
      [[1, 0], [0.5, 0.5], [0, 1], []],
      { line: 5, rule: 'POINTS_OF_SIDES', parameters: { field: 'r', sides: 2 } },
    ],
    ['placement', [[1, 2], [1, 1], [2, 1], []], { line: 5, rule: 'WINNER' }],
  ] as const)(
    "gives both sides only their %s, by the meaning of the column's name",
    async (kind, expected, refused) => {
      const other = kind === 'score' ? 'placement' : 'score';
      const readings = await read(`date=d; side=w; side=b; ${kind === 'score' ? 'score' : 'winner'}=r`, lines);
      expect(readings.map((reading) => sidesIn(reading).map((side) => side[kind]))).toEqual(expected);
      expect(sidesIn(readings[0])[0]).not.toHaveProperty(other);
      expect(readings[3]).toMatchObject({ field: 'r', value: '*', ...refused });
    },
  );

  it('does not define the winner if its values have other meanings', async () => {
    const [first, draw] = await read('date=d; side=w; side=b; winner=r(1–0=b)', lines);
    expect(sidesIn(first).map(({ placement }) => placement)).toEqual([2, 1]);
    expect(draw).toMatchObject({ kind: 'refused', rule: 'ONE_OF', parameters: { values: ['1–0'] } });
  });

  it.each([
    ['side=a:x; side=b:y; score=r', 'score=r', 'must be omitted if sides have a score column'],
    ['side=a; side=b', 'side=a', 'unless there is a score or a winner column'],
  ])('%j is no mapping', (text, part, rule) => {
    expect(() => parseMapping(text)).toThrow(expect.objectContaining({ part, rule: expect.stringContaining(rule) }));
  });
});

describe('three digits after a point', () => {
  const lines = ['date,a,b,x,y', '2026-01-01,A,B,1.250,980', '2026-01-02,A,B,0.125,1234.500'];
  const readBy = (delimiter: string) =>
    read(
      'date=date; side=a:x; side=b:y',
      lines.map((line) => line.replaceAll(',', delimiter)),
      { delimiter },
    );

  it('are decimals if commas separate the cells', async () => {
    const scores = (await readBy(',')).map((reading) => sidesIn(reading).map(({ score }) => score));
    expect(scores).toEqual([
      [1.25, 980],
      [0.125, 1234.5],
    ]);
  });

  it.each([';', '\t'])('are refused if they may be thousands, because %j separates the cells', async (delimiter) => {
    const [refused, second] = await readBy(delimiter);
    expect(refused).toMatchObject({ kind: 'refused', line: 2, field: 'x', rule: 'UNCLEAR_NUMBER', value: '1.250' });
    expect(sidesIn(second).map(({ score }) => score)).toEqual([0.125, 1234.5]);
  });
});
