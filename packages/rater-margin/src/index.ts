import {
  type BatchForm,
  type ChangeLine,
  defineRater,
  explainChange,
  type Language,
  languageOf,
  type Outlook,
  type ReasonWords,
  rateAsBatch,
  remainder,
} from '@openladder/rating';
import { expectationOf, knowledgeOf, rateMatches, sideOf } from './filter.js';
import { type MarginSettings, presets, schema } from './settings.js';
import { fromLine, grown, type MarginState, memory, newcomer, packedState, WIDTH } from './state.js';

export type { MarginSettings } from './settings.js';
export type { MarginState } from './state.js';

const batch: BatchForm<MarginSettings, MarginState> = { ...packedState, hasDeviation: true, rate: rateMatches };

const WORDS: ReasonWords = {
  time: {
    en: 'the time since the last match',
    de: 'die Zeit seit dem letzten Spiel',
    fr: 'le temps depuis le dernier match',
  },
};

/** Strengths that follow score differences, by their uncertainty. */
export const rater = defineRater<MarginSettings, MarginState>({
  key: 'margin',
  version: '1.1.0',
  title: 'Margin',
  summary:
    'For duels and teams with scores: by how much a side wins counts, against what was expected. It learns by itself how much luck is in ' +
    'a score and what playing at home is worth.',
  source: 'M. E. Glickman and H. S. Stern, A state-space model for National Football League scores, 1998',
  settings: schema,
  presets,
  usesWeight: true,
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  initial: newcomer,
  rate: (match, states, settings) => rateAsBatch(batch, match, states, settings),
  batch,
  idle: grown,
  /** Strengths return to the mean with time. */
  adjustments: (line) => remainder(line, 'time'),
  explain: (line, _, locale) => {
    const sentence = explainChange(line, remainder(line, 'time'), locale, { words: WORDS });
    return wasLess(line) ? `${sentence} ${SMALL_MARGIN[languageOf(locale)]}` : sentence;
  },
  rating: ({ rating, deviation }, { provisionalDeviation }) => ({
    value: rating,
    deviation,
    score: rating,
    isProvisional: deviation > provisionalDeviation,
  }),
  restore: { needs: 'last', readsContributions: false, memory, from: (lines) => fromLine(lines.at(-1)!) },
  predict: chancesOf,
});

const SMALL_MARGIN: Readonly<Record<Language, string>> = {
  en: 'The margin counts: it was less than expected.',
  de: 'Die Höhe zählt: Sie war geringer als erwartet.',
  fr: 'L’écart compte\u00a0: il était moindre que prévu.',
};

/** Whether a win cost points because it was narrow, or a defeat earned some. */
function wasLess({ contributions }: ChangeLine): boolean {
  const [first] = contributions;
  if (first === undefined || first.actual === 0.5) return false;
  const gained = contributions.reduce((sum, { delta }) => sum + (delta ?? 0), 0);
  return (first.actual === 1 && gained < 0) || (first.actual === 0 && gained > 0);
}

function chancesOf(
  sides: readonly (readonly MarginState[])[],
  settings: MarginSettings,
  { roles }: Outlook = {},
): number[] {
  const players = sides.flat();
  const numbers = new Float64Array(WIDTH * players.length);
  for (const [place, state] of players.entries()) packedState.pack(state, numbers, WIDTH * place);
  const places = Int32Array.from(players.keys());
  const middle = sides[0]!.length;
  const { chance } = expectationOf(
    sideOf(places, 0, middle, numbers, settings),
    sideOf(places, middle, places.length, numbers, settings),
    [roles?.[0], roles?.[1]],
    knowledgeOf(places, 0, places.length, numbers),
  );
  return [chance, 1 - chance];
}

export default rater;
