import {
  type ChangeLine,
  type Contribution,
  defineRater,
  expectedScore,
  explainWhole,
  type Language,
  languageOf,
  type Match,
  type PlayerId,
  pairwiseResults,
  type Rated,
  sideMerits,
  withoutGuests,
} from '@openladder/rating';
import { chancesOf, evidenceOf } from './plackett-luce.js';
import { type PlackettLuceSettings, presets, schema } from './settings.js';

export type { PlackettLuceSettings } from './settings.js';

/** The estimate of a player. */
export interface PlackettLuceState {
  /** Points. */
  readonly rating: number;
  /** Points: one standard deviation. */
  readonly deviation: number;
  /** The time of the deviation, in milliseconds since 1970; null for a player who was never rated. */
  readonly at: number | null;
}

/** Points that multiply the odds by e, as in Elo. */
const SCALE = 400 / Math.LN10;
const DAY = 86_400_000;

/** Plackett-Luce: log strengths that follow the gradient of a race's evidence, the faster the less certain they are. */
export const rater = defineRater<PlackettLuceSettings, PlackettLuceState>({
  key: 'plackett-luce',
  version: '2.1.0',
  title: 'Plackett-Luce',
  summary:
    'For races and free-for-alls: a rating is a strength that says how often a player is first of any field. First places count most, ' +
    'drop-outs little, and ratings know how uncertain they are.',
  source: 'R. D. Luce, Individual Choice Behavior, 1959; R. L. Plackett, The analysis of permutations, 1975',
  settings: schema,
  presets,
  usesWeight: true,
  formats: () => ({ minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  breaks: {
    'a better outcome never rates lower':
      'A side is compared with those who were left when it got its place. Sole fourth of five it loses to three; if it shares a better place, it ' +
      'shares in what the others there lose, and who shares the last place counts as a drop-out, which is mostly luck. In duels the law holds.',
  },
  initial: ({ initialRating, initialDeviation }) => ({ rating: initialRating, deviation: initialDeviation, at: null }),
  rate,
  idle: grown,
  explain: (line, { dropOutLuck }, locale) => {
    const sentences = explainWhole(line, locale);
    return dropOutLuck > 0 && hasDroppedOut(line) ? `${sentences} ${DROPPED_OUT[languageOf(locale)]}` : sentences;
  },
  rating: ({ rating, deviation }, { provisionalDeviation }) => ({
    value: rating,
    deviation,
    score: rating,
    isProvisional: deviation > provisionalDeviation,
  }),
  predict: (sides) => chancesOf(probableStrengths(sides)),
  restore: {
    needs: 'last',
    readsContributions: false,
    from(lines) {
      const { after, playedAt } = lines.at(-1)!;
      return { rating: after.value!, deviation: after.deviation!, at: playedAt };
    },
  },
});

const DROPPED_OUT: Readonly<Record<Language, string>> = {
  en: 'Sharing the last place counts as dropping out, which is mostly luck.',
  de: 'Ein geteilter letzter Platz zählt als Ausfall, und der ist meist Pech.',
  fr: 'Partager la dernière place compte comme un abandon, qui relève surtout de la malchance.',
};

/** Whether a player shared the last place with others behind the rest. */
function hasDroppedOut({ contributions }: ChangeLine): boolean {
  const has = (result: number) => contributions.some(({ actual }) => actual === result);
  return has(0) && has(0.5) && !has(1);
}

/**
 * Luck is independent between players, so a team's lead over the mean of all players in the match is the sum of its players' leads divided by
 * the root of their number. Ratings grow, so a lead over a newcomer would make larger teams stronger from year to year.
 */
function strengthsOf(sides: readonly (readonly PlackettLuceState[])[]): number[] {
  let [sum, players] = [0, 0];
  for (const side of sides) {
    for (const { rating } of side) sum += rating;
    players += side.length;
  }
  const level = sum / players;
  return sides.map((side) => {
    const lead = side.reduce((total, { rating }) => total + (rating - level), 0);
    return lead / (SCALE * Math.sqrt(side.length));
  });
}

/**
 * Strengths with leads that shrink with their uncertainty: by D. J. C. MacKay's factor for the mean of a chance over all strengths that the
 * deviations allow (The evidence framework applied to classification networks, 1992). The lead of one of two sides has the variance of both. In
 * larger fields each lead over the mean shrinks by a part of its own variance, less in larger ones: that predicts better, and is our choice.
 */
function probableStrengths(sides: readonly (readonly PlackettLuceState[])[]): readonly number[] {
  const strengths = strengthsOf(sides);
  const variances = sides.map((players) => meanOf(players.map(({ deviation }) => (deviation / SCALE) ** 2)));
  const mean = meanOf(strengths);
  return strengths.map((strength, side) => {
    const variance = sides.length === 2 ? variances[0]! + variances[1]! : (4 / sides.length) * variances[side]!;
    return mean + (strength - mean) / Math.sqrt(1 + (Math.PI * variance) / 8);
  });
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The state at a later time: the variance grows evenly, up to that of a newcomer. */
function grown(state: PlackettLuceState, until: number, settings: PlackettLuceSettings): PlackettLuceState {
  const { rating, deviation, at } = state;
  if (at === null || until <= at) return state;
  const variance = deviation ** 2 + (settings.deviationGrowth ** 2 * (until - at)) / DAY;
  const most = Math.max(deviation, settings.initialDeviation);
  return { rating, deviation: Math.min(Math.sqrt(variance), most), at: until };
}

/** Each player moves by the gradient of their side's place, times their variance after the match: a Newton step from the previous estimate. */
function rate(
  match: Match,
  states: ReadonlyMap<PlayerId, PlackettLuceState>,
  settings: PlackettLuceSettings,
): Map<PlayerId, Rated<PlackettLuceState>> {
  const contest = withoutGuests(match);
  const players = contest.sides.map(({ participants }) => participants.map(({ player }) => player));
  const sides = players.map((side) => side.map((player) => grown(states.get(player)!, match.playedAt, settings)));
  const strengths = strengthsOf(sides);
  const merits = sideMerits(contest)!;
  const evidence = evidenceOf(
    strengths.map((strength, side) => ({ strength, merit: merits[side]! })),
    settings,
  );
  const results = pairwiseResults(contest);
  const weight = match.weight ?? 1;

  const rated = new Map<PlayerId, Rated<PlackettLuceState>>();
  for (const [own, side] of players.entries()) {
    const { gradient, information } = evidence[own]!;
    const share = 1 / Math.sqrt(side.length);
    const opponents = players.flatMap((others, other) => {
      if (other === own) return [];
      const expected = expectedScore(strengths[own]! - strengths[other]!, 1);
      return others.map((opponent) => ({ opponent, expected, actual: results[own]![other]! }));
    });
    for (const [index, player] of side.entries()) {
      const { rating, deviation, at } = sides[own]![index]!;
      const variance = 1 / ((SCALE / deviation) ** 2 + weight * share ** 2 * information);
      const after = rating + SCALE * variance * weight * share * gradient;
      const part = (after - rating) / opponents.length;
      const contributions = opponents.map(
        ({ opponent, expected, actual }): Contribution => ({
          opponent,
          opponentValue: states.get(opponent)!.rating,
          expected,
          actual,
          weight: 1 / opponents.length,
          delta: part,
        }),
      );
      const state = {
        rating: after,
        deviation: SCALE * Math.sqrt(variance),
        at: Math.max(at ?? match.playedAt, match.playedAt),
      };
      rated.set(player, { state, contributions });
    }
  }
  return rated;
}

export default rater;
