import { type Preset, type SettingsOf, type SettingsProblem, settingsSchema } from '@openladder/rating';

/** Defaults attributed to the source are those of Glickman, "Example of the Glicko-2 system". */
export const schema = settingsSchema({
  initialRating: {
    title: 'Rating of a new player',
    type: 'number',
    default: 1500,
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'The rating of a new player, in points. The default is that of the source.',
  },
  initialDeviation: {
    title: 'Deviation of a new player',
    type: 'number',
    default: 350,
    minimum: 0.1,
    maximum: 10_000,
    description:
      'The rating deviation (RD) of a new player, in points: how uncertain the rating is. The default is that of ' +
      'the source.',
  },
  initialVolatility: {
    title: 'Volatility of a new player',
    type: 'number',
    default: 0.06,
    minimum: 1e-6,
    maximum: 1,
    description:
      'The volatility (sigma) of a new player: how much their strength is expected to vary, in units of 173.7 ' +
      'points per rating period. The default is that of the source.',
  },
  systemConstant: {
    title: 'System constant',
    type: 'number',
    default: 0.5,
    minimum: 1e-3,
    maximum: 3,
    description:
      'tau: how fast volatilities change. The source recommends 0.3 to 1.2, and less if improbable results are ' +
      'common. The default, 0.5, is the value in its example.',
  },
  timing: {
    title: 'When results count',
    type: 'string',
    default: 'continuous',
    enum: ['continuous', 'periods'],
    description:
      '`continuous` (default, our choice): each match is rated at once as a period of its own, and a deviation ' +
      'grows with the time between matches. `periods`: all matches of a rating period count together, as in the ' +
      'source; after each match, a rating is what it would be if the period ended now.',
  },
  periodDays: {
    title: 'Rating period in days',
    type: 'number',
    default: 30,
    minimum: 0.01,
    maximum: 10_000,
    description:
      'The length of a rating period in days: the time in which a deviation grows by the volatility. The first ' +
      'period begins on 1970-01-01 at 00:00 UTC. The source gives no length, but recommends 10 to 15 games per ' +
      'player and period; 30 days are our choice.',
  },
  maxDeviation: {
    title: 'Highest deviation',
    type: 'number',
    default: 350,
    minimum: 0.1,
    maximum: 10_000,
    description:
      'The highest rating deviation, in points: absence makes no rating more uncertain than this. It is at least ' +
      'initialDeviation. 350 is the deviation of a newcomer, and the limit in Glicko, the predecessor.',
  },
  provisionalDeviation: {
    title: 'Provisional above a deviation of',
    type: 'number',
    default: 110,
    minimum: 0,
    maximum: 10_000,
    description: 'A rating is provisional while its deviation, in points, is greater than this. Lichess uses 110.',
  },
  multiplayer: {
    title: 'More than two players',
    type: 'string',
    default: 'reject',
    enum: ['reject', 'pairwise'],
    description:
      'Matches of more than two players, which the source does not cover: `reject` (default) allows only duels; ' +
      '`pairwise` rates every pair of sides as a game, all at once, and counts each less than a duel, because the ' +
      'games of one performance repeat each other.',
  },
  marginScale: {
    title: 'Scale of margins',
    type: 'number',
    default: 0,
    minimum: 0,
    maximum: 1_000_000,
    description:
      'For matches with scores: by how many points equals usually differ (their standard deviation), about 2 in football and 13 in American ' +
      'football. A lead of this many then counts as a score of 0.73, twice as many as 0.88, and every match tells more. 0 (default): ' +
      'only who won counts, as in the source.',
  },
});

export type Glicko2Settings = SettingsOf<typeof schema>;

/** When results count: each at once, or all of a rating period together. */
export type Timing = Glicko2Settings['timing'];

export const presets: readonly Preset<Glicko2Settings>[] = [
  {
    name: 'Goals',
    reason:
      'For games of few goals, where a clear win tells more than a close one. On the last 40% of international football, ' +
      'with fitted chances, the log loss is 0.5494 instead of 0.5535.',
    settings: { marginScale: 2 },
  },
  {
    name: 'Points in seasons',
    reason:
      'For games of many points in seasons, between which teams change. On the last 40% of American football since 1970, ' +
      'with fitted chances, the log loss is 0.6273 instead of 0.6464.',
    settings: { marginScale: 13, initialVolatility: 0.15 },
  },
  {
    name: 'Teams',
    reason:
      'Newcomers start less uncertain than in duels. In simulated teams of three, chances miss by 0.03 at most instead of 0.06; on ' +
      'robotics, three against three, the log loss of the last 40% is 0.598 with both.',
    settings: { multiplayer: 'pairwise', initialDeviation: 250 },
  },
];

export function checkSettings({ initialDeviation, maxDeviation }: Glicko2Settings): SettingsProblem[] {
  if (initialDeviation <= maxDeviation) return [];
  const rule = `must be at least initialDeviation (${initialDeviation}), not ${maxDeviation}`;
  return [{ setting: 'maxDeviation', rule }];
}
