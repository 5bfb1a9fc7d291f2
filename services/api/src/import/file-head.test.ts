import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { headProblem, readHead, shownFileName } from './file-head.js';

/** A file that never ends. @returns it, with the number of bytes that were read of it */
function endless(begun: string, rest: string) {
  const file = { bytes: 0, isOpen: true, content: read() };
  async function* read() {
    try {
      yield Buffer.from(begun);
      for (const piece = Buffer.from(rest.repeat(Math.ceil(8_192 / rest.length))); ; file.bytes += piece.length)
        yield piece;
    } finally {
      file.isOpen = false;
    }
  }
  return file;
}

async function* inOnePiece(bytes: Buffer | string) {
  yield Buffer.from(bytes as string);
}

describe('the head of a file', () => {
  it.each([
    ['lines without a character', 'a,b\n1,2\n', '\n', ['a', 'b']],
    ['empty cells', 'a,b\n1,2\n', ',', ['a', 'b']],
    ['rows', 'a,b\n1,2\n', '3,4\n', ['a', 'b']],
    ['an open quote', 'a,b\n1,2\n"', 'x\n', ['a', 'b']],
    ['one line', '', 'a', []],
    ['a header without end', 'a', ',b', []],
    ['empty lines and no header', '', '\n', []],
  ])('is found in the first 100 kB, whatever follows: %s', async (_, begun, rest, columns) => {
    const file = endless(begun, rest);
    const head = await readHead(file.content, 'a.csv');
    expect(head.columns).toEqual(columns);
    expect(file.bytes).toBeLessThan(110_000);
    expect(file.isOpen).toBe(false);
    const problem = 'file must begin with the names of its columns, but the first 100 kB contain no such line';
    expect(headProblem(head, ['file'])?.message).toBe(columns.length === 0 ? problem : undefined);
  });

  it('has the columns of its first line, where no row has as many cells', async () => {
    const { columns, delimiter } = await readHead(inOnePiece('a,b,c\n1,2,3,,\n4,5,6,,\n'), 'a.csv');
    expect([delimiter, columns]).toEqual([',', ['a', 'b', 'c']]);
  });

  it('lets others have their turns, even where every line must be looked at', async () => {
    const isRead = readHead(endless('', '""\n').content, 'a.csv').then(() => true);
    let turns = 0;
    while (!(await Promise.race([isRead, setImmediate(false)]))) turns++;
    // For each of four separators, 100 kB in pieces of 8 kB.
    expect(turns).toBeGreaterThan(40);
  });

  it('does not show a row that is cut off', async () => {
    const row = `${'x'.repeat(15_000)},${'y'.repeat(15_000)}\n`;
    const { rows } = await readHead(endless('a,b\n', row).content, 'a.csv');
    expect(rows.map(({ length }) => length)).toEqual([2, 2, 2]);
    expect(new Set(rows.flat().map(({ length }) => length))).toEqual(new Set([121]));
    const wide = Buffer.from(`\uFEFFa;b\n${row.replace(',', ';').repeat(9)}`, 'utf16le');
    const head = await readHead(inOnePiece(wide), 'a.csv');
    expect([head.delimiter, head.columns, head.rows.map(({ length }) => length)]).toEqual([';', ['a', 'b'], [2]]);
  });

  it('of JSON Lines is recognised by its name or its first letter, and its lines may exceed the inspected part', async () => {
    for (const name of ['a.csv', 'a.jsonl']) {
      const head = await readHead(endless('{"externalId":"', 'x').content, name);
      expect([head.format, head.rows.length, headProblem(head, ['file'])]).toEqual(['JSON_LINES', 1, null]);
    }
  });

  it('uses the separator that makes most columns, or the given one', async () => {
    const text = 'a;b;c\n1,5;2;3\n2,5;3;4\n';
    expect(await readHead(inOnePiece(text), 'a.csv')).toMatchObject({ delimiter: ';', columns: ['a', 'b', 'c'] });
    expect(await readHead(inOnePiece(text), 'a.csv', ',')).toMatchObject({ delimiter: ',', columns: ['a;b;c'] });
  });
});

test.each([
  ['results.csv', 'results.csv'],
  ['Ergebnisse (Männer) ½.csv', 'Ergebnisse (Männer) ½.csv'],
  ['<img src=x onerror=alert(1)>.csv', '<img src=x onerror=alert(1)>.csv'],
  ['a\0b\nc\x1b[31m.csv', 'a\uFFFDb\uFFFDc\uFFFD[31m.csv'],
  ['\u202Evsc.exe', '\uFFFDvsc.exe'],
  ['a\u2028b\u2029c\u0085d.csv', 'a\uFFFDb\uFFFDc\uFFFDd.csv'],
  ['a\u200Bb\uFEFFc\u00ADd.csv', 'a\uFFFDb\uFFFDc\uFFFDd.csv'],
  ['👩‍🚀 نامه‌ها.csv', '👩‍🚀 نامه‌ها.csv'],
  ['  a b.csv ', 'a b.csv'],
  ['   ', 'file'],
  ['\uD800.csv', '\uFFFD.csv'],
  ['', 'file'],
])('the name %j is shown as %j', (name, shown) => {
  expect(shownFileName(name)).toBe(shown);
});

test('shows the end of a long name, without half a letter', () => {
  expect(shownFileName(`${'x'.repeat(300)}.csv`)).toBe(`${'x'.repeat(196)}.csv`);
  expect(shownFileName(`😀${'x'.repeat(195)}.csv`)).toBe(`${'x'.repeat(195)}.csv`);
});
