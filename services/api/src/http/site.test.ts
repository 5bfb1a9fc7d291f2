import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { bodyPoints } from './rate-limits.js';
import { paidFor } from './site.js';

test.each([1, 99, 150, 10_000])('a file in pieces of %i bytes costs as much as in one', async (size) => {
  const pieces = Array.from({ length: 200 }, () => Buffer.alloc(size));
  let paid = 0;
  const passed: Uint8Array[] = [];
  const pay = async (points: number) => {
    paid += points;
  };
  for await (const piece of paidFor(Readable.from(pieces), pay)) passed.push(piece);
  expect(paid).toBe(bodyPoints(200 * size));
  expect(Buffer.concat(passed).length).toBe(200 * size);
});
