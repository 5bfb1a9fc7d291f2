import { defineRater, expectedScore, ratedParticipants, shareOfPairs, withoutGuests } from '@openladder/rating';
import { pairResults } from './comparison.js';
import { schema, type ZoneStatsSettings } from './settings.js';
import { rateContest, sumOfDeltas } from './zonestats.js';

export type { Cap, Comparison, ZoneStatsSettings } from './settings.js';

export interface ZoneStatsState {
  /** Rating points. */
  readonly rating: number;
}

/** ZoneStats: everybody against everybody on the other sides, pair by pair, and all changes sum to 0. */
export const rater = defineRater<ZoneStatsSettings, ZoneStatsState>({
  key: 'zonestats',
  version: '1.0.0',
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
      'With three or more players of unequal minutes, equation 5 scales all changes by the minutes of whoever moves ' +
      'furthest. A better result can change who that is, or bring a short-lived loser to his cap, and so shrink the ' +
      "player's own gain. Between two players the cap never binds and the law holds.",
  },
  initial: ({ initialRating }) => ({ rating: initialRating }),

  rate(match, states, settings) {
    const contest = withoutGuests(match);
    const participants = ratedParticipants(contest);
    const minutes = participants.map(({ participant }) => participant.minutesPlayed ?? settings.maxGameLength);
    const contestants = participants.map(({ participant: { player }, side }, index) => ({
      player,
      side,
      rating: states.get(player)!.rating,
      minutes: minutes[index]!,
    }));
    const resultOfPair = pairResults(settings.comparison, contest, participants, minutes);
    const contributions = rateContest(contestants, resultOfPair, settings);
    return new Map(
      contestants.map(({ player, rating }, index) => {
        const own = contributions[index]!;
        return [player, { state: { rating: rating + sumOfDeltas(own) }, contributions: own }];
      }),
    );
  },

  rating: ({ rating }) => ({ value: rating, deviation: null, score: rating, isProvisional: false }),

  /** Between two sides the mean of equation 1 over the pairs of their players, the share of points they play for. */
  predict: (sides, { spread }) =>
    shareOfPairs(sides.length, (a, b) => {
      let sum = 0;
      for (const own of sides[a]!) {
        for (const other of sides[b]!) sum += expectedScore(own.rating - other.rating, spread);
      }
      return sum / (sides[a]!.length * sides[b]!.length);
    }),

  restore: {
    needs: 'last',
    from: (lines) => ({ rating: lines.at(-1)!.after.value! }),
  },
});

export default rater;
