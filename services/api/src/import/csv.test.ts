import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CsvRow, readRows } from './csv.js';
import { FileError } from './problems.js';

async function rowsOf(input: Readable | string | Buffer, delimiter?: string): Promise<CsvRow[]> {
  const stream = input instanceof Readable ? input : Readable.from([Buffer.from(input as string)]);
  const rows: CsvRow[] = [];
  for await (const piece of readRows(stream, delimiter)) for (const row of piece) rows.push(row);
  return rows;
}

/** The result of another program. */
function byCsvParse(bytes: Buffer, delimiter: string): CsvRow[] | string {
  const options = {
    ...{ bom: true, delimiter, ltrim: true, relax_column_count: true, relax_quotes: true },
    record_delimiter: ['\r\n', '\n', '\r'],
  };
  let records: string[][];
  try {
    records = parse(bytes, options) as unknown as string[][];
  } catch {
    return 'FileError';
  }
  let next = 1;
  const rows = records.map((record) => {
    const line = next;
    next += record.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 1);
    return { line, cells: record.map((cell) => cell.trim().normalize()) };
  });
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

describe('the rows of a CSV file', () => {
  it('have the line on which they begin, as an editor counts it', async () => {
    const text = 'a,b\n1,"two\nlines"\n\n3,"and\r\nthree\rmore"\r\n , \n5,6';
    expect(await rowsOf(text)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', 'two\nlines'] },
      { line: 5, cells: ['3', 'and\r\nthree\rmore'] },
      { line: 9, cells: ['5', '6'] },
    ]);
  });

  it('are the same wherever the stream is cut', async () => {
    const bytes = Buffer.from('\uFEFFname,note\r\n"Côte d\'Ivoire","said ""no"",\r\nthen left"\r\nSão Tomé,x\r\n');
    const drops = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect(await rowsOf(Readable.from(drops))).toEqual(await rowsOf(bytes));
    expect(await rowsOf(bytes)).toEqual([
      { line: 1, cells: ['name', 'note'] },
      { line: 2, cells: ["Côte d'Ivoire", 'said "no",\r\nthen left'] },
      { line: 4, cells: ['São Tomé', 'x'] },
    ]);
  });

  it.each([
    [',', ['sep=;', 'a;b'], [2, ['a;b']]],
    [';', ['sep=;', 'a;b'], [2, ['a', 'b']]],
    ['\t', ['SEP=\t', 'a\tb'], [2, ['a', 'b']]],
    [',', ['a,b', 'sep=,'], [1, ['a', 'b']], [2, ['sep=', '']]],
    [',', ['sep=a,b,c'], [1, ['sep=a', 'b', 'c']]],
  ] as const)(
    'begin after a first line that names the separator of cells: %j, %j',
    async (delimiter, lines, ...rows) => {
      const bytes = Buffer.from(lines.join('\r\n'));
      const expected = rows.map(([line, cells]) => ({ line, cells }));
      expect(await rowsOf(bytes, delimiter)).toEqual(expected);
      expect(await rowsOf(Readable.from(Array.from(bytes, (byte) => Buffer.from([byte]))), delimiter)).toEqual(
        expected,
      );
    },
  );

  it.each([
    [['\n', '\n'], 'Unix has it'],
    [['\r\n', '\r\n'], 'Windows has it'],
    [['\r', '\r'], 'the old Macintosh had it'],
    [['\r\n', '\n', '\r'], 'no program writes it'],
  ])('end in %j as %s', async ([first, second, third = '']) => {
    expect(await rowsOf(`a,b${first}1,2${second}3,4${third}`)).toEqual(
      ['ab', '12', '34'].map((cells, index) => ({ line: index + 1, cells: [...cells] })),
    );
  });

  it('may come in UTF-16, as spreadsheets save "Unicode text"', async () => {
    const text = '\uFEFFname\tpoints\r\nÉire\t3\r\n';
    for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      expect(await rowsOf(bytes, '\t')).toEqual([
        { line: 1, cells: ['name', 'points'] },
        { line: 2, cells: ['Éire', '3'] },
      ]);
    }
  });

  it('lose the apostrophe that an export puts before texts that a spreadsheet would calculate', async () => {
    const [row] = await rowsOf(`"'=1+1, ""a""",'-5, '@ann,'＝1,''-x,'ann,-5`);
    expect(row!.cells).toEqual(['=1+1, "a"', '-5', '@ann', '＝1', "'-x", "'ann", '-5']);
  });

  it('compose their accents', async () => {
    expect((await rowsOf('E\u0301ire'))[0]!.cells).toEqual(['\u00C9ire']);
  });

  it('take a quote inside a cell literally', async () => {
    expect((await rowsOf('Dwayne "The Rock" Johnson,1'))[0]!.cells).toEqual(['Dwayne "The Rock" Johnson', '1']);
  });

  it('end with an error at the line of a quote that is never closed', async () => {
    const problem = await rowsOf('a,b\n1,2\n"3,4\n5,6\n').catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(FileError);
    expect(problem).toMatchObject({ line: 3, rule: 'must close every quotation mark' });
  });

  it('that precede such a quote come first, however the file is cut', async () => {
    const bytes = Buffer.from('a,b\n1,2\n\n3,4\n"5,6\n7,8\n');
    for (const pieces of [[bytes], Array.from(bytes, (byte) => Buffer.from([byte]))]) {
      const rows: CsvRow[] = [];
      const read = async () => {
        for await (const piece of readRows(Readable.from(pieces))) for (const row of piece) rows.push(row);
      };
      await expect(read()).rejects.toMatchObject({ line: 5 });
      expect(rows.map(({ line }) => line)).toEqual([1, 2, 4]);
    }
  });

  it('may come in the encoding of Western European spreadsheets', async () => {
    const text = 'Spieler;Punkte\r\n"Weiß; Jürgen";3\r\n';
    expect((await rowsOf(Buffer.from(text, 'latin1'), ';'))[1]!.cells).toEqual(['Weiß; Jürgen', '3']);
  });

  it.each([
    ['behind such a quote', '"', 'x,y\n'],
    ['with cells without end', '', ','],
    ['with a cell without end', '', 'x'],
    ['with blanks without end', '', ' '],
    ['with quotes without end', '"', '"'],
  ])('do not fill the memory %s', async (_, begun, endless) => {
    let chunks = 0;
    const input = Readable.from(
      (function* () {
        yield Buffer.from(`a,b\n\n${begun}`);
        for (; ; chunks++) yield Buffer.alloc(8_192, endless);
      })(),
    );
    const rows: CsvRow[] = [];
    const read = async () => {
      for await (const piece of readRows(input)) for (const row of piece) rows.push(row);
    };
    await expect(read()).rejects.toMatchObject({ line: 3, rule: 'must have at most 100,000 characters in a row' });
    expect(rows.map(({ cells }) => cells)).toEqual([['a', 'b']]);
    expect(chunks).toBeLessThan(40);
  });

  it('cost nothing if they are empty, however many, and later lines keep their numbers', async () => {
    const looks = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => looks.mockRestore());
    for (const [text, line] of [
      [`a,b\n${'\n'.repeat(100_000)}1,2`, 100_002],
      [`a,b\r\n${'\r\n'.repeat(100_000)}1,2\r\n\r\n`, 100_002],
      [`${'\n'.repeat(100_000)}a,b\n1,2${'\n'.repeat(100_000)}`, 100_002],
    ] as const) {
      const rows = await rowsOf(text);
      expect(rows.map(({ cells }) => cells)).toEqual([
        ['a', 'b'],
        ['1', '2'],
      ]);
      expect(rows[1]!.line).toBe(line);
    }
    expect(looks.mock.calls.length).toBe(12);
  });

  it('are those that csv-parse finds, whatever the file contains and wherever it is cut', async () => {
    const letters = fc.constantFrom('a', 'b', 'é', '"', '"', ',', ',', ';', '\n', '\r', '\r\n', ' ', '\t', '\u00a0');
    const text = fc.string({ unit: letters, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(',', ';', '\t'),
        fc.integer({ min: 1, max: 9 }),
        async (file, delimiter, size) => {
          const bytes = Buffer.from(file);
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
            bytes.subarray(place * size, (place + 1) * size),
          );
          const ours = await rowsOf(Readable.from(pieces), delimiter).catch((error: Error) => error.name);
          expect(ours).toEqual(byCsvParse(bytes, delimiter));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('end with the error of their stream', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('the disk is gone'));
      },
    });
    await expect(rowsOf(broken)).rejects.toThrow('the disk is gone');
  });
});
