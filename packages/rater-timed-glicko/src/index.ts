import { type BatchForm, defineRater, rateAsBatch, shareOfPlayers } from '@openladder/rating';
import { clockReset, grown, type TimedSkill } from './clock.js';
import { winProbability } from './curve.js';
import { displayGlixare, glixare } from './glixare.js';
import { packedSkill } from './packed-skill.js';
import { checkSettings, schema, type TimedGlickoSettings } from './settings.js';
import { rateMatches } from './timed-glicko.js';

export type { TimedSkill } from './clock.js';
export { type Skill, winProbability } from './curve.js';
export { displayGlixare, glixare } from './glixare.js';
export type { Weighting } from './merit.js';
export type { Multiplayer, TimedGlickoSettings } from './settings.js';

const PERVERSE =
  'Upsets count for less, so where deservedOutcomeProbability is below 0.9 (quadratic weighting) or below 5/6 (linear) a ' +
  'draw against a much stronger player gains more than a win, and below 5/6 or 3/4 a win can even lose points. The law ' +
  'holds from 0.9 on, the default, and without weighting.';

const batch: BatchForm<TimedGlickoSettings, TimedSkill> = { ...packedSkill, hasDeviation: true, rate: rateMatches };

/** Timed Glicko: Glicko whose deviations grow with the time that passed, and whose upsets count for less. */
export const rater = defineRater<TimedGlickoSettings, TimedSkill>({
  key: 'timed-glicko',
  version: '2.1.0',
  title: 'Timed Glicko',
  summary:
    'Glicko for games with luck in them: a rating grows uncertain with the days its player is away, and surprising ' +
    'results count for less. Boards show the chance of beating a new player.',
  source: '"Timed Glicko Rating" (TGR), which extends the Glicko system of Mark E. Glickman',
  settings: schema,
  checkSettings,
  formats: ({ multiplayer }) =>
    multiplayer === 'pairwise'
      ? { minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }
      : { minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 },
  breaks: {
    'a better outcome never rates lower': PERVERSE,
    'a better outcome never rates lower in a duel': PERVERSE,
  },
  initial: ({ initialRating, initialDeviation }) => ({
    rating: initialRating,
    deviation: initialDeviation,
    ratedAt: null,
  }),

  rate: (match, states, settings) => rateAsBatch(batch, match, states, settings),
  batch,
  idle: grown,
  waited: clockReset,

  rating: ({ rating, deviation }, { provisionalDeviation }) => ({
    value: rating,
    deviation,
    score: glixare(rating, deviation),
    isProvisional: deviation > provisionalDeviation,
  }),

  display: ({ rating, deviation }, { provisionalDeviation }) =>
    deviation > provisionalDeviation ? 'provisional' : displayGlixare(rating, deviation),

  /** WinProb; between teams, its mean logit over the pairs of their players. */
  predict: (sides) => shareOfPlayers(sides, winProbability),

  restore: {
    needs: 'last',
    readsContributions: false,
    from(lines) {
      const { after, playedAt } = lines.at(-1)!;
      return { rating: after.value!, deviation: after.deviation!, ratedAt: playedAt };
    },
  },
});

export default rater;
