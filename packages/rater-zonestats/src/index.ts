import {
  type BatchForm,
  defineRater,
  expectedScore,
  rateAsBatch,
  shareOfPlayers,
  teamDecisiveness,
} from '@openladder/rating';
import { schema, type ZoneStatsSettings } from './settings.js';
import { rateMatches } from './zonestats.js';

export type { Cap, Comparison, ZoneStatsSettings } from './settings.js';

export interface ZoneStatsState {
  /** Rating points. */
  readonly rating: number;
}

const batch: BatchForm<ZoneStatsSettings, ZoneStatsState> = {
  width: 1,
  hasDeviation: false,
  pack({ rating }, numbers, at) {
    numbers[at] = rating;
  },
  unpack: (numbers, at) => ({ rating: numbers[at]! }),
  rate: rateMatches,
};

/** ZoneStats: everybody against everybody on the other sides, pair by pair, and all changes sum to 0. */
export const rater = defineRater<ZoneStatsSettings, ZoneStatsState>({
  key: 'zonestats',
  version: '2.1.0',
  title: 'ZoneStats',
  summary:
    'Zero-sum ratings for duels, teams and free-for-alls in which players may join late and leave early: every pair of ' +
    'opponents is compared by points for the time played.',
  source: 'ZoneStats, "Player Rating: Quick View of the Algorithm", with its detail equations 1 to 6',
  settings: schema,
  formats: () => ({ minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  isZeroSum: true,
  breaks: {
    'a better outcome never rates lower':
      'With three or more players of unequal minutes, equation 5 scales all changes by the minutes of the player who moves ' +
      'furthest. A better result can change who that is, or bring a short-lived loser to the cap, and so shrink the ' +
      "player's own gain. Between two players the cap never binds and the law holds.",
  },
  initial: ({ initialRating }) => ({ rating: initialRating }),

  rate: (match, states, settings) => rateAsBatch(batch, match, states, settings),
  batch,

  rating: ({ rating }) => ({ value: rating, deviation: null, score: rating, isProvisional: false }),

  /** Equation 1; of teams, whose ratings say how players do one by one, with the luck of all of them together. */
  predict: (sides, { spread }) =>
    shareOfPlayers(sides, (own, opponent) => expectedScore(own.rating - opponent.rating, spread), teamDecisiveness),

  restore: {
    needs: 'last',
    readsContributions: false,
    from: (lines) => ({ rating: lines.at(-1)!.after.value! }),
  },
});

export default rater;
