import { describe, expect, it } from 'vitest';
import { DailySums, lossDifference, stretches } from './daily-losses.js';
import { seededRandom } from './random.js';

const DAY = 86_400_000;

it('stretches are whole days, one after the other, with about as many matches', () => {
  expect(stretches([5, 5, 5])).toEqual([0, 1, 2]);
  expect(stretches(Array.from({ length: 24 }, () => 3))).toEqual(Array.from({ length: 24 }, (_, day) => day >> 1));
  expect(stretches([100, 1, 1, 1, 1, 100])).toEqual([0, 1, 1, 2, 2, 2]);
  expect(stretches([])).toEqual([]);
  const many = stretches(Array.from({ length: 1000 }, (_, day) => 1 + (day % 7)));
  expect(many.at(-1)).toBe(11);
  expect(many).toEqual(many.toSorted((a, b) => a - b));
});

describe('lossDifference', () => {
  it('is the mean per match, with an interval by days if there are few', () => {
    const one = { loss: [2, 1, 3], matches: [2, 1, 1] };
    const other = { loss: [1, 1, 1], matches: [2, 1, 1] };
    const { difference, low, high } = lossDifference(one, other);
    expect(difference).toBe(0.75);
    const squares = (1 - 1.5) ** 2 + (0 - 0.75) ** 2 + (2 - 0.75) ** 2;
    expect(high! - difference).toBeCloseTo((4.3027 * Math.sqrt((squares * 3) / 2)) / 4, 12);
    expect(difference - low!).toBeCloseTo(high! - difference, 12);
  });

  it('has no interval for a single day', () => {
    const day = { loss: [2], matches: [3] };
    expect(lossDifference(day, { loss: [1], matches: [3] })).toEqual({ difference: 1 / 3, low: null, high: null });
  });

  it('refuses evaluations of other logs', () => {
    expect(() => lossDifference({ loss: [1], matches: [1] }, { loss: [1], matches: [2] })).toThrow('the same log');
  });

  it.each([
    ['of twelve days, each with luck of its own', 12, 0],
    ['of a thousand days, of which each is like those of the weeks before', 1000, 0.9],
  ])('covers the truth in 95 of 100 logs %s', (_, days, likeness) => {
    const random = seededRandom(9);
    let covered = 0;
    for (let log = 0; log < 1000; log++) {
      const [one, other] = [new DailySums(), new DailySums()];
      let shared = random.normal();
      for (let day = 0; day < days; day++) {
        shared = likeness * shared + Math.sqrt(1 - likeness ** 2) * random.normal();
        for (let match = 0; match < 2; match++) {
          one.add(day * DAY, 0.1 + shared + random.normal() / 3);
          other.add(day * DAY, 0);
        }
      }
      const { low, high } = lossDifference(one, other);
      if (low! <= 0.1 && high! >= 0.1) covered++;
    }
    expect(covered / 1000).toBeGreaterThan(0.93);
    expect(covered / 1000).toBeLessThan(0.97);
  });
});
