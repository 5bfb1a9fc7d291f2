import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.js';
import { repetitionOfPairs } from './repeated-games.js';

describe('repetitionOfPairs', () => {
  it('is 1 for duels, and the number of opponents for two teams', () => {
    expect(repetitionOfPairs(2)).toBe(1);
    expect(repetitionOfPairs(2, 3)).toBe(3);
  });

  it.each([3, 8, 20])('is the ratio of variances between the pairs of a ranking of %i and separate games', (sides) => {
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
