import { type Preset, type SettingsOf, settingsSchema } from '@openladder/rating';

/** All defaults are our choice. They foresee as well as glicko2 where there are no scores: see the README. */
export const schema = settingsSchema({
  initialRating: {
    title: 'Rating of a new player',
    type: 'number',
    default: 1500,
    minimum: -1_000_000,
    maximum: 1_000_000,
    description:
      'The rating of a new player, and of a player of whom nothing is known any more, in points: 400 points are odds of 10 to 1, as in Elo. ' +
      'Our choice.',
  },
  initialDeviation: {
    title: 'Deviation of a new player',
    type: 'number',
    default: 400,
    minimum: 1,
    maximum: 10_000,
    description:
      'How far players are apart, in points, and so how uncertain the rating of a new player is. Absence makes no rating more uncertain. ' +
      'The default, 400, is our choice: professional leagues have 150, and all national teams of the world 400.',
  },
  deviationGrowth: {
    title: 'Growth of the deviation',
    type: 'number',
    default: 3,
    minimum: 0,
    maximum: 10_000,
    description:
      'How fast strengths change, in points per square root of a day. With time a rating becomes more uncertain, and returns to that of a ' +
      'new player: so slowly that players stay as far apart as the deviation of a new player says. The default, 3, is our choice; 0: never.',
  },
  marginPower: {
    title: 'Power of the margin',
    type: 'number',
    default: 0.7,
    minimum: 0.1,
    maximum: 1,
    description:
      'The power to which a score difference counts. 1: a win by 8 says eight times as much as one by 1. The default, 0.7, is our ' +
      'choice: it says four times as much.',
  },
  provisionalDeviation: {
    title: 'Provisional above a deviation of',
    type: 'number',
    default: 130,
    minimum: 0,
    maximum: 10_000,
    description:
      'A rating is provisional while its deviation, in points, is greater than this. The default, 130, is our choice: it takes some eight ' +
      'matches.',
  },
});

export type MarginSettings = SettingsOf<typeof schema>;

export const presets: readonly Preset<MarginSettings>[] = [
  {
    name: 'Seasons',
    reason:
      'For professional leagues that play weekly in seasons, with teams that change between them. On the last 40% of American football from ' +
      '1970 on, the log loss is 0.624 instead of 0.634, and 0.640 for the best of the other systems.',
    settings: { initialDeviation: 165, deviationGrowth: 7 },
  },
  {
    name: 'Unequal, seldom played',
    reason:
      'For fields from amateurs to champions, who play a few times a year and change over years. On the last 40% of international football, the ' +
      'log loss is 0.5478 instead of 0.5482, and 0.553 for glicko2 with fitted chances. Over the first 8,000 matches of a league it is as good as the ' +
      'defaults (0.597).',
    settings: { initialDeviation: 380, deviationGrowth: 2.6 },
  },
];
