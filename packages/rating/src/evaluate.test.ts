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
  const [won, lost] = [placed(1, 2), placed(2, 1)];
  it.each<[what: string, chance: number, log: Match[], logLoss: number, brier: number, accuracy: number]>([
    ['guessing, at ln 2 and a quarter', 0.5, [won, lost], Math.LN2, 0.25, 0.5],
    ['a sure and right prediction, at 0', 1, [won], 0, 0, 1],
    ['a sure and wrong prediction, finitely', 1, [lost], 15 * Math.LN10, 1, 0],
    [
      'by the mean of the log',
      0.8,
      [won, won, lost],
      -(2 * Math.log(0.8) + Math.log(0.2)) / 3,
      (2 * 0.2 ** 2 + 0.8 ** 2) / 3,
      2 / 3,
    ],
    ['a tie as half a win', 0.8, [placed(1, 1)], -(Math.log(0.8) + Math.log(0.2)) / 2, 0.3 ** 2, 0.5],
  ])('measures %s', (_, chance, log, logLoss, brier, accuracy) => {
    const found = evaluate(fixed(chance), settings, log);
    expect(found.matches).toBe(log.length);
    expect(found.logLoss).toBeCloseTo(logLoss, logLoss > 1 ? 9 : 15);
    expect(found.brier).toBeCloseTo(brier, 15);
    expect(found.accuracy).toBeCloseTo(accuracy, 15);
  });

  it('predicts each match only from the matches before it', () => {
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
    const evaluation = evaluate(rater, settings, [
      { player: 0, at: 400 },
      placed(1, 2),
      { player: 1, at: 32 },
      placed(1, 2),
    ]);
    const { logLoss } = evaluate(elo, settings, [placed(1, 2)]);
    expect(evaluation.matches).toBe(2);
    expect(evaluation.logLoss).toBeCloseTo(logLoss, 15);
    expect(evaluate(elo, settings, [placed(1, 2), { player: 1, at: 32 }, placed(1, 2)]).logLoss).toBeLessThan(logLoss);
  });

  it.each([[1.5, -0.5], [Number.NaN, 1], [1]])('blames the rater for predicting %s and %s', (...chances) => {
    const rater = { ...elo, predict: () => chances };
    expect(() => evaluate(rater, settings, [placed(1, 2)])).toThrow(RaterFault);
    expect(() => evaluate(rater, settings, [placed(1, 2)])).toThrow('a predicted chance must be 0 to 1, but is');
  });

  it.each([
    [
      'in tenths of the chance',
      0.75,
      [won, won, won, lost],
      [
        [0.25, 0.25, 4],
        [0.75, 0.75, 4],
      ],
    ],
    [
      'a chance of 1 in the last tenth',
      1,
      [won],
      [
        [0, 0, 1],
        [1, 1, 1],
      ],
    ],
  ])('compares predicted with actual, %s', (_, chance, log, bins) => {
    const { calibration } = evaluate(fixed(chance), settings, log);
    expect(calibration).toEqual(bins.map(([predicted, actual, count]) => ({ predicted, actual, count })));
  });

  it('skips matches that rate nobody', () => {
    const sides = [...placed(1).sides, { placement: 2, participants: [{ player: 'gus', isGuest: true }] }];
    expect(evaluate(elo, settings, [{ playedAt: 0, sides }, placed(1, 2)]).matches).toBe(1);
  });

  it('refuses a log without ratable matches', () => {
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

  it('scores won and drawn matches separately', () => {
    const { won, drawn } = evaluate(fixed(0.8), settings, [placed(1, 2), placed(1, 1), placed(1, 2)]);
    expect(won).toEqual({ matches: 2, logLoss: expect.closeTo(-Math.log(0.8), 12) });
    expect(drawn).toEqual({ matches: 1, logLoss: expect.closeTo(-(Math.log(0.8) + Math.log(0.2)) / 2, 12) });
    expect(evaluate(elo, settings, [placed(1, 2)]).drawn).toEqual({ matches: 0, logLoss: null });
  });

  it("scores every pair of sides by their parts of the pair's chance", () => {
    const rater = { ...elo, predict: () => [0.5, 0.3, 0.2] };
    const { pairs } = evaluate(rater, settings, [placed(1, 3, 2)]);
    expect(pairs.count).toBe(3);
    expect(pairs.logLoss).toBeCloseTo(-(Math.log(5 / 8) + Math.log(5 / 7) + Math.log(2 / 5)) / 3, 12);
    expect(pairs.brier).toBeCloseTo(((3 / 8) ** 2 + (2 / 7) ** 2 + (3 / 5) ** 2) / 3, 12);
    expect(pairs.order).toBeCloseTo(2 / 3, 12);
    expect(evaluate(elo, settings, [placed(1, 1)]).pairs.order).toBeNull();
  });

  it('has a ranked probability score for two sides, with the earlier frequency of draws', () => {
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
    const evaluation: number[] = [];
    for (const logit of [-1.5, -0.5, 0.5, 1.5]) {
      const wins = Math.round(1e3 / (1 + Math.exp(-slope * logit)));
      for (let match = 0; match < 1e3; match++) {
        log.push(match < wins ? placed(1, 2) : placed(2, 1));
        evaluation.push(1 / (1 + Math.exp(-logit)));
      }
    }
    const chances = evaluation.values();
    const rater = {
      ...elo,
      predict: () => {
        const chance = chances.next().value!;
        return [chance, 1 - chance];
      },
    };
    expect(evaluate(rater, settings, log).calibrationSlope).toBeCloseTo(slope, 1);
  });

  it('finds no slope if chances are all alike', () => {
    expect(evaluate(fixed(0.5), settings, [placed(1, 2), placed(2, 1)]).calibrationSlope).toBeNull();
  });
});
