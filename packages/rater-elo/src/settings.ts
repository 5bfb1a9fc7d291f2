import { type Preset, type SettingsOf, type SettingsProblem, settingsSchema } from '@openladder/rating';

const LOWEST = -1_000_000;

export const schema = settingsSchema({
  k: {
    title: 'K',
    type: 'number',
    default: 32,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description:
      'K, in rating points: the most that a match can move a player, before weights and margins. A win against an equal opponent moves them by ' +
      "half of it. 32 is the largest K in Elo's book; FIDE uses 20, or 10 for masters, and World Football Elo " +
      'Ratings 20 to 60.',
  },
  newcomerK: {
    title: 'K for newcomers',
    type: 'number',
    default: 40,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description:
      'K for newcomers, in rating points. The default is the one FIDE uses. It has an effect only if ' +
      'newcomerMatches is not 0.',
  },
  newcomerMatches: {
    title: 'Matches as a newcomer',
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 10_000,
    description:
      'How many rated matches a player is a newcomer for. Newcomers have newcomerK and a provisional rating, and so no rank ' +
      'on the board. 0 (default): there are no newcomers, as in the book. FIDE: 30.',
  },
  initialRating: {
    title: 'Rating of a new player',
    type: 'number',
    default: 1500,
    minimum: LOWEST,
    maximum: 1_000_000,
    description: 'The rating of a new player, in rating points. 1500 is customary.',
  },
  floor: {
    title: 'Lowest rating',
    type: 'number',
    default: LOWEST,
    minimum: LOWEST,
    maximum: 1_000_000,
    description:
      `No rating falls below this, in rating points. The opponent still gains what a player at the floor does not ` +
      `lose, so ratings inflate. Default ${LOWEST}: no floor. The United States Chess Federation uses 100.`,
  },
  marginOfVictory: {
    title: 'Margin of victory',
    type: 'string',
    default: 'none',
    enum: ['none', 'goals', 'points'],
    description:
      'How the margin between the scores of two sides multiplies K. `none` (default): not at all. `goals`: 1.5 for ' +
      'two goals, 1.75 for three, and 1/8 more for each further goal, as in World Football Elo Ratings. `points`: ' +
      "by the logarithm of the margin, and less if the favourite wins, as in FiveThirtyEight's NFL Elo; for games " +
      'of many points.',
  },
});

export type EloSettings = SettingsOf<typeof schema>;

/** How much more a clear win counts than a close one: not at all, by goals, or by points. */
export type MarginOfVictory = EloSettings['marginOfVictory'];

export const presets: readonly Preset<EloSettings>[] = [
  {
    name: 'Goals',
    reason:
      'For games of few goals, where a clear win tells more than a close one, as in World Football Elo Ratings. On ' +
      'the last 40% of international football since 2000, the log loss is 0.5662 instead of 0.5691.',
    settings: { k: 40, marginOfVictory: 'goals' },
  },
  {
    name: 'Teams of three',
    reason:
      'Each player is one of three who decide a match, so with three times the default K ratings spread as fast as in ' +
      'duels. On the last 40% of robotics, three against three, the log loss is 0.5961 instead of 0.6038.',
    settings: { k: 96 },
  },
  {
    name: 'FIDE',
    reason:
      "The K of FIDE, the chess federation: 40 in a player's first 30 matches, and 20 afterwards. Players have no rank on the " +
      'board before their 30th match, so the board of a new league has no ranks for a while.',
    settings: { k: 20, newcomerK: 40, newcomerMatches: 30 },
  },
];

export function checkSettings({ initialRating, floor }: EloSettings): SettingsProblem[] {
  if (floor <= initialRating) return [];
  return [{ setting: 'floor', rule: `must be at most initialRating (${initialRating}), not ${floor}` }];
}
