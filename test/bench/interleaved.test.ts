import { expect, test } from 'vitest';
import { peakRss } from './child.js';
import { interleaved, median, quantile } from './interleaved.js';

test('every round measures each side once, each beginning with another side, after a warm-up round', async () => {
  const turns: string[] = [];
  const side = (name: string) => () => turns.push(name);
  const rounds = await interleaved(2, { a: side('a'), b: side('b'), c: side('c') });
  expect(turns.join('')).toBe('cab' + 'abc' + 'bca');
  expect(rounds.median('a')).toBe((4 + 9) / 2);
});

test('if no rounds are requested, the warm-up round counts', async () => {
  const rounds = await interleaved(0, { ours: () => 4, peer: () => 2 });
  expect([rounds.median('ours'), rounds.ratio('ours', 'peer')]).toEqual([4, 2]);
});

test('a ratio compares neighbours in time: a temporary slowdown of the machine changes nothing', async () => {
  const slowness = [1, 1, 10, 10, 1];
  const taking = (seconds: number) => {
    let round = -1;
    return () => seconds * slowness[Math.max(0, round++)]!;
  };
  const rounds = await interleaved(5, { ours: taking(3), peer: taking(6) });
  expect(rounds.ratio('ours', 'peer')).toBe(0.5);
  expect(rounds.ratio('peer', 'ours')).toBe(2);
});

test('a median is the middle value, or the mean of the two middle values', () => {
  expect(median([3])).toBe(3);
  expect(median([9, 1, 2])).toBe(2);
  expect(median([10, 1, 2, 4])).toBe(3);
  expect(() => median([])).toThrow(RangeError);
});

test('a quantile lies between its neighbours', () => {
  const samples = [40, 10, 30, 20, 50];
  expect(quantile(samples, 0)).toBe(10);
  expect(quantile(samples, 1)).toBe(50);
  expect(quantile(samples, 0.9)).toBeCloseTo(46);
  expect(samples[0]).toBe(40);
});

test('the peak of memory is at least the present use; if the system reports none, it is NaN', () => {
  const held = Math.floor(process.memoryUsage.rss() / 1e6);
  if (process.platform === 'linux') expect(peakRss()).toBeGreaterThanOrEqual(held - 1);
  else expect(peakRss()).toBeNaN();
});
