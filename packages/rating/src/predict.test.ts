import { describe, expect, it } from 'vitest';
import { EvaluationSums } from './evaluation.js';
import {
  expectedScore,
  fieldDecisiveness,
  shareOfPairs,
  shareOfPlayers,
  teamDecisiveness,
  winningInRaces,
} from './predict.js';
import { seededRandom } from './random.js';

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

  it('is in proportion to strengths, if there are any', () => {
    const strengths = [6, 3, 2, 1];
    const chances = shareOfPairs(4, (a, b) => strengths[a]! / (strengths[a]! + strengths[b]!));
    for (const [side, strength] of strengths.entries()) expect(chances[side]).toBeCloseTo(strength / 12, 12);
  });

  it('lets a certain favourite of many be certain, and an impossible chance be none', () => {
    const [first, ...others] = shareOfPairs(20, (a, b) => (a === 0 ? 1 : b === 0 ? 0 : 0.5));
    expect(first).toBeGreaterThan(0.999);
    expect(others.every((chance) => chance >= 0 && chance < 1e-4)).toBe(true);
  });
});

describe('shareOfPlayers', () => {
  const chance = (own: number, opponent: number) => expectedScore(own - opponent, 1);

  it('is that of pairs if everybody plays alone', () => {
    expect(shareOfPlayers([[3], [2], [1]], chance)).toEqual(shareOfPairs(3, (a, b) => chance(3 - a, 3 - b)));
    expect(shareOfPlayers([[3], [1]], chance)).toEqual([chance(3, 1), 1 - chance(3, 1)]);
  });

  it('is that of the mean logit over the pairs of players of teams', () => {
    const [first, second] = shareOfPlayers([[3, 2], [1]], chance);
    expect(first).toBeCloseTo(chance(1.5, 0), 15);
    expect(first! + second!).toBeCloseTo(1, 15);
  });

  it('is more decisive the more players there are, if their luck is independent', () => {
    const teams = [
      [3, 2],
      [2, 1],
    ];
    expect(shareOfPlayers(teams, chance, teamDecisiveness)[0]).toBeCloseTo(chance(Math.SQRT2, 0), 15);
    expect(shareOfPlayers([[3], [2]], chance, teamDecisiveness)).toEqual(shareOfPlayers([[3], [2]], chance));
    expect(teamDecisiveness(1, 3)).toBeCloseTo(Math.sqrt(1.5), 15);
  });

  it('favours the best of many if winning counts for more, and keeps two sides and certain chances', () => {
    expect(winningInRaces(2)).toBe(1);
    const [even, more] = [1, winningInRaces(20)].map((winning) => {
      const field = Array.from({ length: 20 }, (_, player) => [player / 5]);
      return shareOfPlayers(field, chance, undefined, winning);
    });
    expect(more!.at(-1)!).toBeGreaterThan(even!.at(-1)! + 0.015);
    expect(more!.reduce((sum, each) => sum + each)).toBeCloseTo(1, 14);
    expect(shareOfPlayers([[3], [1], [1]], chance, undefined, 1.5)[0]).toBeGreaterThan(chance(2, 0) ** 2);
    const [first] = shareOfPlayers([[1e6], [0], [0]], chance, undefined, 2);
    expect(first).toBeCloseTo(1, 9);
  });
});

describe('fieldDecisiveness', () => {
  const random = seededRandom(1);
  const gumbel = () => -Math.log(-Math.log(1 - random.next()));
  /** The slope of chances of a field, if strengths are known, and a pair's logit is this many times their difference. */
  const slopeOf = (sides: number, luck: () => number, pair: number) => {
    const sums = new EvaluationSums();
    for (let race = 0; race < 4000; race++) {
      const strengths = Array.from({ length: sides }, () => random.normal());
      const lead = (a: number, b: number) => pair * fieldDecisiveness(sides) * (strengths[a]! - strengths[b]!);
      sums.add(
        shareOfPairs(sides, (a, b) => expectedScore(lead(a, b), 1)),
        strengths.map((strength) => strength + luck()),
        race,
      );
    }
    return sums.means().calibrationSlope!;
  };

  it('is 1 for two sides', () => {
    expect(fieldDecisiveness(2)).toBe(1);
  });

  it.each([5, 20])(
    "is between the laws of luck: overconfident by Gumbel's and underconfident by the normal, in fields of %i",
    (sides) => {
      const ofGumbel = slopeOf(sides, gumbel, 1);
      // Two normal lucks differ by a normal one with variance 2, which is nearest to a logistic one of this scale.
      const ofNormal = slopeOf(sides, () => random.normal(), 1.15);
      expect(ofGumbel).toBeGreaterThan(0.75);
      expect(ofGumbel).toBeLessThan(0.97);
      expect(ofNormal).toBeGreaterThan(1.03);
      expect(ofNormal).toBeLessThan(1.3);
    },
  );
});
