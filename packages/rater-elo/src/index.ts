import { type BatchForm, defineRater, expectedScore, rateAsBatch, shareOfPairs } from '@openladder/rating';
import { rateMatches, SCALE, WIDTH } from './elo.js';
import { checkSettings, type EloSettings, schema } from './settings.js';

export type { EloSettings, MarginOfVictory } from './settings.js';

export interface EloState {
  /** Rating points. */
  readonly rating: number;
  /** Rated matches, as far as they count for a newcomer: never more than `newcomerMatches`. */
  readonly played: number;
}

const batch: BatchForm<EloSettings, EloState> = {
  width: WIDTH,
  hasDeviation: false,
  pack({ rating, played }, numbers, at) {
    numbers[at] = rating;
    numbers[at + 1] = played;
  },
  unpack: (numbers, at) => ({ rating: numbers[at]!, played: numbers[at + 1]! }),
  rate: rateMatches,
};

/** Elo: points for results that are better than expected. */
export const rater = defineRater<EloSettings, EloState>({
  key: 'elo',
  version: '1.0.0',
  title: 'Elo',
  summary:
    'The classic, for duels, teams and free-for-alls: who does better than expected gains points, K of them at most. With ' +
    'K for newcomers, a floor, and margins of victory.',
  source:
    'Arpad Elo, The Rating of Chessplayers, Past and Present, 1978; margins: World Football Elo Ratings, FiveThirtyEight',
  settings: schema,
  checkSettings,
  formats: () => ({ minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  initial: ({ initialRating }) => ({ rating: initialRating, played: 0 }),

  rate: (match, states, settings) => rateAsBatch(batch, match, states, settings),
  batch,

  rating: ({ rating, played }, { newcomerMatches }) => ({
    value: rating,
    deviation: null,
    score: rating,
    isProvisional: played < newcomerMatches,
  }),

  /** E of the means of two sides' ratings. */
  predict(sides) {
    const ratings = sides.map((players) => players.reduce((sum, { rating }) => sum + rating, 0) / players.length);
    return shareOfPairs(sides.length, (a, b) => expectedScore(ratings[a]! - ratings[b]!, SCALE));
  },

  restore: {
    needs: 'all',
    readsContributions: false,
    from: (lines, { newcomerMatches }) => ({
      rating: lines.at(-1)!.after.value!,
      played: Math.min(lines.length, newcomerMatches),
    }),
  },
});

export default rater;
