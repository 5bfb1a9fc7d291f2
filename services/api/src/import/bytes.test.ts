import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type FileEncoding, inSlices, inUtf8 } from './bytes.js';
import { readJsonLines } from './json-lines.js';
import { parseMapping } from './mapping.js';
import { csvFile } from './match-file.js';

const SIZE = 200_000;
const PIECES = Math.ceil(SIZE / 8_192);

it('a file comes in pieces, with a pause between each two', async () => {
  const bytes = Buffer.from(Array.from({ length: SIZE }, (_, place) => place % 251));
  let pauses = 0;
  const pieces: Buffer[] = [];
  for await (const piece of inSlices([bytes.subarray(0, 8_192), bytes.subarray(8_192)], async () => void pauses++)) {
    expect(pauses).toBe(pieces.length);
    pieces.push(piece);
  }
  expect(Buffer.concat(pieces)).toEqual(bytes);
  expect(pieces.length).toBe(PIECES);
});

it.each([
  ['CSV', 'date,a,b,x,y\n', '\n'],
  ['CSV', 'date,a,b,x,y\n', ',,,,\n'],
  ['JSON Lines', '', '\n'],
  ['JSON Lines', '', ' \n'],
])('a reader of %s pauses and can be stopped although it returns no match (%j%j)', async (format, begun, rest) => {
  let [pauses, isOpen] = [0, true];
  const giveWay = async () => {
    if (++pauses === 10) throw new Error('they have left');
  };
  const file = async function* () {
    try {
      yield Buffer.from(begun);
      for (;;) yield Buffer.alloc(SIZE, rest);
    } finally {
      isOpen = false;
    }
  };
  const input = inSlices(file(), giveWay);
  const readings =
    format === 'CSV'
      ? csvFile(() => input, parseMapping('date=date; side=a:x; side=b:y')).readings()
      : readJsonLines(input);
  await expect(Readable.from(readings).toArray()).rejects.toThrow('they have left');
  expect([pauses, isOpen]).toEqual([10, false]);
});

async function read(bytes: Buffer, piece = bytes.length): Promise<[text: string, encoding: FileEncoding | null]> {
  let encoding: FileEncoding | null = null;
  const pieces: Buffer[] = [];
  const input = (async function* () {
    for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
  })();
  for await (const each of inUtf8(input, (found) => {
    encoding = found;
  })) {
    pieces.push(each);
  }
  return [Buffer.concat(pieces).toString(), encoding];
}

const NAMES = 'Spieler;Punkte\r\nJürgen Weiß;1\r\nZoë;2\r\n';

it.each([1, 3, 1000])('letters of Western Europe are read as Windows saves them, in pieces of %i', async (size) => {
  expect(await read(Buffer.from(NAMES, 'latin1'), size)).toEqual([NAMES, 'WINDOWS_1252']);
  // € is where Latin-1 has a control character.
  expect(await read(Buffer.from([0x35, 0x20, 0x80, 0x20, 0x61]), size)).toEqual(['5 € a', 'WINDOWS_1252']);
});

it.each([1, 3, 1000])('UTF-8 stays unchanged, in pieces of %i bytes', async (size) => {
  expect(await read(Buffer.from(NAMES), size)).toEqual([NAMES, 'UTF_8']);
  expect(await read(Buffer.from(`\uFEFF${NAMES}`), size)).toEqual([`\uFEFF${NAMES}`, 'UTF_8']);
  expect(await read(Buffer.from('a;b\n1;2\n'), size)).toEqual(['a;b\n1;2\n', null]);
});

it('UTF-8 with letters cut at the end of the inspected part is still UTF-8', async () => {
  for (const ahead of ['', 'a', 'aa']) {
    const text = `é${ahead}${'日'.repeat(40_000)}`;
    expect(await read(Buffer.from(text), 65_536)).toEqual([text, 'UTF_8']);
  }
});

it.each(['little', 'big'])('UTF-16 stays unchanged, %s end first', async (end) => {
  const bytes = Buffer.from(`\uFEFF${NAMES}`, 'utf16le');
  expect((await read(end === 'big' ? bytes.swap16() : bytes, 1))[1]).toBe('UTF_16');
});

it('text that cannot be Windows-1252, or hardly, is not read as that', async () => {
  // A byte that is no letter.
  expect(await read(Buffer.from([0x61, 0x62, 0x9d, 0x63, 0xe4]))).toEqual(['ab\uFFFDc\uFFFD', 'UTF_8']);
  // Cyrillic letters of Windows-1251: Иван, Пётр.
  expect((await read(Buffer.from([0xc8, 0xe2, 0xe0, 0xed, 0x2c, 0xcf, 0xb8, 0xf2, 0xf0])))[1]).toBe('UTF_8');
});

it.each([
  ['Polish letters of Windows-1250: Paweł, Michał', Buffer.from('Pawe\xb3, Micha\xb3', 'latin1')],
  ['Polish letters of Windows-1250: Łukasz', Buffer.from('\xa3ukasz', 'latin1')],
  ['Polish letters of Windows-1250: Józef, Grażyna', Buffer.from('J\xf3zef, Gra\xbfyna', 'latin1')],
  ['Romanian letters of Windows-1250: Iași', Buffer.from('Ia\xbai', 'latin1')],
  ['two files of which one is UTF-8', Buffer.concat([Buffer.from('Jörg\n'), Buffer.from('Jörg\n', 'latin1')])],
])('signs within names are letters of another encoding, so it is not read as Windows-1252: %s', async (_, bytes) => {
  expect((await read(bytes))[1]).toBe('UTF_8');
});

it('signs outside words are no letters', async () => {
  const text = 'Über 5 m², 3 €, £5, ¿Qué?, Mª José, CAFÉ’S, JOÃO';
  const bytes = Buffer.from(text, 'latin1');
  bytes[text.indexOf('€')] = 0x80;
  bytes[text.indexOf('’')] = 0x92;
  expect(await read(bytes)).toEqual([text, 'WINDOWS_1252']);
});

it.each([
  ['UTF-8', Buffer.from('é,'.repeat(30_000))],
  ['Windows-1252', Buffer.from(`é${'a,'.repeat(30_000)}`, 'latin1')],
  ['a file that goes on', Buffer.from('é,'.repeat(50_000))],
])(
  'the text that decided the encoding comes in small pieces, between which others have their turn: %s',
  async (_, bytes) => {
    const input = (async function* () {
      for (let start = 0; start < bytes.length; start += 8_192) yield bytes.subarray(start, start + 8_192);
    })();
    let turns = 0;
    let next = setImmediate(function again() {
      turns++;
      next = setImmediate(again);
    });
    const sizes: number[] = [];
    for await (const piece of inUtf8(input)) sizes.push(piece.length);
    clearImmediate(next);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8_192);
    expect(turns).toBeGreaterThanOrEqual(6);
  },
);
