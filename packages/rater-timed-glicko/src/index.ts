import {
  type BatchForm,
  type Belief,
  beliefsWithinField,
  boardSentence,
  type ChangeLine,
  defineRater,
  explainChange,
  type Language,
  languageOf,
  type ReasonWords,
  rateAsBatch,
  remainder,
  repetitionOfPairs,
  shareOfPlayers,
  teamDecisiveness,
  winningInRaces,
} from '@openladder/rating';
import { checkSettings, presets, schema, type TimedGlickoSettings } from './settings.js';
import {
  clockReset,
  countsUpsetsInFull,
  displayGlixare,
  glixare,
  grown,
  packedSkill,
  rateMatches,
  SCALE,
  type TimedSkill,
  winProbability,
} from './timed-glicko.js';

export type { Multiplayer, TimedGlickoSettings, Weighting } from './settings.js';
export { displayGlixare, glixare, type Skill, type TimedSkill, winProbability } from './timed-glicko.js';

const PERVERSE =
  'Upsets count for less, so where deservedOutcomeProbability is below 0.9 (quadratic weighting) or below 5/6 (linear) a ' +
  'draw against a much stronger player gains more than a win, and below 5/6 or 3/4 a win can even lose points. The law ' +
  'holds from 0.9 on, the default, and without weighting.';

const WORDS: ReasonWords = { luck: { en: 'the luck discount', de: 'der Abzug für Glück', fr: 'la part de la chance' } };

/** Square points: the error of a rating because upsets count for less, beyond the deviation. As measured in simulated races. */
const MERIT_ERROR = 0.1 * SCALE ** 2;
/** The remaining part of a lead in a race for the same reason. */
const MERIT_PART = 0.9;

const batch: BatchForm<TimedGlickoSettings, TimedSkill> = { ...packedSkill, hasDeviation: true, rate: rateMatches };

/** Timed Glicko: Glicko whose deviations grow with elapsed time, and whose upsets count for less. */
export const rater = defineRater<TimedGlickoSettings, TimedSkill>({
  key: 'timed-glicko',
  version: '2.6.0',
  title: 'Timed Glicko',
  summary:
    'Glicko for games with luck in them: a rating becomes less certain while its player is away, and surprising ' +
    'results count less. Boards show the chance of beating a new player.',
  source: '"Timed Glicko Rating" (TGR), which extends the Glicko system of Mark E. Glickman',
  settings: schema,
  checkSettings,
  presets,
  formats: ({ multiplayer }) =>
    multiplayer === 'pairwise'
      ? { minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }
      : { minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 },
  usesWeight: true,
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

  /** 1 - (2 PMERIT - 1) of each result. */
  adjustments: (line) => remainder(line, 'luck'),
  explain: (line, settings, locale) =>
    explainChange(line, remainder(line, 'luck'), locale, { words: WORDS }) + onBoard(line, settings, locale),

  rating: ({ rating, deviation }, { provisionalDeviation }) => ({
    value: rating,
    deviation,
    score: glixare(rating, deviation),
    isProvisional: deviation > provisionalDeviation,
  }),

  display: ({ rating, deviation }, { provisionalDeviation }) =>
    deviation > provisionalDeviation ? 'provisional' : displayGlixare(rating, deviation),

  /**
   * WinProb; between teams, its mean logit over the pairs of their players. Of more than two sides, whose pairs were rated as duels of their
   * own, with what those tell in truth. In a deviation that grows with time as fast as matches shrink it, half comes from time, so only the
   * other half is told too often. Without weighting each pair has counted as what it tells, so beliefs need no correction, and teams are compared as those of
   * players with luck of their own.
   */
  predict(sides, settings) {
    if (countsUpsetsInFull(settings)) {
      return shareOfPlayers(sides, winProbability, teamDecisiveness, winningInRaces(sides.length));
    }
    if (sides.length === 2) return shareOfPlayers(sides, winProbability);
    const times = (1 + repetitionOfPairs(sides.length)) / 2;
    const measured = sides.map((side) =>
      side.map(({ rating, deviation }) => ({ rating, deviation: Math.sqrt(times * deviation ** 2 + MERIT_ERROR) })),
    );
    const beliefs = beliefsWithinField(measured, { points: 1.25 * SCALE, players: 3 });
    return shareOfPlayers(beliefs, raceProbability, undefined, winningInRaces(sides.length));
  },

  restore: {
    needs: 'last',
    readsContributions: false,
    from(lines) {
      const { after, playedAt } = lines.at(-1)!;
      return { rating: after.value!, deviation: after.deviation!, ratedAt: playedAt };
    },
  },
});

interface BoardWords {
  readonly provisional: string;
  readonly percent: (text: string) => string;
}

const withComma = (text: string) => text.replace('.', ',').replace('%', '\u00a0%');

const BOARD_WORDS: Readonly<Record<Language, BoardWords>> = {
  en: { provisional: 'provisional', percent: (text) => text },
  de: { provisional: 'vorläufig', percent: withComma },
  fr: { provisional: 'provisoire', percent: withComma },
};

/** A sentence on the board's value, which is a percentage. */
function onBoard({ before, after }: ChangeLine, { provisionalDeviation }: TimedGlickoSettings, locale: string): string {
  const words = BOARD_WORDS[languageOf(locale)];
  const shown = ({ value, deviation }: ChangeLine['after']) =>
    deviation! > provisionalDeviation ? words.provisional : words.percent(displayGlixare(value!, deviation!));
  const [was, is] = [shown(before), shown(after)];
  return ` ${boardSentence(is, was === is ? null : was, locale)}`;
}

function raceProbability(own: Belief, other: Belief): number {
  const part = ({ rating, deviation }: Belief): Belief => ({ rating: MERIT_PART * rating, deviation });
  return winProbability(part(own), part(other));
}

export default rater;
