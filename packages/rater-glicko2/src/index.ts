import {
  type BatchForm,
  type Belief,
  beliefsWithinField,
  defineRater,
  explainChange,
  type ReasonWords,
  rateAsBatch,
  remainder,
  repetitionOfPairs,
  shareOfPlayers,
  teamDecisiveness,
  winningInRaces,
  withoutRepetition,
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
  },
};

/** Glicko-2: a rating, how uncertain it is, and how erratic its player. */
export const rater = defineRater<Glicko2Settings, Glicko2Skill>({
  key: 'glicko2',
  version: '1.3.0',
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

  /** Each game of a rating period changes what the earlier ones of it are worth. */
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
   * E with the uncertainty of both, as Glickman's Glicko has it for the outcome of a game to come. Of teams and more than two sides,
   * whose pairs were rated as games of their own, with what those games tell in truth, and with the luck of all players of a team together.
   */
  predict(sides, { initialRating, initialDeviation }) {
    const players = sides.reduce((sum, { length }) => sum + length, 0);
    const timesOf = (side: readonly Belief[]) =>
      repetitionOfPairs(sides.length, (players - side.length) / (sides.length - 1));
    if (sides.length === 2) {
      const first = { rating: initialRating, deviation: initialDeviation };
      const beliefs = sides.map((side) => side.map((skill) => withoutRepetition(skill, first, timesOf(side))));
      return shareOfPlayers(beliefs, chance, teamDecisiveness);
    }
    const measured = sides.map((side) => side.map((skill) => repeated(skill, VOLATILE * timesOf(side))));
    const beliefs = beliefsWithinField(measured, { points: POINTS, players: 1 });
    return shareOfPlayers(beliefs, chance, teamDecisiveness, winningInRaces(sides.length));
  },
});

function chance(own: Belief, other: Belief): number {
  const variance = (own.deviation ** 2 + other.deviation ** 2) / POINTS ** 2;
  return E((own.rating - other.rating) / POINTS, g(variance));
}

/**
 * How much greater errors are in races than repeated games alone make them: surprises that come together make players volatile. As measured in
 * simulated races.
 */
const VOLATILE = 1.3;

/** A rating with its error if each game was counted that many times. */
function repeated({ rating, deviation }: Belief, times: number): Belief {
  return { rating, deviation: deviation * Math.sqrt(times) };
}

export default rater;
