import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortedPositions } from './line-chunk.js';

it('sorts keys of any size, and keeps the order of equal ones', () => {
  const key = fc.oneof(fc.nat(3), fc.nat(2 ** 31 - 1));
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const sorted = keys.map((_, place) => place).sort((a, b) => keys[a]! - keys[b]! || a - b);
      expect([...sortedPositions(Int32Array.from(keys))]).toEqual(sorted);
    }),
  );
});
