import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockReset, grown, grownVariance, type TimedSkill } from './timed-glicko.js';

const DAY = 86_400_000;
const growth = { deviationGrowth: 20, maxDeviation: 350 };
const start = Date.UTC(2009, 4, 10);

const skill = (deviation: number, ratedAt: number | null = start): TimedSkill => ({ rating: 1500, deviation, ratedAt });

describe('an absent player', () => {
  test('becomes provisional after 20 days from a deviation of 44.72 ("Timed Glicko Rating", at most 20 days)', () => {
    expect(grown(skill(44.721359549995796), start + 20 * DAY, growth).deviation).toBeCloseTo(100, 12);
  });

  test('cannot stay out of it for longer than 25 days, however certain their rating', () => {
    expect(grown(skill(1e-9), start + 25 * DAY, growth).deviation).toBeCloseTo(100, 12);
  });

  test('of 150 years is as uncertain as a new one, and no more', () => {
    expect(grown(skill(40), start + 150 * 365.25 * DAY, growth)).toEqual({
      rating: 1500,
      deviation: 350,
      ratedAt: start + 150 * 365.25 * DAY,
    });
  });

  test('stays the same if deviations do not grow', () => {
    expect(grown(skill(40), start + 1000 * DAY, { ...growth, deviationGrowth: 0 }).deviation).toBeCloseTo(40, 12);
  });
});

test('this growth equals the midnight procedure of the source, day by day', () => {
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const deviation = fc.double({ min: 1, max: 350, noNaN: true });
  fc.assert(
    fc.property(deviation, fraction, fc.integer({ min: 0, max: 400 }), fraction, (rd, time, midnights, now) => {
      fc.pre(midnights > 0 || now >= time);
      // "Every midnight": PTime = 1 - Player.Time; Player.RD = min(sqrt(...), 350); Player.Time = 0.
      const player = { RD: rd, Time: time };
      for (let midnight = 0; midnight < midnights; midnight++) {
        const PTime = 1 - player.Time;
        player.RD = Math.min(Math.sqrt(player.RD ** 2 + PTime * 20 ** 2), 350);
        player.Time = 0;
      }
      const PRD = Math.min(Math.sqrt(player.RD ** 2 + (now - player.Time) * 20 ** 2), 350);

      const until = start + (midnights + now) * DAY;
      const idle = grown(skill(rd, start + time * DAY), until, growth);
      expect(idle.deviation).toBeCloseTo(PRD, 6);
      expect(Math.sqrt(grownVariance(rd, until - (start + time * DAY), growth))).toBeCloseTo(PRD, 6);
    }),
  );
});

test('a clock that runs backwards neither shrinks a deviation nor counts time twice', () => {
  const before = skill(80);
  expect(grownVariance(80, -5 * DAY, growth)).toBe(6400);
  expect(grown(before, start - 5 * DAY, growth)).toEqual(before);
  expect(clockReset(before, start - 5 * DAY)).toEqual(before);
});

describe('a player who was never rated', () => {
  test('does not grow uncertain', () => {
    const unrated = skill(200, null);
    expect(grownVariance(200, Number.NaN, growth)).toBe(40_000);
    expect(grown(unrated, start, growth)).toEqual(unrated);
  });

  test('has no clock that a wait could reset', () => {
    expect(clockReset(skill(200, null), start)).toEqual(skill(200, null));
  });
});

describe('an expired wait', () => {
  test('resets the clock and leaves the deviation', () => {
    expect(clockReset(skill(80), start + 9 * DAY)).toEqual(skill(80, start + 9 * DAY));
  });

  test('spares the player the growth of the days until then', () => {
    const waited = grown(clockReset(skill(80), start + 9 * DAY), start + 10 * DAY, growth);
    expect(waited.deviation).toBeCloseTo(grown(skill(80), start + DAY, growth).deviation, 12);
  });
});
