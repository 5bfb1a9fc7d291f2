import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elo } from '../test/elo.js';
import { favouritesChance, mostEvenOpponent } from './matchmaking.js';
import { defaultSettings } from './rater.js';

const settings = defaultSettings<{ k: number; initialRating: number }>(elo.settings);
const chance = (one: number, other: number) => favouritesChance(elo, settings, { points: one }, { points: other });

describe('the choice of an opponent', () => {
  const choose = (own: number, waiting: readonly { points: number }[], band: number) =>
    mostEvenOpponent(waiting, ({ points }) => chance(own, points), band);
  const points = fc.integer({ min: 500, max: 2500 });
  const queue = fc.array(fc.record({ points }), { maxLength: 20 });
  const bands = fc.double({ min: 0, max: 0.5, noNaN: true });

  test('is the first of the most even ones within the band', () => {
    fc.assert(
      fc.property(points, queue, bands, (own, waiting, band) => {
        const chosen = choose(own, waiting, band);
        const distances = waiting.map((opponent) => chance(own, opponent.points) - 0.5);
        const least = Math.min(...distances);
        expect(chosen).toBe(least < band ? waiting[distances.indexOf(least)] : null);
      }),
    );
  });

  test('takes nobody on the edge of the band', () => {
    const edge = chance(1500, 1700) - 0.5;
    expect(choose(1500, [{ points: 1700 }], edge)).toBeNull();
    expect(choose(1500, [{ points: 1700 }], edge + 1e-12)).toEqual({ points: 1700 });
  });

  test('skips an opponent without a numeric chance', () => {
    const waiting = ['broken', 'even'];
    expect(mostEvenOpponent(waiting, (name) => (name === 'broken' ? Number.NaN : 0.5), 0.35)).toBe('even');
  });
});

test('the favourite has the same chance to the last bit, in either order and with either outcome', () => {
  const number = fc.double({ min: 0, max: 3000, noNaN: true });
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(chance(one, other)).toBe(chance(other, one));
      expect(chance(one, other)).toBeGreaterThanOrEqual(0.5);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 900 }), (lead) => {
      expect(chance(1500, 1500 + lead)).toBe(chance(1500, 1500 - lead));
    }),
  );
});
