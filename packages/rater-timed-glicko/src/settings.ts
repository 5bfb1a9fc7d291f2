import { type SettingsProblem, settingsSchema } from '@openladder/rating';
import type { Weighting } from './merit.js';

/** The treatment of a match of more than two players: it is refused, or rated as the duels of all its opponents. */
export type Multiplayer = 'reject' | 'pairwise';

export interface TimedGlickoSettings {
  /** Rating points. */
  readonly initialRating: number;
  /** Rating points, as all deviations. */
  readonly initialDeviation: number;
  readonly maxDeviation: number;
  /** SC: points per square root of a day. */
  readonly deviationGrowth: number;
  readonly provisionalDeviation: number;
  readonly weighting: Weighting;
  /** P: 0.5 to 1. */
  readonly deservedOutcomeProbability: number;
  readonly allowPerverse: boolean;
  readonly multiplayer: Multiplayer;
}

/** Defaults that are called the source's are those of the article "Timed Glicko Rating". */
export const schema = settingsSchema({
  initialRating: {
    type: 'number',
    default: 1500,
    minimum: -1_000_000,
    maximum: 1_000_000,
    description:
      'The rating of a new player, in points. Default of the source. The percentage on the board (GLIXARE) is the chance ' +
      'against a player of 1500/350 whatever this is.',
  },
  initialDeviation: {
    type: 'number',
    default: 350,
    exclusiveMinimum: 0,
    maximum: 100_000,
    description: 'The rating deviation (RD) of a new player, in points, at most maxDeviation. Default of the source.',
  },
  maxDeviation: {
    type: 'number',
    default: 350,
    exclusiveMinimum: 0,
    maximum: 100_000,
    description: 'The rating deviation, in points, beyond which no absence makes a player. Default of the source.',
  },
  deviationGrowth: {
    type: 'number',
    default: 20,
    minimum: 0,
    maximum: 100_000,
    description:
      'SC, in points per square root of a day: how fast a rating becomes uncertain while its player is away. Default of ' +
      'the source, which is made for daily play: with it a player of deviation 45 is provisional after 20 days, and a ' +
      'weekly league wants less. 0 is Glicko without time.',
  },
  provisionalDeviation: {
    type: 'number',
    default: 100,
    minimum: 0,
    maximum: 100_000,
    description: 'A rating is provisional while its deviation, in points, is more than this. Default of the source.',
  },
  weighting: {
    type: 'string',
    default: 'quadratic',
    enum: ['quadratic', 'linear', 'none'],
    description:
      'How the merit of a result falls with its surprise, from 1 where it was certain and P where it was even: to 3P - 2 ' +
      'for the impossible (`quadratic`, default of the source), to 2P - 1 (`linear`), or not at all (`none`: plain ' +
      'Glicko, P has no effect).',
  },
  deservedOutcomeProbability: {
    type: 'number',
    default: 0.9,
    minimum: 0.5,
    maximum: 1,
    description:
      'P, a chance: how likely the result of two equally skilled players is the deserved one. 1 is plain Glicko. The ' +
      'source leaves it open; 0.9 is ours, the least that makes every win worth at least as much as a draw under ' +
      'quadratic weighting. Below 5/6 the winner of an upset can lose points, and below 0.8 equals drift apart, so less ' +
      'than 5/6 is refused unless allowPerverse is true.',
  },
  allowPerverse: {
    type: 'boolean',
    default: false,
    description:
      'Allows a deservedOutcomeProbability below 5/6, with which a winner can lose points. For experiments; default ours.',
  },
  multiplayer: {
    type: 'string',
    default: 'reject',
    enum: ['reject', 'pairwise'],
    description:
      'Matches of more than two players, of which the source does not speak: `reject` (default, ours) allows only ' +
      'duels; `pairwise` rates every pair on different sides as a duel, all at once.',
  },
});

/** Below it, 2 PMERIT - 1 = 1 - 6 (1 - P) of a win against all odds is negative. */
const LEAST_DESERVED_OUTCOME_PROBABILITY = 5 / 6;

/**
 * The rules between settings. The bound on P is that of quadratic weighting, and the same under the others, so that a
 * league may change its weighting without changing P: `linear` turns perverse below 3/4 only, `none` never.
 */
export function checkSettings(settings: TimedGlickoSettings): SettingsProblem[] {
  const { initialDeviation, maxDeviation, deservedOutcomeProbability, allowPerverse } = settings;
  const problems: SettingsProblem[] = [];
  if (initialDeviation > maxDeviation) {
    problems.push({
      setting: 'initialDeviation',
      rule: `must be at most maxDeviation (${maxDeviation}), not ${initialDeviation}`,
    });
  }
  if (deservedOutcomeProbability < LEAST_DESERVED_OUTCOME_PROBABILITY && !allowPerverse) {
    problems.push({
      setting: 'deservedOutcomeProbability',
      rule:
        'must be at least 5/6 unless allowPerverse is true, since below it the winner of an upset can lose points, ' +
        `not ${deservedOutcomeProbability}`,
    });
  }
  return problems;
}
