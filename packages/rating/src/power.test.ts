import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { power } from './power.js';

test.each([
  [15, 0.7, 6.656775051475124],
  [69, 0.7, 19.372887813476265],
  [10, 0.15, 1.4125375446227544],
  [7, -1.5, 0.0539949247156039],
  [20, -2, 0.0025000000000000005],
  [3, -1, 1 / 3],
  [0.1, 1, 0.1],
  [5, 0, 1],
])('%d to the power of %d has these bits under every version of Node', (base, exponent, bits) => {
  expect(power(base, exponent)).toBe(bits);
});

test('no rating system computes a power in another way, except for squares and powers of 2', () => {
  const packages = fileURLToPath(new URL('../../', import.meta.url));
  const folders = readdirSync(packages).filter((name) => name === 'rating' || name.startsWith('rater-'));
  const found = folders.flatMap((folder) =>
    readdirSync(join(packages, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'power.ts')
      .filter((file) =>
        /Math\.pow|(?<!\b2) \*\* (?!\d)/.test(readFileSync(join(packages, folder, 'src', file), 'utf8')),
      )
      .map((file) => `${folder}/${file}`),
  );
  expect(found).toEqual([]);
});
