import { adjustmentsOf } from './adjustments.js';
import type { Adjustment, ChangeLine, Contribution, Rater } from './rater.js';

/** The languages that raters explain in: those of `PHRASES`. */
export type Language = 'en' | 'de' | 'fr';

/** The name of an adjustment, as the subject of a sentence: `the cap`, `die Obergrenze`. By reason and language; without one, its reason. */
export type ReasonWords = Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>>;

export interface ExplanationOptions {
  readonly words?: ReasonWords;
  /** Decimals of all points; 1 if omitted. */
  readonly digits?: number;
}

/** The best supported language for a BCP 47 tag: English if there is none. */
export function languageOf(locale: string): Language {
  const [language = ''] = locale.toLowerCase().split('-', 1);
  return Object.hasOwn(PHRASES, language) ? (language as Language) : 'en';
}

/** How a side dropped out of a match. */
export type Ending = 'DID_NOT_FINISH' | 'DISQUALIFIED';

/**
 * The rater's own explanation of a change, or else that of `explainChange`; before it, how the side dropped out of the match, and after it
 * the weight of the match, if that counts.
 * @param weight of the match; 1 if it has none
 * @param ending of the player's side; null if it finished
 */
export function explanationOf<Settings, State>(
  rater: Pick<Rater<Settings, State>, 'adjustments' | 'explain' | 'usesWeight'>,
  line: ChangeLine,
  settings: Settings,
  locale: string,
  weight = 1,
  ending: Ending | null = null,
): string {
  const change =
    rater.explain?.(line, settings, locale) ?? explainChange(line, adjustmentsOf(rater, line, settings), locale);
  const language = languageOf(locale);
  const phrases = PHRASES[language];
  const sentences = ending ? `${phrases.endings[ending]} ${change}` : change;
  if (weight === 1 || !rater.usesWeight) return sentences;
  return `${sentences} ${phrases.weight(inLanguage(String(rounded(weight, 2)), language))}`;
}

/** A sentence on the board's value, for raters whose boards show another value. @param was null: the same */
export function boardSentence(is: string, was: string | null, locale: string): string {
  return PHRASES[languageOf(locale)].board(is, was);
}

/**
 * The result, the expectation, the points for it, other causes, and the new rating, in short sentences for raters without
 * their own words. The points add up as they are shown.
 * @param locale a BCP 47 tag
 */
export function explainChange(
  line: ChangeLine,
  adjustments: readonly Adjustment[],
  locale: string,
  options: ExplanationOptions = {},
): string {
  return explainResult(resultOf(line.contributions, languageOf(locale), options), line, adjustments, locale, options);
}

/**
 * The same for raters that rate the result as a whole, and therefore attribute nothing to single opponents. A change by one opponent
 * is explained as by `explainChange`.
 */
export function explainWhole(line: ChangeLine, locale: string, options: ExplanationOptions = {}): string {
  const { contributions, after, delta } = line;
  if (contributions.length < 2 || after.value === null || delta === null)
    return explainChange(line, [], locale, options);
  const { whole, wholeCounts } = PHRASES[languageOf(locale)];
  const count = (result: number) => contributions.filter(({ actual }) => actual === result).length;
  return `${explainResult(whole(count(1), count(0.5), count(0)), line, [], locale, options)} ${wholeCounts}`;
}

function explainResult(
  result: string,
  line: ChangeLine,
  adjustments: readonly Adjustment[],
  locale: string,
  { words = {}, digits = 1 }: ExplanationOptions,
): string {
  const language = languageOf(locale);
  const phrases = PHRASES[language];
  const points = (value: number) => shown(value, digits, language);
  const signed = (value: number) => (value > 0 ? `+${points(value)}` : points(value));
  const { value, deviation } = line.after;
  if (value === null) return `${result}. ${phrases.unknown}`;
  const rating = deviation === null ? points(value) : `${points(value)} ± ${points(deviation)}`;
  if (line.delta === null) return `${result}. ${phrases.first(rating)}`;

  const delta = rounded(line.delta, digits);
  const visible = adjustments
    .map((adjustment) => ({ reason: adjustment.reason, points: rounded(adjustment.points, digits) }))
    .filter((adjustment) => adjustment.points !== 0);
  const total = delta === 0 ? phrases.unchanged(rating) : phrases.changed(signed(delta), rating);
  if (visible.length === 0) return `${result}${phrases.colon}${total}.`;

  const adjusted = visible.reduce((sum, adjustment) => sum + adjustment.points, 0);
  const earned = rounded(delta - adjusted, digits);
  const causes = visible.map((adjustment) => {
    const subject = words[adjustment.reason]?.[language] ?? phrases.otherReason(adjustment.reason);
    const isReturned =
      Math.sign(adjustment.points) === -Math.sign(earned) && Math.abs(adjustment.points) <= Math.abs(earned);
    const size = points(Math.abs(adjustment.points));
    return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${phrases.effect(size, adjustment.points, isReturned)}.`;
  });
  return `${result}${phrases.colon}${signed(earned)}. ${causes.join(' ')} ${phrases.total(total)}`;
}

interface Phrases {
  readonly decimalPoint: '.' | ',';
  readonly colon: string;
  /** How many opponents were beaten, tied with, and in front. */
  readonly whole: (beaten: number, tied: number, lost: number) => string;
  readonly wholeCounts: string;
  readonly endings: Readonly<Record<Ending, string>>;
  readonly results: Readonly<Record<'win' | 'draw' | 'loss', string>>;
  /** @param scored the score for the margin, if it differs from that of the result */
  readonly duel: (result: string, opponent: string | null, expected: string, scored: string | null) => string;
  readonly many: (score: string, opponents: number, expected: string, isClean: boolean) => string;
  /** For a change without opponents. */
  readonly match: string;
  readonly unknown: string;
  readonly first: (rating: string) => string;
  readonly changed: (points: string, rating: string) => string;
  readonly unchanged: (rating: string) => string;
  readonly otherReason: (reason: string) => string;
  /** @param isReturned whether the adjustment takes back a part of the points for the result */
  readonly effect: (points: string, sign: number, isReturned: boolean) => string;
  readonly total: (total: string) => string;
  readonly weight: (weight: string) => string;
  readonly board: (is: string, was: string | null) => string;
}

const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    decimalPoint: '.',
    colon: ': ',
    results: { win: 'Beat', draw: 'Drew with', loss: 'Lost to' },
    duel: (result, opponent, expected, scored) =>
      `${result} ${opponent === null ? 'an unrated opponent' : `an opponent rated ${opponent}`} (expected score ${expected}${scored === null ? '' : `, by the margin ${scored}`})`,
    many: (score, opponents, expected, isClean) =>
      `${isClean ? `Beat ${opponents === 2 ? 'both' : `all ${opponents}`} opponents` : `Scored ${score} against ${opponents} opponents`}, where ${expected} were expected`,
    whole: (beaten, tied, lost) => {
      const all = beaten + tied + lost;
      const result = { [beaten]: 'Beat', [tied]: 'Drew with', [lost]: 'Lost to' }[all];
      if (result) return `${result} ${all === 2 ? 'both' : `all ${all}`} opponents`;
      if (beaten === 0) return `Shared the last place with ${tied} of ${all} opponents`;
      return `Placed ahead of ${beaten} of ${all} opponents${tied === 0 ? '' : `, level with ${tied}`}`;
    },
    wholeCounts: 'The result as a whole counts, not each opponent.',
    endings: { DID_NOT_FINISH: 'Did not finish.', DISQUALIFIED: 'Was disqualified.' },
    match: 'Played a match',
    unknown: 'There is no rating yet.',
    first: (rating) => `The first rating is ${rating}.`,
    changed: (points, rating) => `${points}, to ${rating}`,
    unchanged: (rating) => `no change from ${rating}`,
    otherReason: (reason) => `the adjustment \u201c${reason}\u201d`,
    effect: (points, sign, isReturned) => {
      if (isReturned) return sign < 0 ? `took back ${points}` : `gave back ${points}`;
      return sign < 0 ? `took ${points}` : `added ${points}`;
    },
    total: (total) => `In total: ${total}.`,
    weight: (weight) => `The match counted with a weight of ${weight}.`,
    board: (is, was) => `On the board: ${is}${was === null ? '' : `, after ${was}`}.`,
  },
  de: {
    decimalPoint: ',',
    colon: ': ',
    results: { win: 'Sieg', draw: 'Unentschieden', loss: 'Niederlage' },
    duel: (result, opponent, expected, scored) =>
      `${result} gegen einen Gegner ${opponent === null ? 'ohne Wertung' : `mit Wertung ${opponent}`} (erwartete Punktzahl ${expected}${scored === null ? '' : `, nach der Höhe ${scored}`})`,
    many: (score, opponents, expected, isClean) =>
      `${isClean ? `${opponents === 2 ? 'Beide' : `Alle ${opponents}`} Gegner besiegt` : `${score} ${score === '1' ? 'Punkt' : 'Punkte'} gegen ${opponents} Gegner`} (erwartete Punktzahl ${expected})`,
    whole: (beaten, tied, lost) => {
      const all = beaten + tied + lost;
      const result = { [beaten]: 'Sieg', [tied]: 'Unentschieden', [lost]: 'Niederlage' }[all];
      if (result) return `${result} gegen ${all === 2 ? 'beide' : `alle ${all}`} Gegner`;
      if (beaten === 0) return `Geteilter letzter Platz mit ${tied} von ${all} Gegnern`;
      return `Vor ${beaten} von ${all} Gegnern${tied === 0 ? '' : `, gleichauf mit ${tied}`}`;
    },
    wholeCounts: 'Es zählt das Ergebnis im Ganzen, nicht jeder einzelne Gegner.',
    endings: { DID_NOT_FINISH: 'Ausgeschieden.', DISQUALIFIED: 'Disqualifiziert.' },
    match: 'Ein Spiel',
    unknown: 'Eine Wertung gibt es noch nicht.',
    first: (rating) => `Die erste Wertung ist ${rating}.`,
    changed: (points, rating) => `${points} auf ${rating}`,
    unchanged: (rating) => `unverändert ${rating}`,
    otherReason: (reason) => `die Anpassung \u201e${reason}\u201c`,
    effect: (points, sign, isReturned) => {
      if (isReturned) return sign < 0 ? `nahm ${points} zurück` : `gab ${points} zurück`;
      return sign < 0 ? `kostete ${points}` : `gab ${points} dazu`;
    },
    total: (total) => `Insgesamt: ${total}.`,
    weight: (weight) => `Das Spiel zählte mit dem Gewicht ${weight}.`,
    board: (is, was) => `Auf der Rangliste: ${is}${was === null ? '' : `, zuvor ${was}`}.`,
  },
  fr: {
    decimalPoint: ',',
    colon: '\u00a0: ',
    results: { win: 'Victoire', draw: 'Nul', loss: 'Défaite' },
    duel: (result, opponent, expected, scored) =>
      `${result} contre un adversaire ${opponent === null ? 'sans cote' : `coté ${opponent}`} (score attendu ${expected}${scored === null ? '' : `, selon l’écart ${scored}`})`,
    many: (score, opponents, expected, isClean) =>
      `${isClean ? `Victoire contre les ${opponents} adversaires` : `Score de ${score} contre ${opponents} adversaires`} (score attendu ${expected})`,
    whole: (beaten, tied, lost) => {
      const all = beaten + tied + lost;
      const result = { [beaten]: 'Victoire', [tied]: 'Nul', [lost]: 'Défaite' }[all];
      if (result) return `${result} contre les ${all} adversaires`;
      if (beaten === 0) return `Dernière place partagée avec ${tied} des ${all} adversaires`;
      return `Devant ${beaten} des ${all} adversaires${tied === 0 ? '' : `, à égalité avec ${tied}`}`;
    },
    wholeCounts: 'Le résultat d’ensemble compte, pas chaque adversaire.',
    endings: { DID_NOT_FINISH: 'Abandon.', DISQUALIFIED: 'Disqualification.' },
    match: 'Un match',
    unknown: 'Il n’y a pas encore de cote.',
    first: (rating) => `La première cote est ${rating}.`,
    changed: (points, rating) => `${points}, à ${rating}`,
    unchanged: (rating) => `toujours ${rating}`,
    otherReason: (reason) => `l’ajustement «\u00a0${reason}\u00a0»`,
    effect: (points, sign, isReturned) => {
      if (isReturned) return sign < 0 ? `a repris ${points}` : `a rendu ${points}`;
      return sign < 0 ? `a coûté ${points}` : `a ajouté ${points}`;
    },
    total: (total) => `Au total\u00a0: ${total}.`,
    weight: (weight) => `Le match a compté avec un poids de ${weight}.`,
    board: (is, was) => `Au classement\u00a0: ${is}${was === null ? '' : `, contre ${was} avant`}.`,
  },
};

function resultOf(
  contributions: readonly Contribution[],
  language: Language,
  { digits = 1 }: ExplanationOptions,
): string {
  const phrases = PHRASES[language];
  const [only, ...others] = contributions;
  if (!only) return phrases.match;
  const sum = (score: 'actual' | 'expected') => contributions.reduce((total, each) => total + each[score], 0);
  if (others.length > 0) {
    const score = shown(sum('actual'), Number.isInteger(sum('actual')) ? 0 : 1, language);
    const isClean = contributions.every(({ actual }) => actual === 1);
    return phrases.many(score, contributions.length, shown(sum('expected'), 1, language), isClean);
  }
  const result = only.actual === 0.5 ? 'draw' : only.actual > 0.5 ? 'win' : 'loss';
  const opponent = only.opponentValue === null ? null : shown(only.opponentValue, digits, language);
  const scored = [0, 0.5, 1].includes(only.actual) ? null : shownChance(only.actual, language);
  return phrases.duel(phrases.results[result], opponent, shownChance(only.expected, language), scored);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** No result is certain. */
function shownChance(expected: number, language: Language): string {
  if (expected > 0 && expected < 0.005) return `<${shown(0.01, 2, language)}`;
  if (expected < 1 && expected > 0.995) return `>${shown(0.99, 2, language)}`;
  return shown(expected, 2, language);
}

/** A number with this many decimals. It is the same on every machine, whatever its locale. */
function shown(value: number, digits: number, language: Language): string {
  const unsigned = inLanguage(Math.abs(value).toFixed(digits), language);
  return rounded(value, digits) < 0 ? `\u2212${unsigned}` : unsigned;
}

function inLanguage(figure: string, language: Language): string {
  return figure.replace('.', PHRASES[language].decimalPoint);
}
