import { describe, expect, it } from 'vitest';
import { expectedScore, shareOfPairs, shareOfPlayers } from './predict.js';

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

  it('shares out the chances of all pairs', () => {
    const strengths = [3, 2, 1];
    const chances = shareOfPairs(3, (a, b) => strengths[a]! / (strengths[a]! + strengths[b]!));
    expect(chances[0]).toBeCloseTo((3 / 5 + 3 / 4) / 3, 15);
    expect(chances.reduce((sum, chance) => sum + chance)).toBeCloseTo(1, 15);
  });
});

it('shareOfPlayers is the mean over the pairs of players, shared out among the sides', () => {
  const chance = (own: number, opponent: number) => own / (own + opponent);
  expect(shareOfPlayers([[3, 2], [1]], chance)[0]).toBeCloseTo((3 / 4 + 2 / 3) / 2, 15);
  expect(shareOfPlayers([[3], [2], [1]], chance)).toEqual(shareOfPairs(3, (a, b) => chance(3 - a, 3 - b)));
});
