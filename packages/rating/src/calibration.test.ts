import { describe, expect, it } from 'vitest';
import { greatestMiss } from './calibration.js';

describe('greatestMiss', () => {
  const group = (predicted: number, actual: number, count: number) => ({ predicted, actual, count });

  it('is the group whose chances are furthest from the results, in either direction', () => {
    const timid = group(0.65, 0.75, 5000);
    const sure = group(0.35, 0.2, 5000);
    expect(greatestMiss([group(0.05, 0.06, 900), timid, sure])).toBe(sure);
    expect(greatestMiss([sure, timid])).toBe(sure);
    expect(greatestMiss([timid])).toBe(timid);
  });

  it('is null if all are right within 0.05, or there are none', () => {
    expect(greatestMiss([group(0.3, 0.34, 100_000), group(0.7, 0.66, 100_000)])).toBeNull();
    expect(greatestMiss([])).toBeNull();
  });

  it('ignores groups of fewer than 100 sides, and misses that may be chance', () => {
    expect(greatestMiss([group(0.5, 0.9, 99)])).toBeNull();
    expect(greatestMiss([group(0.5, 0.6, 150)])).toBeNull();
    expect(greatestMiss([group(0.5, 0.6, 250)])).not.toBeNull();
  });
});
