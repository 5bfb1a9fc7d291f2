import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SequenceSet } from './imported-matches.repository.js';

test('consecutive numbers are one range, in whatever order they come', () => {
  const set = new SequenceSet([5, 1, 3, 2, 9]);
  expect([String(set), set.size]).toEqual(['{[1,4),[5,6),[9,10)}', 5]);
  expect([set.add(4), set.add(4)]).toEqual([true, false]);
  expect([String(set), set.size]).toEqual(['{[1,6),[9,10)}', 6]);
  expect(String(new SequenceSet())).toBe('{}');
});

test('it contains the added numbers, even after it was written and read', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 })), (numbers) => {
      const known = new Set(numbers);
      const set = SequenceSet.parse(String(new SequenceSet(numbers)));
      expect(set.size).toBe(known.size);
      for (let number = 0; number <= 61; number++) expect(set.has(number)).toBe(known.has(number));
      const bounds = [...String(set).matchAll(/\d+/g)].map(Number);
      expect(bounds).toEqual([...new Set(bounds)].sort((one, other) => one - other));
    }),
  );
});
