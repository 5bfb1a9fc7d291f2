import { type SettingsOf, settingsSchema } from '@openladder/rating';

/** Every default but `comparison` and `cap` is a number of the source: "Player Rating", its list of variables. */
export const schema = settingsSchema({
  spread: {
    title: 'Spread',
    type: 'number',
    default: 120,
    exclusiveMinimum: 0,
    maximum: 1_000_000,
    description:
      'T of equation 1, in rating points: the larger it is, the further ahead the best players get. A lead of T ' +
      'points makes a win 73% likely. The default is that of the source.',
  },
  gameMultiplier: {
    title: 'Points per minute',
    type: 'number',
    default: 2,
    exclusiveMinimum: 0,
    maximum: 1000,
    description:
      'GAME_MULT of equations 3 and 5, in rating points per minute: the most that a pair moves for each minute ' +
      'counted, and the most that a match moves its top player for each minute they played. The default is that of ' +
      'the source.',
  },
  maxGameLength: {
    title: 'Longest game in minutes',
    type: 'number',
    default: 20,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description:
      'MAX_GAME_LENGTH of equation 3, in minutes: longer games count no more than this. A player whose minutes ' +
      'were not reported counts as having played this long. The default is that of the source.',
  },
  initialRating: {
    title: 'Rating of a new player',
    type: 'number',
    default: 500,
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'The rating of a new player, in rating points. The default is that of the source (step 2).',
  },
  comparison: {
    title: 'What decides a pair',
    type: 'string',
    default: 'scorePerHour',
    enum: ['scorePerHour', 'score', 'headToHead'],
    description:
      'What decides between two players: `scorePerHour`, the points for the time played (default, steps 1 and 4 of ' +
      'the source); `score`, the points; `headToHead`, the points that the two earned against each other in ' +
      'matches that report them, and the points in other matches.',
  },
  cap: {
    title: 'Limit on changes',
    type: 'string',
    default: 'equation5',
    enum: ['equation5', 'everyPlayer'],
    description:
      'What keeps a match from moving players too far: `equation5` (default) scales all changes by the minutes of ' +
      'the player who would move furthest, as in equation 5; `everyPlayer` scales them until nobody moves by more ' +
      'than gameMultiplier points for each minute they played, as in the words of step 7.',
  },
});

export type ZoneStatsSettings = SettingsOf<typeof schema>;

/** The criterion between two players: points for the time played, points, or the points earned against each other. */
export type Comparison = ZoneStatsSettings['comparison'];
/** Whose offset the cap uses: the top one, as in equation 5, or everyone's, as in the words of step 7. */
export type Cap = ZoneStatsSettings['cap'];
