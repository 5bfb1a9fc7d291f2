import { describe, expect, it } from 'vitest';
import { DailySums, lossDifference } from './daily-losses.js';
import { seededRandom } from './random.js';

const DAY = 86_400_000;

describe('lossDifference', () => {
  it('is the mean a match, with an interval by days', () => {
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

  it('covers the truth in 95 of 100 logs whose days are alike', () => {
    const random = seededRandom(9);
    const noise = () => random.next() + random.next() + random.next() - 1.5;
    let covered = 0;
    for (let log = 0; log < 1000; log++) {
      const [one, other] = [new DailySums(), new DailySums()];
      for (let day = 0; day < 12; day++) {
        const shared = noise();
        for (let match = 0; match < 5; match++) {
          one.add(day * DAY, 0.1 + shared + noise() / 3);
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
