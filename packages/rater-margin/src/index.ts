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

/** Strengths that follow score differences, the faster the less certain they are. */
export const rater = defineRater<MarginSettings, MarginState>({
  key: 'margin',
  version: '1.3.0',
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
    const margin = marginIn(line);
    return margin === null ? sentence : `${sentence} ${MARGINS[languageOf(locale)][margin]}`;
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

/** How a margin was beside the expected one. */
type Margin = 'more' | 'less' | 'expected';

const MARGINS: Readonly<Record<Language, Readonly<Record<Margin, string>>>> = {
  en: {
    more: 'The margin counts: it was more than expected.',
    less: 'The margin counts: it was less than expected.',
    expected: 'The margin counts: it was as expected.',
  },
  de: {
    more: 'Die Höhe zählt: Sie war größer als erwartet.',
    less: 'Die Höhe zählt: Sie war geringer als erwartet.',
    expected: 'Die Höhe zählt: Sie war wie erwartet.',
  },
  fr: {
    more: 'L’écart compte\u00a0: il était plus grand que prévu.',
    less: 'L’écart compte\u00a0: il était moindre que prévu.',
    expected: 'L’écart compte\u00a0: il était comme prévu.',
  },
};

/** A surprise of fewer deviations of luck is none. */
const LEAST_SURPRISE = 0.01;
/** What rounding leaves of the difference between a change and what the result alone is worth, as a part of them. */
const ROUNDING = 1e-9;

/**
 * What the margin was, seen by the winner; in a draw it was none, which is less than anything expected. Null: no margin is known, and the change is
 * what the result alone is worth.
 */
function marginIn({ contributions: [first] }: ChangeLine): Margin | null {
  if (first === undefined || first.delta === null || first.weight === 0) return null;
  const { actual, expected, weight, delta } = first;
  if (Math.abs(delta - weight * (actual - expected)) <= ROUNDING * weight) return null;
  const surprise = actual === 0.5 ? -Math.abs(delta / weight) : ((2 * actual - 1) * delta) / weight;
  if (Math.abs(surprise) < LEAST_SURPRISE) return 'expected';
  return surprise > 0 ? 'more' : 'less';
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
