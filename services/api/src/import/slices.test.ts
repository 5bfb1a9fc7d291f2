import { expect, it } from 'vitest';
import { readJsonLines } from './json-lines.js';
import { parseMapping } from './mapping.js';
import { inSlices } from './slices.js';
import { readSubmissions } from './submissions.js';

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
])('a reader of %s pauses and can be stopped though it gives no match (%j%j)', async (format, begun, rest) => {
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
    format === 'CSV' ? readSubmissions(input, parseMapping('date=date; side=a:x; side=b:y')) : readJsonLines(input);
  await expect(readings.next()).rejects.toThrow('they have left');
  expect([pauses, isOpen]).toEqual([10, false]);
});
