import { describe, expect, it } from 'vitest';
import { elo } from '../test/elo.js';
import { evaluate } from './evaluate.js';
import type { Match } from './match.js';
import { RaterFault } from './replay.js';

const settings = { k: 32, initialRating: 1500 };

function placed(...placements: number[]): Match {
  return { playedAt: 0, sides: placements.map((placement, player) => ({ placement, participants: [{ player }] })) };
}

/** Elo that always gives the first side the same chance. */
const fixed = (chance: number) => ({ ...elo, predict: () => [chance, 1 - chance] });

describe('evaluate', () => {
  it('measures guessing at ln 2 and a quarter', () => {
    const { matches, logLoss, brier, accuracy } = evaluate(fixed(0.5), settings, [placed(1, 2), placed(2, 1)]);
    expect(matches).toBe(2);
    expect(logLoss).toBeCloseTo(Math.LN2, 15);
    expect(brier).toBe(0.25);
    expect(accuracy).toBe(0.5);
  });

  it('measures a sure and right prediction at 0', () => {
    const { logLoss, brier, accuracy } = evaluate(fixed(1), settings, [placed(1, 2)]);
    expect({ logLoss, brier, accuracy }).toEqual({ logLoss: 0, brier: 0, accuracy: 1 });
  });

  it('punishes a sure and wrong prediction, finitely', () => {
    const { logLoss, brier, accuracy } = evaluate(fixed(1), settings, [placed(2, 1)]);
    expect(logLoss).toBeCloseTo(15 * Math.LN10, 9);
    expect(brier).toBe(1);
    expect(accuracy).toBe(0);
  });

  it('measures by the mean of the log', () => {
    const { logLoss, brier, accuracy } = evaluate(fixed(0.8), settings, [placed(1, 2), placed(1, 2), placed(2, 1)]);
    expect(logLoss).toBeCloseTo(-(2 * Math.log(0.8) + Math.log(0.2)) / 3, 15);
    expect(brier).toBeCloseTo((2 * 0.2 ** 2 + 0.8 ** 2) / 3, 15);
    expect(accuracy).toBeCloseTo(2 / 3, 15);
  });

  it('counts a tie as half a win for either side', () => {
    const { logLoss, brier, accuracy } = evaluate(fixed(0.8), settings, [placed(1, 1)]);
    expect(logLoss).toBeCloseTo(-(Math.log(0.8) + Math.log(0.2)) / 2, 15);
    expect(brier).toBeCloseTo(0.3 ** 2, 15);
    expect(accuracy).toBe(0.5);
  });

  it('predicts each match from the matches before it alone', () => {
    const asked: number[][] = [];
    const rater = {
      ...elo,
      predict: (sides: readonly (readonly { points: number }[])[]) => {
        asked.push(sides.flatMap((side) => side.map(({ points }) => points)));
        return [0.5, 0.5];
      },
    };
    evaluate(rater, settings, [placed(1, 2), placed(1, 2)]);
    expect(asked).toEqual([
      [1500, 1500],
      [1516, 1484],
    ]);
  });

  it('reports waits to rated players', () => {
    const rater = { ...elo, waited: ({ points }: { points: number }, at: number) => ({ points: points + at }) };
    const told = evaluate(rater, settings, [{ player: 0, at: 400 }, placed(1, 2), { player: 1, at: 32 }, placed(1, 2)]);
    const { logLoss } = evaluate(elo, settings, [placed(1, 2)]);
    expect(told.matches).toBe(2);
    expect(told.logLoss).toBeCloseTo(logLoss, 15);
    expect(evaluate(elo, settings, [placed(1, 2), { player: 1, at: 32 }, placed(1, 2)]).logLoss).toBeLessThan(logLoss);
  });

  it.each([[1.5, -0.5], [Number.NaN, 1], [1]])('blames the rater for predicting %s and %s', (...chances) => {
    const rater = { ...elo, predict: () => chances };
    expect(() => evaluate(rater, settings, [placed(1, 2)])).toThrow(RaterFault);
    expect(() => evaluate(rater, settings, [placed(1, 2)])).toThrow('a predicted chance must be 0 to 1, but is');
  });

  it('compares predicted with actual in tenths of the chance', () => {
    const { calibration } = evaluate(fixed(0.75), settings, [placed(1, 2), placed(1, 2), placed(1, 2), placed(2, 1)]);
    expect(calibration).toEqual([
      { predicted: 0.25, actual: 0.25, count: 4 },
      { predicted: 0.75, actual: 0.75, count: 4 },
    ]);
  });

  it('puts a chance of 1 into the last tenth', () => {
    const { calibration } = evaluate(fixed(1), settings, [placed(1, 2)]);
    expect(calibration).toEqual([
      { predicted: 0, actual: 0, count: 1 },
      { predicted: 1, actual: 1, count: 1 },
    ]);
  });

  it('passes over matches that rate nobody', () => {
    const sides = [...placed(1).sides, { placement: 2, participants: [{ player: 'gus', isGuest: true }] }];
    expect(evaluate(elo, settings, [{ playedAt: 0, sides }, placed(1, 2)]).matches).toBe(1);
  });

  it('refuses a log without anything to measure', () => {
    expect(() => evaluate(elo, settings, [])).toThrow('nothing to evaluate: the log has no ratable match');
  });

  it('handles free-for-alls', () => {
    const { logLoss } = evaluate(elo, settings, [placed(1, 2, 3)]);
    expect(logLoss).toBeCloseTo(Math.log(3), 15);
  });

  it('predicts from the states at the time of the match', () => {
    const asked: number[] = [];
    const rater = {
      ...elo,
      idle: ({ points }: { points: number }, until: number) => ({ points: points + until }),
      predict: (sides: readonly (readonly { points: number }[])[]) => {
        asked.push(sides[0]![0]!.points);
        return [0.5, 0.5];
      },
    };
    evaluate(rater, settings, [placed(1, 2), { ...placed(1, 2), playedAt: 7 }]);
    expect(asked).toEqual([1500, 1516 + 7]);
  });

  it('scores won and drawn matches apart', () => {
    const { won, drawn } = evaluate(fixed(0.8), settings, [placed(1, 2), placed(1, 1), placed(1, 2)]);
    expect(won).toEqual({ matches: 2, logLoss: expect.closeTo(-Math.log(0.8), 12) });
    expect(drawn).toEqual({ matches: 1, logLoss: expect.closeTo(-(Math.log(0.8) + Math.log(0.2)) / 2, 12) });
    expect(evaluate(elo, settings, [placed(1, 2)]).drawn).toEqual({ matches: 0, logLoss: null });
  });

  it('scores every pair of sides, by their part of what the two have together', () => {
    const rater = { ...elo, predict: () => [0.5, 0.3, 0.2] };
    const { pairs } = evaluate(rater, settings, [placed(1, 3, 2)]);
    expect(pairs.count).toBe(3);
    expect(pairs.logLoss).toBeCloseTo(-(Math.log(5 / 8) + Math.log(5 / 7) + Math.log(2 / 5)) / 3, 12);
    expect(pairs.brier).toBeCloseTo(((3 / 8) ** 2 + (2 / 7) ** 2 + (3 / 5) ** 2) / 3, 12);
    expect(pairs.order).toBeCloseTo(2 / 3, 12);
    expect(evaluate(elo, settings, [placed(1, 1)]).pairs.order).toBeNull();
  });

  it('has a ranked probability score for two sides, with draws as frequent as they were', () => {
    // Draws are not expected in the first match, and in half of the matches after it.
    const { rankedProbability } = evaluate(fixed(0.6), settings, [placed(1, 1), placed(1, 2)]);
    const first = (0.6 ** 2 + 0.4 ** 2) / 2;
    const second = ((1 - 0.2) ** 2 + (1 - 1) ** 2) / 2;
    expect(rankedProbability).toBeCloseTo((first + second) / 2, 12);
    expect(evaluate(elo, settings, [placed(1, 2, 3)]).rankedProbability).toBeNull();
  });

  it.each([
    ['honest', 1],
    ['too timid', 2],
    ['too sure', 0.5],
  ] as const)('finds the slope of chances that are %s', (_, slope) => {
    // Of a hundred matches at each chance, as many are won as the true chance says.
    const log: Match[] = [];
    const told: number[] = [];
    for (const logit of [-1.5, -0.5, 0.5, 1.5]) {
      const wins = Math.round(1e3 / (1 + Math.exp(-slope * logit)));
      for (let match = 0; match < 1e3; match++) {
        log.push(match < wins ? placed(1, 2) : placed(2, 1));
        told.push(1 / (1 + Math.exp(-logit)));
      }
    }
    const chances = told.values();
    const rater = {
      ...elo,
      predict: () => {
        const chance = chances.next().value!;
        return [chance, 1 - chance];
      },
    };
    expect(evaluate(rater, settings, log).calibrationSlope).toBeCloseTo(slope, 1);
  });

  it('finds no slope where chances are all alike', () => {
    expect(evaluate(fixed(0.5), settings, [placed(1, 2), placed(2, 1)]).calibrationSlope).toBeNull();
  });
});
