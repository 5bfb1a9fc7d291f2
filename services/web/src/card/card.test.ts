import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formatOf, textsOf } from '../ui.js';
import { canWrite, fitted, pointsOf, storyLines, widthOf, written } from './cards.js';
import { drawFace, oklch } from './face.js';
import { type Color, Picture, type Point, pngOf, rectangle } from './picture.js';

const [WHITE, BLACK]: readonly [Color, Color] = [
  [255, 255, 255],
  [0, 0, 0],
];

/** How much of each pixel is black, 0 to 1, row by row. */
function darkness({ pixels, width, height }: Picture): number[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => 1 - pixels[(y * width + x) * 3]! / 255),
  );
}

function inked(width: number, height: number, contours: readonly (readonly Point[])[]): number[][] {
  const picture = new Picture(width, height, WHITE);
  picture.fill(contours, BLACK);
  return darkness(picture);
}

const sumOf = (rows: number[][]) => rows.flat().reduce((sum, share) => sum + share, 0);

describe('filling', () => {
  test('takes from each pixel the covered share', () => {
    const rows = inked(4, 3, [rectangle(0.5, 1, 2.25, 1.5)]);
    const shares = rows.map((row) => row.map((share) => Math.round(share * 1000) / 1000));
    expect(shares).toEqual([
      [0, 0, 0, 0],
      [0.498, 1, 0.749, 0],
      [0.251, 0.498, 0.376, 0],
    ]);
  });

  test('leaves holes, and counts an overlap once', () => {
    const hole = [...rectangle(2, 2, 2, 2)].reverse();
    expect(sumOf(inked(6, 6, [rectangle(1, 1, 4, 4), hole]))).toBeCloseTo(12, 5);
    expect(sumOf(inked(6, 6, [rectangle(1, 1, 4, 4), rectangle(2, 2, 3, 3)]))).toBeCloseTo(16, 5);
  });
});

describe('writing', () => {
  test('has letters for Latin, Greek and Cyrillic names, and reports missing ones', () => {
    const names = [
      'Anaïs Lefèvre',
      'Lê Minh Anh',
      'Tomáš Dvořák',
      'Νίκος Παππάς',
      'Ольга Белова',
      'İpek Aydın',
      '#1 <b>&',
    ];
    expect(names.filter((name) => !canWrite(name))).toEqual([]);
    // In two characters: the letter, and its accent.
    expect(canWrite('e\u0301')).toBe(true);
    expect(['山田', 'أمل', 'שלום', '😀', 'a\u202eb'].filter(canWrite)).toEqual([]);
  });

  test('omits emoji, which only adorn a name, unless there is nothing else', () => {
    for (const name of ['🏆 Cup of Foxes 🦊🔥', 'Cup 👨‍👩‍👧‍👦🇩🇪 of Foxes', 'Cup of ❤️ Foxes', '1️⃣ Cup of Foxes']) {
      const plain = name.startsWith('1') ? '1 Cup of Foxes' : 'Cup of Foxes';
      expect(canWrite(name), name).toBe(true);
      expect(widthOf(name, 50), name).toBe(widthOf(plain, 50));
      expect(written(name, 50, [0, 0]), name).toEqual(written(plain, 50, [0, 0]));
      expect(fitted(name, 50, 200), name).toBe(fitted(plain, 50, 200));
    }
    expect(['🦊', '🦊 🔥', '🦊 山田'].filter(canWrite)).toEqual([]);
  });

  test('is in the right place, and has the reported width', () => {
    const points = written('Hg', 100, [10, 50]).flat();
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    expect(Math.min(...xs)).toBeGreaterThan(10);
    expect(Math.max(...xs)).toBeLessThan(10 + widthOf('Hg', 100));
    expect(Math.min(...ys)).toBeLessThan(-15);
    // The tail of the g.
    expect(Math.max(...ys)).toBeGreaterThan(60);
  });

  test('takes as many lines as a story needs, and omits sentences without room', () => {
    const width = widthOf('one two three', 26);
    expect(storyLines(['one two three.', 'four.'], 26, width, 3)).toEqual(['one two', 'three. four.']);
    expect(storyLines(['one two three.', 'four five six seven eight nine.'], 26, width, 3)).toEqual([
      'one two',
      'three.',
    ]);
    expect(storyLines(['one two three four five.'], 26, width, 1)).toEqual([expect.stringMatching(/^one two.*…$/)]);
    expect(storyLines(['one a\u00a0: b', 'W'.repeat(64)], 26, width, 3)[1]).toMatch(/^W+…$/);
    expect(storyLines([], 26, width, 3)).toEqual([]);
  });

  test('ends in an ellipsis if there is no room', () => {
    const long = 'W'.repeat(64);
    expect(fitted('short', 50, 500)).toBe('short');
    expect(fitted(long, 50, 500)).toMatch(/^W+…$/);
    expect(widthOf(fitted(long, 50, 500), 50)).toBeLessThanOrEqual(500);
  });
});

test('a card has the points of a rating besides its display, unless that is the points', () => {
  const theme = { hasSite: true, name: 'Open Ladder', logo: null, color: '#000000', links: [] };
  const ui = { theme, locale: { language: 'de', tag: 'de' } as const, t: textsOf('de'), format: formatOf('de') };
  const storyLines = (display: string, value: number | null) => pointsOf({ display, value }, ui);
  expect([storyLines('-0.04', 25.04), storyLines('80.35%', 1870.3)]).toEqual(['Punkte: 25,0', 'Punkte: 1870,3']);
  expect([storyLines('1533', 1532.7), storyLines('2141 +67 −60', 2141.2), storyLines('provisional', null)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('colours are those of browsers', () => {
  expect(oklch(1, 0, 0)).toEqual([255, 255, 255]);
  // Red, green and blue.
  expect(oklch(0.627955, 0.257683, 29.2339)).toEqual([255, 0, 0]);
  expect(oklch(0.86644, 0.294827, 142.4953)).toEqual([0, 255, 0]);
  expect(oklch(0.452014, 0.313214, 264.052)).toEqual([0, 0, 255]);
});

test('a face has the bands of the one on pages, and is symmetrical', () => {
  const picture = new Picture(24, 24, WHITE);
  // A triangle, a square of 6 by 6, and another triangle, in a pale and a deep colour.
  drawFace(picture, 'wrenfall', [0, 0], 24);
  const row = (y: number) => Array.from({ length: 24 }, (_, x) => picture.pixels[(y * 24 + x) * 3]!);
  const [deep, pale] = [row(0)[0]!, row(12)[12]!];
  expect(pale).toBeGreaterThan(deep);
  expect(row(12)).toEqual(Array.from({ length: 24 }, (_, x) => (x >= 9 && x < 15 ? pale : deep)));
  for (const y of [5, 12, 18]) expect(row(y)).toEqual(row(y).toReversed());
  expect(row(4).filter((value) => value === pale).length).toBeGreaterThan(10);
});

test('a PNG has the pixels of the picture', async () => {
  const picture = new Picture(3, 2, WHITE);
  picture.fill([rectangle(1, 0, 1, 2)], [10, 20, 30]);
  const png = await pngOf(picture);
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3, 2]);
  const length = png.readUInt32BE(33);
  expect(png.toString('latin1', 37, 41)).toBe('IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  const row = [0, 255, 255, 255, 10, 20, 30, 255, 255, 255];
  expect([...rows]).toEqual([...row, ...row]);
});
