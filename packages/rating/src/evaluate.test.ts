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

  it('tells those who have been rated of their waits', () => {
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
});
