import {
  defaultSettings,
  favouritesChance,
  mostEvenOpponent,
  QUEUE_BAND,
  QUEUE_WAIT_SECONDS,
} from '@openladder/rating';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rater } from './index.js';
import type { TimedGlickoSettings } from './settings.js';
import { type Skill, winProbability } from './timed-glicko.js';

const settings = defaultSettings<TimedGlickoSettings>(rater.settings);
const player = (rating: number, deviation = 60): Skill => ({ rating, deviation });
const stateOf = ({ rating, deviation }: Skill) => ({ rating, deviation, ratedAt: null });

/** The choice of the service's queues. */
const chooseOpponent = (own: Skill, waiting: readonly Skill[]) =>
  mostEvenOpponent(
    waiting,
    (opponent) => favouritesChance(rater, settings, stateOf(own), stateOf(opponent)),
    QUEUE_BAND,
  );

describe('the source\'s statements about its queue ("Timed Glicko Rating")', () => {
  test('an opponent has a chance between 15% and 85%, and the wait is five minutes', () => {
    expect(QUEUE_BAND).toBe(0.35);
    expect(QUEUE_WAIT_SECONDS).toBe(5 * 60);
  });

  test('1405 against 1695, both at a deviation of 60, is allowed', () => {
    expect(winProbability(player(1405), player(1695))).toBeCloseTo(0.1663, 4);
    expect(chooseOpponent(player(1405), [player(1695)])).toEqual(player(1695));
  });

  test('1150 against 1950, both at a deviation of 60, would never happen', () => {
    expect(winProbability(player(1150), player(1950))).toBeCloseTo(0.0116, 4);
    expect(chooseOpponent(player(1150), [player(1950)])).toBeNull();
  });
});

test('an uncertain opponent makes a match more even than a certain one with the same rating', () => {
  expect(chooseOpponent(player(1500), [player(1600, 50), player(1600, 300)])).toEqual(player(1600, 300));
});

test('the choice is as even as that of the pseudocode', () => {
  const skills = fc.record({
    rating: fc.integer({ min: 1000, max: 2200 }),
    deviation: fc.integer({ min: 20, max: 350 }),
  });
  fc.assert(
    fc.property(skills, fc.array(skills, { maxLength: 20 }), (own, waiting) => {
      let p = 0.35;
      for (const opponent of waiting) {
        const probWin = winProbability(own, opponent);
        if (Math.abs(probWin - 0.5) < p) p = Math.abs(probWin - 0.5);
      }
      const chosen = chooseOpponent(own, waiting);
      expect(chosen ? Math.abs(winProbability(own, chosen) - 0.5) : 0.35).toBeCloseTo(p, 12);
    }),
  );
});
