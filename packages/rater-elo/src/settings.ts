import { type SettingsProblem, settingsSchema } from '@openladder/rating';

/** How much more a clear win counts than a close one: not at all, by goals, or by points. */
export type MarginOfVictory = 'none' | 'goals' | 'points';

export interface EloSettings {
  /** Rating points. */
  readonly k: number;
  readonly newcomerK: number;
  /** Matches. */
  readonly newcomerMatches: number;
  /** Rating points. */
  readonly initialRating: number;
  /** Rating points. */
  readonly floor: number;
  readonly marginOfVictory: MarginOfVictory;
}

const LOWEST = -1_000_000;

export const schema = settingsSchema({
  k: {
    type: 'number',
    default: 32,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description:
      'K, in rating points: a wholly unexpected result moves a player so far, and one among equals half as far. 32 is the ' +
      "largest K of Elo's book; FIDE uses 20, or 10 for masters, and World Football Elo Ratings 20 to 60.",
  },
  newcomerK: {
    type: 'number',
    default: 40,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description: 'K for newcomers, in rating points. Default of FIDE; it has an effect where newcomerMatches is not 0.',
  },
  newcomerMatches: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 10_000,
    description:
      'How many rated matches a player is a newcomer for: newcomerK applies to them, and their rating is provisional. ' +
      '0 (default): nobody is a newcomer, as in the book. FIDE: 30.',
  },
  initialRating: {
    type: 'number',
    default: 1500,
    minimum: LOWEST,
    maximum: 1_000_000,
    description: 'The rating of a player who has none yet, in rating points. 1500 is customary.',
  },
  floor: {
    type: 'number',
    default: LOWEST,
    minimum: LOWEST,
    maximum: 1_000_000,
    description:
      'No rating falls below this, in rating points, and points that are not lost to the floor are won all the same, so ' +
      `ratings inflate. Default ${LOWEST}: no floor. The United States Chess Federation has 100.`,
  },
  marginOfVictory: {
    type: 'string',
    default: 'none',
    enum: ['none', 'goals', 'points'],
    description:
      'How the margin between the scores of two sides multiplies K. `none` (default): not at all. `goals`: 1.5 for two ' +
      'goals, 1.75 for three, and 1/8 more for each further goal, as World Football Elo Ratings have it. `points`: by the ' +
      "logarithm of the margin, less where the favourite wins, as FiveThirtyEight's NFL Elo has it; for games of many points.",
  },
});

export function checkSettings({ initialRating, floor }: EloSettings): SettingsProblem[] {
  if (floor <= initialRating) return [];
  return [{ setting: 'floor', rule: `must be at most initialRating (${initialRating}), not ${floor}` }];
}
