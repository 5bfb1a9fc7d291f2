import { type SettingsProblem, settingsSchema } from '@openladder/rating';

/** When results count: each at once, or all of a rating period together. */
export type Timing = 'continuous' | 'periods';

/** The treatment of a match of more than two players: it is refused, or rated as the games of all its opponents. */
export type Multiplayer = 'reject' | 'pairwise';

export interface Glicko2Settings {
  /** Rating points, as all deviations. */
  readonly initialRating: number;
  readonly initialDeviation: number;
  /** On the scale of Glicko-2. */
  readonly initialVolatility: number;
  /** tau. */
  readonly systemConstant: number;
  readonly timing: Timing;
  /** Days. */
  readonly periodDays: number;
  /** Rating points. */
  readonly maxDeviation: number;
  readonly provisionalDeviation: number;
  readonly multiplayer: Multiplayer;
}

/** Defaults that are called the source's are those of Glickman, "Example of the Glicko-2 system". */
export const schema = settingsSchema({
  initialRating: {
    type: 'number',
    default: 1500,
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'The rating of a new player, in points. Default of the source.',
  },
  initialDeviation: {
    type: 'number',
    default: 350,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description: 'The rating deviation (RD) of a new player, in points. Default of the source.',
  },
  initialVolatility: {
    type: 'number',
    default: 0.06,
    exclusiveMinimum: 0,
    maximum: 1,
    description:
      'The volatility (sigma) of a new player: how erratic their strength is expected to be, in units of 173.7 points per ' +
      'rating period. Default of the source.',
  },
  systemConstant: {
    type: 'number',
    default: 0.5,
    exclusiveMinimum: 0,
    maximum: 3,
    description:
      'tau: how fast volatilities change. The source recommends 0.3 to 1.2, less where improbable results are common, and ' +
      'takes 0.5 in its example, the default.',
  },
  timing: {
    type: 'string',
    default: 'continuous',
    enum: ['continuous', 'periods'],
    description:
      '`continuous` (default, ours): each match is rated as a period of its own, and a deviation grows with the time between ' +
      'matches. `periods`: all matches of a rating period count together, as the source has it; a rating moves with each ' +
      'match to what it would be if the period ended now.',
  },
  periodDays: {
    type: 'number',
    default: 30,
    minimum: 0.01,
    maximum: 10_000,
    description:
      'The length of a rating period in days: the time in which a deviation grows by the volatility. Periods follow each ' +
      'other from 1970-01-01T00:00Z on. The source leaves it open and wants some 10 to 15 games of a player in a period; 30 is ours.',
  },
  maxDeviation: {
    type: 'number',
    default: 350,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description:
      'The rating deviation, in points, beyond which no absence makes a player; at least initialDeviation. 350 is that of ' +
      'a newcomer, the limit in Glicko, the predecessor.',
  },
  provisionalDeviation: {
    type: 'number',
    default: 110,
    minimum: 0,
    maximum: 10_000,
    description: 'A rating is provisional while its deviation, in points, is more than this. 110 is that of Lichess.',
  },
  multiplayer: {
    type: 'string',
    default: 'reject',
    enum: ['reject', 'pairwise'],
    description:
      'Matches of more than two players, of which the source does not speak: `reject` (default) allows only duels; ' +
      '`pairwise` rates every pair on different sides as a game, all at once.',
  },
});

export function checkSettings({ initialDeviation, maxDeviation }: Glicko2Settings): SettingsProblem[] {
  if (initialDeviation <= maxDeviation) return [];
  const rule = `must be at least initialDeviation (${initialDeviation}), not ${maxDeviation}`;
  return [{ setting: 'maxDeviation', rule }];
}
