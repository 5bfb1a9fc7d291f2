import {
  type BatchForm,
  type ChangeLine,
  defineRater,
  explainChange,
  type Language,
  languageOf,
  type ReasonWords,
  rateAsBatch,
  remainder,
} from '@openladder/rating';
import { chancesOf, type EloState } from './chances.js';
import { rateMatches, WIDTH } from './elo.js';
import { checkSettings, type EloSettings, presets, schema } from './settings.js';

export type { EloState } from './chances.js';
export type { EloSettings, MarginOfVictory } from './settings.js';

const batch: BatchForm<EloSettings, EloState> = {
  width: WIDTH,
  hasDeviation: false,
  pack({ rating, played }, numbers, at) {
    numbers[at] = rating;
    numbers[at + 1] = played;
  },
  unpack: (numbers, at) => ({ rating: numbers[at]!, played: numbers[at + 1]! }),
  rate: rateMatches,
};

const WORDS: ReasonWords = { floor: { en: 'the floor', de: 'die Untergrenze', fr: 'le plancher' } };

/** Elo: points for results that are better than expected. */
export const rater = defineRater<EloSettings, EloState>({
  key: 'elo',
  version: '1.3.0',
  title: 'Elo',
  summary:
    'The classic, for duels, teams and free-for-alls: players who do better than expected gain points, at most K. With ' +
    'another K for newcomers, a floor, and margins of victory.',
  source:
    'Arpad Elo, The Rating of Chessplayers, Past and Present, 1978; margins: World Football Elo Ratings, FiveThirtyEight',
  settings: schema,
  checkSettings,
  presets,
  usesWeight: true,
  matchesForRank: ({ newcomerMatches }) => Math.max(1, newcomerMatches),
  formats: () => ({ minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  initial: ({ initialRating }) => ({ rating: initialRating, played: 0 }),

  rate: (match, states, settings) => rateAsBatch(batch, match, states, settings),
  batch,

  adjustments: (line) => remainder(line, 'floor'),
  explain: (line, settings, locale) =>
    explainChange(line, remainder(line, 'floor'), locale, { words: WORDS }) + otherK(line, settings, locale),

  rating: ({ rating, played }, { newcomerMatches }) => ({
    value: rating,
    deviation: null,
    score: rating,
    isProvisional: played < newcomerMatches,
  }),

  predict: chancesOf,

  restore: {
    needs: 'count',
    readsContributions: false,
    from(lines) {
      const { after, number = lines.length } = lines.at(-1)!;
      return { rating: after.value!, played: number };
    },
  },
});

interface KWords {
  readonly counted: (counted: string, usual: string, readsMargins: boolean) => string;
  readonly newcomers: (newcomers: string) => string;
}

const K_WORDS: Readonly<Record<Language, KWords>> = {
  en: {
    counted: (counted, usual, readsMargins) =>
      ` By ${readsMargins ? 'margin and weight' : 'its weight'}, the match counted with a K of ${counted} instead of ${usual}.`,
    newcomers: (newcomers) => `, or ${newcomers} for newcomers`,
  },
  de: {
    counted: (counted, usual, readsMargins) =>
      ` Nach ${readsMargins ? 'Höhe und Gewicht' : 'seinem Gewicht'} zählte das Spiel mit einem K von ${counted} statt ${usual}.`,
    newcomers: (newcomers) => `, bei Neulingen ${newcomers}`,
  },
  fr: {
    counted: (counted, usual, readsMargins) =>
      ` Selon ${readsMargins ? 'l’écart et le poids' : 'son poids'}, le match a compté avec un K de ${counted} au lieu de ${usual}.`,
    newcomers: (newcomers) => `, ou ${newcomers} pour les nouveaux`,
  },
};

/**
 * A sentence on the K of the match, if it differed from the league's: the contributions together have this weight. A line does not show
 * whether its player was a newcomer, so the K of newcomers is named as well.
 */
function otherK({ contributions }: ChangeLine, settings: EloSettings, locale: string): string {
  const { k, newcomerK, newcomerMatches, marginOfVictory } = settings;
  const own = contributions.reduce((sum, { weight }) => sum + weight, 0);
  const isAsUsual = (usual: number) => Math.abs(own - usual) < 0.05;
  const hasOtherK = newcomerMatches > 0 && newcomerK !== k;
  if (contributions.length === 0 || isAsUsual(k) || (hasOtherK && isAsUsual(newcomerK))) return '';
  const language = languageOf(locale);
  const words = K_WORDS[language];
  const shown = (value: number) => String(Number(value.toFixed(1))).replace('.', language === 'en' ? '.' : ',');
  const usual = shown(k) + (hasOtherK ? words.newcomers(shown(newcomerK)) : '');
  return words.counted(shown(own), usual, marginOfVictory !== 'none');
}

export default rater;
