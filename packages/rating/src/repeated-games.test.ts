import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.js';
import { repetitionOfPairs, withoutRepetition } from './repeated-games.js';

describe('repetitionOfPairs', () => {
  it('is 1 for duels, and as many as the opponents for two teams', () => {
    expect(repetitionOfPairs(2)).toBe(1);
    expect(repetitionOfPairs(2, 3)).toBe(3);
  });

  it.each([3, 8, 20])('is how much more the pairs of a ranking of %i vary than games of their own', (sides) => {
    const random = seededRandom(1);
    const rounds = 20_000;
    let squares = 0;
    for (let round = 0; round < rounds; round++) {
      const own = random.next();
      let beaten = 0;
      for (let other = 1; other < sides; other++) if (own > random.next()) beaten++;
      squares += (beaten - (sides - 1) / 2) ** 2;
    }
    expect(squares / rounds / ((sides - 1) / 4) / repetitionOfPairs(sides)).toBeCloseTo(1, 1);
  });
});

describe('withoutRepetition', () => {
  const first = { rating: 1500, deviation: 350 };

  it('leaves a belief of which nothing was told twice', () => {
    const own = { rating: 1712.3, deviation: 61.7 };
    expect(withoutRepetition(own, first, 1)).toBe(own);
  });

  it("equals Bayes' rule if each observation counts once", () => {
    // Observations of precision 1 / 200^2 with the mean 1800, of which each was told four times.
    const after = (count: number) => {
      const told = count / 200 ** 2;
      const all = 1 / first.deviation ** 2 + told;
      return { rating: first.rating + (300 * told) / all, deviation: Math.sqrt(1 / all) };
    };
    for (const count of [1, 5, 100]) {
      const { rating, deviation } = withoutRepetition(after(4 * count), first, 4);
      expect(rating).toBeCloseTo(after(count).rating, 9);
      expect(deviation).toBeCloseTo(after(count).deviation, 9);
    }
  });

  it('believes no less of a newcomer, and is never less sure than of one', () => {
    expect(withoutRepetition(first, first, 7)).toEqual(first);
    const away = { rating: 1500, deviation: 400 };
    expect(withoutRepetition(away, first, 7)).toEqual(away);
  });
});
