import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { drawEmblem, readEmblem } from './emblem.js';
import { Picture, pngOf } from './picture.js';

/** @param lines each with its filter first */
function png(width: number, type: number, lines: readonly number[][], { depth = 8, interlaced = 0, more = {} } = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(lines.length, 4);
  header.set([depth, type, 0, 0, interlaced], 8);
  const chunks = { IHDR: header, ...more, IDAT: deflateSync(Buffer.from(lines.flat())), IEND: Buffer.alloc(0) };
  const parts = Object.entries(chunks).map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(data as Buffer)]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(body.length - 4, 0);
    frame.set(body, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

const pixelsOf = async (content: Buffer) => {
  const emblem = await readEmblem(content);
  return emblem && [...emblem.pixels];
};

describe('the picture of a league', () => {
  test('is read through every filter', async () => {
    const lines = [
      [0, 10, 20, 40],
      [1, 10, 10, 20],
      [2, 0, 0, 5],
      [3, 5, 5, 6],
      [4, 1, 2, 3],
    ];
    const grey = [...[10, 20, 40], ...[10, 20, 40], ...[10, 20, 45], ...[10, 20, 38], ...[11, 22, 41]];
    expect(await pixelsOf(png(3, 0, lines))).toEqual(grey.flatMap((value) => [value, value, value, 255]));
  });

  test('is read in colours, with opacity, and with a palette', async () => {
    expect(await pixelsOf(png(1, 2, [[0, 1, 2, 3]]))).toEqual([1, 2, 3, 255]);
    expect(await pixelsOf(png(1, 4, [[0, 9, 128]]))).toEqual([9, 9, 9, 128]);
    expect(await pixelsOf(png(1, 6, [[0, 1, 2, 3, 4]]))).toEqual([1, 2, 3, 4]);
    const more = { PLTE: Buffer.from([1, 2, 3, 4, 5, 6]), tRNS: Buffer.from([7]) };
    expect(await pixelsOf(png(2, 3, [[0, 0b0100_0000]], { depth: 1, more }))).toEqual([1, 2, 3, 7, 4, 5, 6, 255]);
  });

  test('is read from as many pieces as its file has', async () => {
    const whole = png(1, 2, [[0, 1, 2, 3]]);
    const [start, end] = [whole.indexOf('IDAT') - 4, whole.indexOf('IEND') - 4];
    const data = whole.subarray(start + 8, end - 4);
    const piece = (bytes: Buffer) => Buffer.from([0, 0, 0, bytes.length, ...Buffer.from('IDAT'), ...bytes, 0, 0, 0, 0]);
    const pieces = [
      ...Array(8000).fill(piece(Buffer.alloc(0))),
      ...Array.from(data, (byte) => piece(Buffer.from([byte]))),
    ];
    const split = Buffer.concat([whole.subarray(0, start), ...pieces, whole.subarray(end)]);
    expect(await pixelsOf(split)).toEqual([1, 2, 3, 255]);
  });

  test('is omitted if it is of another kind, damaged, or larger than declared', async () => {
    const good = png(2, 2, [[0, 1, 2, 3, 4, 5, 6]]);
    expect(await readEmblem(good)).not.toBeNull();
    expect(await readEmblem(Buffer.from('RIFF0000WEBP'))).toBeNull();
    expect(await readEmblem(good.subarray(0, 48))).toBeNull();
    expect(await readEmblem(png(1, 2, [[0, 1, 2, 3, 4]]))).toBeNull();
    expect(await readEmblem(png(1025, 0, [Array(1026).fill(0)]))).toBeNull();
    expect(await readEmblem(png(1, 2, [[0, 1, 2, 3]], { interlaced: 1 }))).toBeNull();
  });

  test('is drawn in the middle of its square, and shows the background if it is not opaque', async () => {
    const source = new Picture(4, 2, [200, 0, 0]);
    const emblem = (await readEmblem(await pngOf(source)))!;
    const card = new Picture(4, 4, [0, 0, 0]);
    drawEmblem(card, emblem, [1, 1], 2);
    const reds = Array.from({ length: 16 }, (_, pixel) => card.pixels[pixel * 3]);
    expect(reds).toEqual([...Array(5).fill(0), 200, 200, ...Array(9).fill(0)]);
    const half = (await readEmblem(png(1, 4, [[0, 200, 51]])))!;
    const paper = new Picture(1, 1, [0, 0, 0]);
    drawEmblem(paper, half, [0, 0], 1);
    expect(paper.pixels[0]).toBe(40);
  });
});
