import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { type Picture, type Point, SIGNATURE } from './picture.js';

/** The picture of a league in pixels, row by row. */
export interface Emblem {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of a pixel, 0 to 255 each. */
  readonly pixels: Uint8Array;
}

const decompress = promisify(inflate);
/** Most pixels of each side, as in the API: a small file can contain a picture that takes gigabytes. */
const MOST = 1024;
/** Samples of a pixel by colour type: grey, colours, palette, grey with opacity, colours with opacity. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;

/**
 * Reads a PNG that has 8 bits a sample, or a palette, and is not interlaced, as nearly all are. https://www.w3.org/TR/png-3
 * Written here, because fast-png inflates any content: 100 kB can become 100 MB.
 * @returns null for every other file, and for a damaged one
 */
export async function readEmblem(content: Buffer): Promise<Emblem | null> {
  try {
    return await readPng(content);
  } catch {
    return null;
  }
}

async function readPng(content: Buffer): Promise<Emblem | null> {
  const chunks = chunksOf(content);
  const header = chunks.get('IHDR')![0]!;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, type, , , interlaced] = header.subarray(8) as unknown as [number, number, number, number, number];
  const samples = SAMPLES[type];
  if (samples === undefined || interlaced !== 0 || !(depth === 8 || (type === PALETTE && depth < 8))) return null;
  if (!(width > 0 && height > 0 && width <= MOST && height <= MOST)) return null;
  const row = Math.ceil((width * samples * depth) / 8);
  const maxOutputLength = (row + 1) * height;
  const lines = await decompress(Buffer.concat(chunks.get('IDAT')!), { maxOutputLength });
  if (lines.length < maxOutputLength) return null;
  unfilter(lines, row, height, samples);
  const [palette, opacities] = [chunks.get('PLTE')?.[0], chunks.get('tRNS')?.[0]];
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = y * (row + 1) + 1;
      const to = (y * width + x) * 4;
      if (type === PALETTE) {
        const bit = x * depth;
        const color = (lines[from + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
        for (let part = 0; part < 3; part++) pixels[to + part] = palette![color * 3 + part]!;
        pixels[to + 3] = opacities?.[color] ?? 255;
        continue;
      }
      const first = from + x * samples;
      const step = samples < 3 ? 0 : 1;
      for (let color = 0; color < 3; color++) pixels[to + color] = lines[first + color * step]!;
      pixels[to + 3] = samples % 2 === 0 ? lines[first + samples - 1]! : 255;
    }
  }
  return { width, height, pixels };
}

/** The data of all chunks, by type. */
function chunksOf(content: Buffer): ReadonlyMap<string, readonly Buffer[]> {
  if (!content.subarray(0, 8).equals(SIGNATURE)) throw new Error('no PNG');
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; at + 12 <= content.length; ) {
    const length = content.readUInt32BE(at);
    const type = content.toString('latin1', at + 4, at + 8);
    if (!chunks.has(type)) chunks.set(type, []);
    chunks.get(type)!.push(content.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

/** Undoes the filters of all rows, in place. https://www.w3.org/TR/png-3/#9Filters */
function unfilter(lines: Buffer, row: number, height: number, pixel: number): void {
  for (let y = 0; y < height; y++) {
    const start = y * (row + 1) + 1;
    const filter = lines[start - 1];
    for (let at = start; at < start + row; at++) {
      const left = at - pixel >= start ? lines[at - pixel]! : 0;
      const above = y > 0 ? lines[at - row - 1]! : 0;
      const corner = y > 0 && at - pixel >= start ? lines[at - pixel - row - 1]! : 0;
      lines[at] = lines[at]! + guessOf(filter!, left, above, corner);
    }
  }
}

function guessOf(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? nearest(left, above, corner) : 0;
}

/** The predictor of Paeth. */
function nearest(left: number, above: number, corner: number): number {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Draws it as large as a square allows, in its middle. @param at the upper left corner of the square; size in pixels */
export function drawEmblem(picture: Picture, { width, height, pixels }: Emblem, [left, top]: Point, size: number) {
  const scale = size / Math.max(width, height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const [x0, y0] = [left + Math.floor((size - wide) / 2), top + Math.floor((size - high) / 2)];
  for (let y = 0; y < high; y++) {
    const rows = emblemSpan(y, high, height);
    for (let x = 0; x < wide; x++) {
      const columns = emblemSpan(x, wide, width);
      const sums = [0, 0, 0, 0];
      for (let row = rows[0]; row < rows[1]; row++) {
        for (let column = columns[0]; column < columns[1]; column++) {
          const at = (row * width + column) * 4;
          const opacity = pixels[at + 3]!;
          for (let channel = 0; channel < 3; channel++) sums[channel]! += pixels[at + channel]! * opacity;
          sums[3]! += opacity;
        }
      }
      const [red, green, blue, opacity] = sums as [number, number, number, number];
      const count = (rows[1] - rows[0]) * (columns[1] - columns[0]);
      if (opacity === 0) continue;
      picture.blend(x0 + x, y0 + y, [red / opacity, green / opacity, blue / opacity], opacity / count / 255);
    }
  }
}

/** The pixels of `from` that one pixel of `to` shows: at least one. */
function emblemSpan(index: number, to: number, from: number): readonly [number, number] {
  const start = Math.floor((index * from) / to);
  return [start, Math.max(start + 1, Math.floor(((index + 1) * from) / to))];
}
