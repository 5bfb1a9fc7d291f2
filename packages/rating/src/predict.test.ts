import { describe, expect, it } from 'vitest';
import { expectedScore, shareOfPairs, shareOfPlayers, teamDecisiveness } from './predict.js';

const ELO_SCALE = 400 / Math.LN10;

describe('expectedScore', () => {
  it('is a half for equals', () => {
    expect(expectedScore(0, ELO_SCALE)).toBe(0.5);
  });

  it('is ten to one at 400 points of Elo', () => {
    expect(expectedScore(400, ELO_SCALE)).toBeCloseTo(10 / 11, 15);
    expect(expectedScore(-400, ELO_SCALE)).toBeCloseTo(1 / 11, 15);
  });

  it('neither overflows nor loses the small chance of a hopeless player', () => {
    expect(expectedScore(1e9, ELO_SCALE)).toBe(1);
    expect(expectedScore(-1e9, ELO_SCALE)).toBe(0);
    expect(expectedScore(-40 * ELO_SCALE, ELO_SCALE) / Math.exp(-40)).toBeCloseTo(1, 12);
  });
});

describe('shareOfPairs', () => {
  it("is the pair's own chance for two sides", () => {
    expect(shareOfPairs(2, () => 0.7)).toEqual([0.7, 1 - 0.7]);
  });

  it('is in proportion to strengths, where there are any', () => {
    const strengths = [6, 3, 2, 1];
    const chances = shareOfPairs(4, (a, b) => strengths[a]! / (strengths[a]! + strengths[b]!));
    for (const [side, strength] of strengths.entries()) expect(chances[side]).toBeCloseTo(strength / 12, 12);
  });

  it('lets a sure favourite of many be sure, and an impossible chance be none', () => {
    const [first, ...others] = shareOfPairs(20, (a, b) => (a === 0 ? 1 : b === 0 ? 0 : 0.5));
    expect(first).toBeGreaterThan(0.999);
    expect(others.every((chance) => chance >= 0 && chance < 1e-4)).toBe(true);
  });
});

describe('shareOfPlayers', () => {
  const chance = (own: number, opponent: number) => expectedScore(own - opponent, 1);

  it('is that of pairs where everybody plays alone', () => {
    expect(shareOfPlayers([[3], [2], [1]], chance)).toEqual(shareOfPairs(3, (a, b) => chance(3 - a, 3 - b)));
    expect(shareOfPlayers([[3], [1]], chance)).toEqual([chance(3, 1), 1 - chance(3, 1)]);
  });

  it('is that of the mean logit over the pairs of players of teams', () => {
    const [first, second] = shareOfPlayers([[3, 2], [1]], chance);
    expect(first).toBeCloseTo(chance(1.5, 0), 15);
    expect(first! + second!).toBeCloseTo(1, 15);
  });

  it('is more decided the more players there are, where their luck is their own', () => {
    const teams = [
      [3, 2],
      [2, 1],
    ];
    expect(shareOfPlayers(teams, chance, teamDecisiveness)[0]).toBeCloseTo(chance(Math.SQRT2, 0), 15);
    expect(shareOfPlayers([[3], [2]], chance, teamDecisiveness)).toEqual(shareOfPlayers([[3], [2]], chance));
    expect(teamDecisiveness(1, 3)).toBeCloseTo(Math.sqrt(1.5), 15);
  });
});
