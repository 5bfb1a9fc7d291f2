import { type Preset, type SettingsOf, settingsSchema } from '@openladder/rating';

/** The eight scripts of the source, each a way to weigh the games of a history. */
export const VARIANTS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'] as const;

/** Points for a factor of e in the odds: E(x) = 1 / (1 + 10^(-x/400)) of the source, with e for 10. */
export const SCALE = 400 / Math.LN10;

/**
 * Opponents' ratings are counted within this many points of zero, on either side. It is far beyond any rating that is
 * played for, and within it `exp` of a rating neither overflows nor vanishes.
 */
export const RATING_LIMIT = 100_000;

/** The source's constants. */
export const SOURCE_WEIGHTS = { decay: 0.98, fictitiousWeight: 0.1, scaleCap: 5 };

/** Settings to offer besides the source's. */
export const presets: readonly Preset<Settings>[] = [
  {
    name: 'Careful with newcomers',
    reason:
      'Ratings after few games stay nearer to 1500, so that no one leads a board with a single win. On the last 40% of ' +
      'international football, the log loss is 0.5872 instead of 0.5841.',
    settings: { fictitiousWeight: 1 },
  },
  {
    name: 'Teams',
    reason:
      'For matches of teams, where each opponent counts as a game, with ratings of newcomers near to 1500. On the last 40% of ' +
      'robotics, three against three, the log loss is 0.5968, and 0.5920 without the care for newcomers.',
    settings: { multiplayer: 'pairwise', fictitiousWeight: 1 },
  },
  {
    name: 'Races',
    reason:
      'For races: each opponent of a field counts as a game, and old races are forgotten sooner. On the last 40% of 1,160 Grands Prix the log ' +
      'loss is 2.111 instead of 2.260, and 1.871 with fitted chances, which are within 0.05 of the results. ' +
      'Who wins their first race leads the board, so set how many matches a rank takes.',
    settings: { multiplayer: 'pairwise', decay: 0.94 },
  },
];

/** The JSON Schema of the settings. */
export const settings = settingsSchema({
  variant: {
    title: 'Variant',
    type: 'string',
    enum: VARIANTS,
    default: 'p8',
    description:
      'Which script of the source weighs the games. p1: all alike; p2: also a fictitious draw against a player ' +
      'rated 0; p3: newer games count more; p4, p5, p6: games against one and the same opponent also count less; ' +
      'p7: an opponent counts by how often they were met and how many others were met since; p8: p7 with two ' +
      'fictitious draws against 1500. Default: p8, the last and best in the source.',
  },
  decay: {
    title: 'Decay',
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 1,
    default: SOURCE_WEIGHTS.decay,
    description:
      'The factor by which a game loses weight with each step into the past (p3 to p8; what a step is depends on ' +
      'the variant). It has no unit; with 1, nothing is forgotten. Default: k(i+1) = 0.98 k(i) of p3 in the source.',
  },
  fictitiousWeight: {
    title: 'Weight of fictitious draws',
    type: 'number',
    minimum: 0.0001,
    maximum: 1000,
    default: SOURCE_WEIGHTS.fictitiousWeight,
    description:
      'The weight of each fictitious draw (p2 to p8), in games; it never decays. It keeps the rating finite if all ' +
      'games were won or lost. Default: 0.1, as in the source ("as if it was played long ago").',
  },
  scaleCap: {
    title: 'Greatest weight of an opponent',
    type: 'number',
    minimum: 1,
    maximum: 1_000_000,
    default: SOURCE_WEIGHTS.scaleCap,
    description:
      'The most that all games against one opponent may weigh together, in games (p7, p8). Below it, n games weigh ' +
      'sqrt(n). The default, 5, is our choice; the source says only "a certain fixed value".',
  },
  unratedOpponentRating: {
    title: 'Rating of unrated opponents',
    type: 'number',
    minimum: -RATING_LIMIT,
    maximum: RATING_LIMIT,
    default: 1500,
    description:
      'What an opponent without a rating counts as, in points. Only p1 leaves players unrated: those who have won, ' +
      'or lost, every game. Default: 1500, the average player in the source.',
  },
  multiplayer: {
    title: 'More than two players',
    type: 'string',
    enum: ['reject', 'pairwise'],
    default: 'reject',
    description:
      'Matches of more than two players. reject: two sides of one player only, as in the source; pairwise: every ' +
      'pair of players on different sides plays one game, all from the ratings before the match. Default: reject; ' +
      'pairwise is our addition.',
  },
});

/** The settings of the rater `performance`. */
export type Settings = SettingsOf<typeof settings>;
export type Variant = Settings['variant'];
/** Settings for the weights of a variant. */
export type WeightSettings = Pick<Settings, 'decay' | 'fictitiousWeight' | 'scaleCap'>;
/** Which script weighs the games, and how. */
export type Weighing = Pick<Settings, 'variant' | keyof WeightSettings>;

/** The value of an opponent in the games against them. */
export function countedRating(
  value: number | null,
  { unratedOpponentRating }: Pick<Settings, 'unratedOpponentRating'>,
): number {
  return Math.min(RATING_LIMIT, Math.max(-RATING_LIMIT, value ?? unratedOpponentRating));
}
