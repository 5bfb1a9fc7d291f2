import { settingsSchema } from '@openladder/rating';

/** The criterion between two players: points for the time played, points, or the points earned against each other. */
export type Comparison = 'scorePerHour' | 'score' | 'headToHead';

/** Whose offset the cap looks at: the top one, as equation 5 has it, or everyone's, as the words of step 7 have it. */
export type Cap = 'equation5' | 'everyPlayer';

export interface ZoneStatsSettings {
  /** T: rating points. */
  readonly spread: number;
  /** GAME_MULT: rating points per minute. */
  readonly gameMultiplier: number;
  /** MAX_GAME_LENGTH: minutes. */
  readonly maxGameLength: number;
  /** Rating points. */
  readonly initialRating: number;
  readonly comparison: Comparison;
  readonly cap: Cap;
}

/** Every default but `comparison` and `cap` is a number of the source: "Player Rating", its list of variables. */
export const schema = settingsSchema({
  spread: {
    type: 'number',
    default: 120,
    exclusiveMinimum: 0,
    maximum: 1_000_000,
    description:
      'T of equation 1, in rating points: the larger it is, the further the best players draw away. A lead of T points ' +
      'makes a win 73% likely. Default of the source.',
  },
  gameMultiplier: {
    type: 'number',
    default: 2,
    exclusiveMinimum: 0,
    maximum: 1000,
    description:
      'GAME_MULT of equations 3 and 5, in rating points per minute: the most that a pair moves for each minute counted, ' +
      'and the most that a match moves its top player for each minute they played. Default of the source.',
  },
  maxGameLength: {
    type: 'number',
    default: 20,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description:
      'MAX_GAME_LENGTH of equation 3, in minutes: longer games count no more than this, and a player without minutes ' +
      'reported counts as having played this long. Default of the source.',
  },
  initialRating: {
    type: 'number',
    default: 500,
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'The rating of a player who has none yet, in rating points. Default of the source (step 2).',
  },
  comparison: {
    type: 'string',
    default: 'scorePerHour',
    enum: ['scorePerHour', 'score', 'headToHead'],
    description:
      'What decides a pair: `scorePerHour`, the points for the time played (steps 1 and 4 of the source, the default); ' +
      '`score`, the points; `headToHead`, the points that the two earned against each other, in matches that report ' +
      'them, and the points elsewhere.',
  },
  cap: {
    type: 'string',
    default: 'equation5',
    enum: ['equation5', 'everyPlayer'],
    description:
      'What keeps a match from moving players too far: `equation5` scales all changes by the minutes of the player who ' +
      'would move furthest (the default, as the equation has it); `everyPlayer` scales until nobody moves by more than ' +
      'gameMultiplier points for each minute they played (as step 7 words it).',
  },
});
