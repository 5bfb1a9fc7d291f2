import {
  type BatchForm,
  defineRater,
  explainChange,
  type ReasonWords,
  rateAsBatch,
  remainder,
} from '@openladder/rating';
import { chancesOf, type ZoneStatsState } from './chances.js';
import { schema, type ZoneStatsSettings } from './settings.js';
import { rateMatches } from './zonestats.js';

export type { ZoneStatsState } from './chances.js';
export type { Cap, Comparison, ZoneStatsSettings } from './settings.js';

const batch: BatchForm<ZoneStatsSettings, ZoneStatsState> = {
  width: 1,
  hasDeviation: false,
  pack({ rating }, numbers, at) {
    numbers[at] = rating;
  },
  unpack: (numbers, at) => ({ rating: numbers[at]! }),
  rate: rateMatches,
};

const WORDS: ReasonWords = {
  cap: { en: 'the limit of a match', de: 'die Obergrenze je Spiel', fr: 'la limite par match' },
};

/** ZoneStats: each player against each opponent, pair by pair. The changes of a match sum to 0. */
export const rater = defineRater<ZoneStatsSettings, ZoneStatsState>({
  key: 'zonestats',
  version: '2.4.0',
  title: 'ZoneStats',
  summary:
    'Zero-sum ratings for duels, teams and free-for-alls in which players may join late and leave early: every pair of ' +
    'opponents is compared by points for the time played.',
  source: 'ZoneStats, "Player Rating: Quick View of the Algorithm", with its detail equations 1 to 6',
  settings: schema,
  formats: () => ({ minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  isZeroSum: true,
  usesWeight: true,
  breaks: {
    'a better outcome never rates lower':
      'With three or more players of unequal minutes, equation 5 scales all changes by the minutes of the player who moves ' +
      'furthest. A better result can change who that is, or bring a short-lived loser to the cap, and so shrink the ' +
      "player's own gain. Between two players the cap never binds and the law holds.",
  },
  initial: ({ initialRating }) => ({ rating: initialRating }),

  rate: (match, states, settings) => rateAsBatch(batch, match, states, settings),
  batch,

  /** Equation 5. */
  adjustments: (line) => remainder(line, 'cap'),
  explain: (line, _, locale) => explainChange(line, remainder(line, 'cap'), locale, { words: WORDS }),

  rating: ({ rating }) => ({ value: rating, deviation: null, score: rating, isProvisional: false }),

  predict: chancesOf,

  restore: {
    needs: 'last',
    readsContributions: false,
    from: (lines) => ({ rating: lines.at(-1)!.after.value! }),
  },
});

export default rater;
