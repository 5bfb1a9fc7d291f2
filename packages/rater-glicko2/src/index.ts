import {
  type BatchForm,
  type Belief,
  beliefsWithinField,
  defineRater,
  explainChange,
  type LikelySpread,
  type ReasonWords,
  rateAsBatch,
  remainder,
  shareOfPlayers,
  teamDecisiveness,
  winningInRaces,
} from '@openladder/rating';
import { grown } from './clock.js';
import { rateMatches } from './glicko2.js';
import { fromLine, memory } from './memory.js';
import { E, g, POINTS } from './scale.js';
import { checkSettings, type Glicko2Settings, presets, schema } from './settings.js';
import { type Glicko2Skill, packedSkill } from './skill.js';

export type { Glicko2Settings, Timing } from './settings.js';
export type { Glicko2Skill, PeriodGames } from './skill.js';

const batch: BatchForm<Glicko2Settings, Glicko2Skill> = { ...packedSkill, hasDeviation: true, rate: rateMatches };

const WORDS: ReasonWords = {
  period: {
    en: 'counting earlier games of the rating period again',
    de: 'die neue Wertung früherer Spiele der Wertungsperiode',
    fr: 'la nouvelle cote des matchs précédents de la période',
  },
};

/** Glicko-2: a rating, its uncertainty, and its player's volatility. */
export const rater = defineRater<Glicko2Settings, Glicko2Skill>({
  key: 'glicko2',
  version: '1.4.0',
  title: 'Glicko-2',
  summary:
    'Ratings that know how uncertain they are: newcomers move fast, established players slowly, and players with erratic ' +
    'results faster again. By rating periods, or in continuous time.',
  source: 'Mark E. Glickman, "Example of the Glicko-2 system", 2013',
  settings: schema,
  checkSettings,
  presets,
  usesWeight: true,
  formats: ({ multiplayer }) =>
    multiplayer === 'pairwise'
      ? { minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }
      : { minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 },
  initial: ({ initialRating, initialDeviation, initialVolatility }) => ({
    rating: initialRating,
    deviation: initialDeviation,
    volatility: initialVolatility,
    at: null,
    games: null,
  }),

  rate: (match, states, settings) => rateAsBatch(batch, match, states, settings),
  batch,
  idle: grown,

  /** Each game of a rating period changes the effect of the earlier ones. */
  adjustments: (line) => remainder(line, 'period'),
  explain: (line, _, locale) => explainChange(line, remainder(line, 'period'), locale, { words: WORDS }),

  rating: ({ rating, deviation }, { provisionalDeviation }) => ({
    value: rating,
    deviation,
    score: rating,
    isProvisional: deviation > provisionalDeviation,
  }),

  restore: {
    needs: 'last',
    readsContributions: false,
    memory,
    from: (lines, settings) => fromLine(lines.at(-1)!, settings),
  },

  /**
   * E with the uncertainty of both sides, as in Glickman's Glicko for the outcome of a future game. The first deviation of a newcomer is
   * greater than the differences between players, so beyond duels the field itself shows how far its players are apart.
   */
  predict(sides) {
    const isDuel = sides.length === 2 && sides.every(({ length }) => length === 1);
    const beliefs = isDuel ? sides : beliefsWithinField(sides, LIKELY_SPREAD);
    const teams = beliefs.map((side) => [sideAsOne(side)]);
    return shareOfPlayers(teams, teamChance, undefined, winningInRaces(sides.length));
  },
});

/** Between the spreads of simulated and real races; a smaller one fails on real ones, a larger one gives few games too much weight. */
const LIKELY_SPREAD: LikelySpread = { points: 2 * POINTS, players: 4 };

/** A side as the mean of its players, in units of the scale. */
interface Team {
  readonly size: number;
  readonly mu: number;
  /** The sum of phi^2. */
  readonly variance: number;
}

function sideAsOne(side: readonly Belief[]): Team {
  let [sum, variance] = [0, 0];
  for (const { rating, deviation } of side) {
    sum += rating / POINTS;
    variance += (deviation / POINTS) ** 2;
  }
  return { size: side.length, mu: sum / side.length, variance };
}

function teamChance(own: Team, other: Team): number {
  const decisiveness = teamDecisiveness(own.size, other.size);
  const variance = own.variance / own.size ** 2 + other.variance / other.size ** 2;
  return E(decisiveness * (own.mu - other.mu), g(decisiveness ** 2 * variance));
}

export default rater;
