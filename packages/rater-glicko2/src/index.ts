import { type BatchForm, defineRater, rateAsBatch, shareOfPlayers } from '@openladder/rating';
import { grown } from './clock.js';
import { rateMatches } from './glicko2.js';
import { E, g, POINTS } from './scale.js';
import { checkSettings, type Glicko2Settings, schema } from './settings.js';
import { type Glicko2Skill, packedSkill } from './skill.js';

export type { Glicko2Settings, Timing } from './settings.js';
export type { Glicko2Skill, PeriodGames } from './skill.js';

const batch: BatchForm<Glicko2Settings, Glicko2Skill> = { ...packedSkill, hasDeviation: true, rate: rateMatches };

/** Glicko-2: a rating, how uncertain it is, and how erratic its player. */
export const rater = defineRater<Glicko2Settings, Glicko2Skill>({
  key: 'glicko2',
  version: '1.0.0',
  title: 'Glicko-2',
  summary:
    'Ratings that know how uncertain they are: newcomers move fast, established players slowly, and those whose results ' +
    'are erratic faster again. By rating periods, or in continuous time.',
  source: 'Mark E. Glickman, "Example of the Glicko-2 system", 2013',
  settings: schema,
  checkSettings,
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

  rating: ({ rating, deviation }, { provisionalDeviation }) => ({
    value: rating,
    deviation,
    score: rating,
    isProvisional: deviation > provisionalDeviation,
  }),

  /** E with the uncertainty of both, as Glickman's Glicko has it for the outcome of a game to come. */
  predict: (sides) => shareOfPlayers(sides, chance),
});

function chance(own: Glicko2Skill, other: Glicko2Skill): number {
  const variance = (own.deviation ** 2 + other.deviation ** 2) / POINTS ** 2;
  return E((own.rating - other.rating) / POINTS, g(variance));
}

export default rater;
