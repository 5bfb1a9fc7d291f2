import { type Preset, type SettingsOf, type SettingsProblem, settingsSchema } from '@openladder/rating';

/** Defaults attributed to the source are those of the article "Timed Glicko Rating". */
export const schema = settingsSchema({
  initialRating: {
    title: 'Rating of a new player',
    type: 'number',
    default: 1500,
    minimum: -1_000_000,
    maximum: 1_000_000,
    description:
      'The rating of a new player, in points. The default is that of the source. The percentage on the board ' +
      '(GLIXARE) is always the chance against a player of 1500 points and deviation 350.',
  },
  initialDeviation: {
    title: 'Deviation of a new player',
    type: 'number',
    default: 350,
    exclusiveMinimum: 0,
    maximum: 100_000,
    description:
      'The rating deviation (RD) of a new player, in points: how uncertain the rating is. It is at most ' +
      'maxDeviation. The default is that of the source.',
  },
  maxDeviation: {
    title: 'Highest deviation',
    type: 'number',
    default: 350,
    exclusiveMinimum: 0,
    maximum: 100_000,
    description:
      'The highest rating deviation, in points: absence makes no rating more uncertain than this. The default is ' +
      'that of the source.',
  },
  deviationGrowth: {
    title: 'Growth of deviation',
    type: 'number',
    default: 20,
    minimum: 0,
    maximum: 100_000,
    description:
      'SC, in points per square root of a day: how fast a rating becomes uncertain while its player is away. The ' +
      'default is that of the source, for daily play: a player of deviation 45 is provisional again after 20 days. ' +
      'Weekly leagues should choose less. 0 is Glicko without time.',
  },
  provisionalDeviation: {
    title: 'Provisional above a deviation of',
    type: 'number',
    default: 100,
    minimum: 0,
    maximum: 100_000,
    description:
      'A rating is provisional while its deviation, in points, is greater than this. The default is that of the ' +
      'source.',
  },
  weighting: {
    title: 'Weight of surprises',
    type: 'string',
    default: 'quadratic',
    enum: ['quadratic', 'linear', 'none'],
    description:
      'How much less a result counts the more surprising it is. A certain result counts 1, and one between equals ' +
      'P. An impossible one counts 3P - 2 (`quadratic`, default of the source) or 2P - 1 (`linear`). With `none`, ' +
      'all count alike: plain Glicko, in which P has no effect.',
  },
  deservedOutcomeProbability: {
    title: 'Chance that the result is deserved',
    type: 'number',
    default: 0.9,
    minimum: 0.5,
    maximum: 1,
    description:
      'P: the probability that the better performance wins between two equally skilled players. 1 is plain Glicko. ' +
      'The source leaves it open. The default, 0.9, is our choice: the least with which every win is worth at ' +
      'least as much as a draw under quadratic weighting. Below 5/6, the winner of an upset can lose points, and ' +
      'below 0.8, equal players drift apart. So less than 5/6 is refused unless allowPerverse is true.',
  },
  allowPerverse: {
    title: 'Allow perverse results',
    type: 'boolean',
    default: false,
    description:
      'Allows a deservedOutcomeProbability below 5/6, with which a winner can lose points. For experiments; the ' +
      'default is our choice.',
  },
  multiplayer: {
    title: 'More than two players',
    type: 'string',
    default: 'reject',
    enum: ['reject', 'pairwise'],
    description:
      'Matches of more than two players, which the source does not cover: `reject` (default, our choice) allows ' +
      'only duels; `pairwise` rates every pair of players on different sides as a duel, all at once. Chances may ' +
      'then be overconfident until they are fitted to the league; a comparison shows whether they are.',
  },
});

export type TimedGlickoSettings = SettingsOf<typeof schema>;

/** How the merit of a result decreases with its surprise. */
export type Weighting = TimedGlickoSettings['weighting'];
/** The treatment of a match of more than two players: it is refused, or rated as the duels of all its opponents. */
export type Multiplayer = TimedGlickoSettings['multiplayer'];

export const presets: readonly Preset<TimedGlickoSettings>[] = [
  {
    name: 'Seldom played',
    reason:
      'For leagues whose players meet weekly or less: ratings become uncertain more slowly, and every result counts in full. ' +
      'On the last 40% of international football, the log loss is 0.5616 instead of 0.5892.',
    settings: { deviationGrowth: 3, weighting: 'none' },
  },
  {
    name: 'Luck, seldom played',
    reason:
      'Like "Seldom played", but surprising results count less, as in the source. ' +
      'On international football the log loss is 0.5627 instead of 0.5892.',
    settings: { deviationGrowth: 3 },
  },
  {
    name: 'Races',
    reason:
      'For races with much luck, in which many drop out: each pair of a field counts, and a win against all odds hardly does. On the last 40% of ' +
      '1,160 Grands Prix the log loss is 1.903 instead of 2.397, and chances are within 0.05 of the results as they are, without a fit.',
    settings: { multiplayer: 'pairwise', deviationGrowth: 6, deservedOutcomeProbability: 0.834 },
  },
];

/** Below it, 2 PMERIT - 1 = 1 - 6 (1 - P) of a win against all odds is negative. */
const LEAST_DESERVED_OUTCOME_PROBABILITY = 5 / 6;

/**
 * The rules between settings. The bound on P is that of quadratic weighting, and the same under the others, so that a
 * league may change its weighting without changing P: `linear` is perverse only below 3/4, `none` never.
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
