import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canWrite, fitted, widthOf, written } from './cards.js';
import { type Point, rectangle, stroke } from './outline.js';
import { type Color, Picture } from './picture.js';
import { pngOf } from './png.js';

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
  test('takes of each pixel as much as is covered', () => {
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

  test.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'covers the area of a shape, wherever it is (%i)',
    (seed) => {
      let state = seed * 7919 + 1;
      const random = () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
      };
      const [a, b, c] = Array.from({ length: 3 }, (): Point => [random() * 20, random() * 20]) as [Point, Point, Point];
      const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
      // A pixel has 256 shades.
      expect(Math.abs(sumOf(inked(20, 20, [[a, b, c]])) - area)).toBeLessThan(0.15);
    },
  );

  test('cuts off what lies outside', () => {
    expect(sumOf(inked(4, 4, [rectangle(-10, -10, 30, 30)]))).toBeCloseTo(16, 5);
    expect(sumOf(inked(4, 4, [rectangle(10, 10, 5, 5)]))).toBe(0);
    const beside: Point[] = [
      [-5, 0],
      [2, 0],
      [-5, 4],
    ];
    expect(sumOf(inked(4, 4, [beside]))).toBeCloseTo(8 / 7, 1);
  });

  test('draws a line of a thickness', () => {
    const rows = inked(20, 20, stroke([[2, 10] as Point, [18, 10] as Point], 4));
    expect([rows[9]![10], rows[10]![10], rows[13]![10]]).toEqual([1, 1, 0]);
    // With half a spot of twelve corners at either end.
    expect(sumOf(rows)).toBeCloseTo(64 + 12, 0);
  });
});

describe('writing', () => {
  test('has letters for Latin, Greek and Cyrillic names, and says so where it has none', () => {
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
    // As two characters: the letter, and its accent.
    expect(canWrite('e\u0301')).toBe(true);
    expect(['山田', 'أمل', 'שלום', '😀', 'a\u202eb'].filter(canWrite)).toEqual([]);
  });

  test('stands where it should, and is as wide as it says', () => {
    const points = written('Hg', 100, [10, 50]).flat();
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    expect(Math.min(...xs)).toBeGreaterThan(10);
    expect(Math.max(...xs)).toBeLessThan(10 + widthOf('Hg', 100));
    expect(Math.min(...ys)).toBeLessThan(-15);
    // The tail of the g.
    expect(Math.max(...ys)).toBeGreaterThan(60);
  });

  test('ends in an ellipsis where there is no room', () => {
    const long = 'W'.repeat(64);
    expect(fitted('short', 50, 500)).toBe('short');
    expect(fitted(long, 50, 500)).toMatch(/^W+…$/);
    expect(widthOf(fitted(long, 50, 500), 50)).toBeLessThanOrEqual(500);
  });
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
