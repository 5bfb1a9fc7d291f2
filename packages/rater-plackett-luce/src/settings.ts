import { type Preset, type SettingsOf, settingsSchema } from '@openladder/rating';

/** All defaults are our choice: they predict a century of motor races best, and simulated races within 0.05. */
export const schema = settingsSchema({
  initialRating: {
    title: 'Rating of a new player',
    type: 'number',
    default: 1500,
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'The rating of a new player, in points: 400 points are odds of 10 to 1, as in Elo. Our choice.',
  },
  initialDeviation: {
    title: 'Deviation of a new player',
    type: 'number',
    default: 250,
    minimum: 1,
    maximum: 10_000,
    description:
      'How uncertain the rating of a new player is, in points: about how far players are apart. Absence makes no rating more uncertain. ' +
      'Our choice.',
  },
  deviationGrowth: {
    title: 'Growth of the deviation',
    type: 'number',
    default: 9.5,
    minimum: 0,
    maximum: 10_000,
    description:
      'How much more uncertain a rating becomes with time, in points per square root of a day: the more, the faster players change. The ' +
      'default, 9.5, is our choice for one race per week.',
  },
  emphasis: {
    title: 'Emphasis on the first places',
    type: 'number',
    default: 1,
    minimum: 0,
    maximum: 3,
    description:
      'How much more the first places count than the last: the n-th place counts 1 / n to the power of this. 0 is plain Plackett-Luce. The ' +
      'default, 1, is our choice: far behind, places say more about luck.',
  },
  dropOutLuck: {
    title: 'Luck in dropping out',
    type: 'number',
    default: 0.8,
    minimum: 0,
    maximum: 1,
    description:
      'Which part of drop-outs is luck, 0 to 1. Sides that share the last place dropped out: to this part they count as if they had not ' +
      'taken part. 0: they were simply last. The default, 0.8, is our choice.',
  },
  provisionalDeviation: {
    title: 'Provisional above a deviation of',
    type: 'number',
    default: 220,
    minimum: 0,
    maximum: 10_000,
    description:
      'A rating is provisional while its deviation, in points, is greater than this. The default, 220, is our choice: it takes one to three races, ' +
      'or half a season of Grands Prix, and where races are monthly nearly all keep their ranks between them.',
  },
});

export type PlackettLuceSettings = SettingsOf<typeof schema>;

export const presets: readonly Preset<PlackettLuceSettings>[] = [
  {
    name: 'Every place counts',
    reason:
      'Plain Plackett-Luce, for games in which being ninth instead of tenth is as much of a success as winning, and nobody drops out.',
    settings: { emphasis: 0, dropOutLuck: 0 },
  },
];
