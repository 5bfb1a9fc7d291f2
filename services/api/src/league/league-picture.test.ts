import { expect, test } from 'vitest';
import { readPicture } from './league-picture.js';

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const both = (number: number) => [number >> 8, number & 0xff];
const turned = (number: number) => [number & 0xff, number >> 8];

const png = (width: number, height: number) => {
  const header = [0, 0, ...both(width), 0, 0, ...both(height), 8, 6, 0, 0, 0, 1, 2, 3, 4];
  return bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', header);
};
/** With an application segment before the frame, and a table of Huffman codes, whose marker is among those of frames, after fill bytes. */
const jpeg = (width: number, height: number) => {
  const [exif, huffman] = [
    [0xff, 0xe1, 0, 6, 1, 2, 3, 4],
    [0xff, 0xff, 0xff, 0xc4, 0, 3, 0],
  ];
  return bytes([0xff, 0xd8, ...exif, ...huffman, 0xff, 0xc2, 0, 17, 8, ...both(height), ...both(width), 3, 0, 0, 0]);
};
const webp = (kind: string, header: readonly number[]) =>
  bytes('RIFF', [0, 0, 0, 0], `WEBP${kind}`, [0, 0, 0, 0], header, Array<number>(12).fill(0));
const lossy = (width: number, height: number) =>
  webp('VP8 ', [1, 2, 3, 0x9d, 1, 0x2a, ...turned(width), ...turned(height)]);
const lossless = (width: number, height: number) => {
  const bits = (width - 1) | ((height - 1) << 14);
  return webp('VP8L', [0x2f, bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff, bits >>> 24]);
};
const extended = (width: number, height: number) =>
  webp('VP8X', [0, 0, 0, 0, ...turned(width - 1), 0, ...turned(height - 1), 0]);

type Make = typeof png;
const PICTURES: readonly [kind: string, make: Make][] = [
  ['png', png],
  ['jpg', jpeg],
  ...[lossy, lossless, extended].map((make): [string, Make] => ['webp', make]),
];

const read = (content: Buffer) => readPicture(content.toString('base64'));

test.each(PICTURES)('a picture in %s is accepted, and has limits of size', (kind, make) => {
  expect(read(make(16, 1024))).toEqual({
    name: expect.stringMatching(`^[0-9a-f]{32}\\.${kind}$`),
    content: make(16, 1024),
  });
  for (const [width, height] of [
    [15, 64],
    [64, 1025],
  ] as const) {
    const rule = `picture must be 16 to 1024 pixels wide and as many high, but is ${width} pixels wide and ${height} high`;
    expect(() => read(make(width, height))).toThrow(rule);
  }
});

test('the name of a picture is made from its content', () => {
  expect(read(png(32, 32)).name).toBe(read(png(32, 32)).name);
  expect(read(png(32, 32)).name).not.toBe(read(png(32, 33)).name);
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>', 'begins with "<svg xmlns'],
  ['GIF89a\x40\0\x40\0 and more of the same and more of the same', 'begins with "GIF89a'],
  ['\xff\xd8\xff', 'PNG, JPEG or WebP'],
  ['', 'begins with ""'],
  ['RIFF\0\0\0\0WAVEfmt and more of the same and more of the same', 'begins with "RIFF'],
])('a file of another kind is refused: %j', (text, expected) => {
  expect(() => read(bytes(text))).toThrow(/picture must be a PNG, JPEG or WebP file, but begins with /);
  expect(() => read(bytes(text))).toThrow(expected);
});

test('no byte of a picture can make it fail in another way', () => {
  for (const [, make] of PICTURES) {
    const whole = make(64, 64);
    for (let length = 0; length < whole.length; length++) {
      try {
        read(whole.subarray(0, length));
      } catch (error) {
        expect((error as Error).name).toBe('Refused');
      }
    }
  }
});

test('a picture has at most 100,000 bytes', () => {
  const fill = (length: number) => Buffer.concat([png(64, 64), Buffer.alloc(length - 33)]);
  expect(read(fill(100_000)).content).toHaveLength(100_000);
  expect(() => read(fill(100_001))).toThrow('picture must be at most 100000 bytes long, but has 100001');
});

test('text that is not Base64 is refused', () => {
  expect(() => readPicture('data:image/png;base64,iVBORw0KGgo=')).toThrow('begins with "data:image/png;base6');
  expect(() => readPicture('iVBORw0KGgo')).toThrow('picture must be a file in Base64');
});
