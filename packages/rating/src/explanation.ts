import { adjustmentsOf } from './adjustments.js';
import type { Adjustment, ChangeLine, Contribution, Rater } from './rater.js';

/** The languages that raters explain in. */
export type Language = 'en' | 'de';

/** What an adjustment is called, as the subject of a sentence: `the cap`, `die Obergrenze`. By reason and language. */
export type ReasonWords = Readonly<Record<string, Readonly<Record<Language, string>>>>;

export interface ExplanationOptions {
  readonly words?: ReasonWords;
  /** Decimals of points; 1 if omitted. */
  readonly digits?: number;
}

/** The best of the languages that raters speak for a BCP 47 tag: English for all others. */
export function languageOf(locale: string): Language {
  return /^de\b/i.test(locale) ? 'de' : 'en';
}

/** The rater's own explanation of a change, or else that of `explainChange`. */
export function explanationOf<Settings, State>(
  rater: Pick<Rater<Settings, State>, 'adjustments' | 'explain'>,
  line: ChangeLine,
  settings: Settings,
  locale: string,
): string {
  return rater.explain?.(line, settings, locale) ?? explainChange(line, adjustmentsOf(rater, line, settings), locale);
}

/**
 * One sentence with the result, what was expected, what moved the rating and the new rating, for raters without words of their
 * own.
 * @param locale a BCP 47 tag
 */
export function explainChange(
  line: ChangeLine,
  adjustments: readonly Adjustment[],
  locale: string,
  { words = {}, digits = 1 }: ExplanationOptions = {},
): string {
  const language = languageOf(locale);
  const speech = SPEECH[language];
  const points = (value: number) => shown(value, digits, language);
  const result = resultOf(line.contributions, speech, points, language);
  const { value, deviation } = line.after;
  if (value === null) return speech.unknown(result);
  const rating = deviation === null ? points(value) : `${points(value)} ± ${points(deviation)}`;
  if (line.delta === null) return speech.first(result, rating);

  const change = { points: points(Math.abs(line.delta)), direction: directionOf(line.delta, digits) };
  const told = adjustments.filter((adjustment) => directionOf(adjustment.points, digits) !== 'none');
  if (told.length === 0) return speech.plain(result, change, rating);
  const brought = line.delta - told.reduce((sum, adjustment) => sum + adjustment.points, 0);
  const causes = told.map((adjustment) => {
    const subject = words[adjustment.reason]?.[language] ?? speech.otherReason(adjustment.reason);
    return speech.cause(subject, points(Math.abs(adjustment.points)), adjustment.points);
  });
  return speech.adjusted(result, points(Math.abs(brought)), brought, causes, change, rating);
}

type Direction = 'up' | 'down' | 'none';

interface Change {
  readonly points: string;
  readonly direction: Direction;
}

interface Speech {
  readonly results: Readonly<Record<'win' | 'draw' | 'loss', string>>;
  readonly duel: (result: string, opponent: string | null, expected: string) => string;
  readonly many: (score: string, opponents: number, expected: string) => string;
  /** For a change of which nothing else is known. */
  readonly match: string;
  readonly unknown: (result: string) => string;
  readonly first: (result: string, rating: string) => string;
  readonly plain: (result: string, change: Change, rating: string) => string;
  readonly otherReason: (reason: string) => string;
  readonly cause: (subject: string, points: string, sign: number) => string;
  readonly adjusted: (
    result: string,
    brought: string,
    sign: number,
    causes: readonly string[],
    change: Change,
    rating: string,
  ) => string;
}

const SPEECH: Readonly<Record<Language, Speech>> = {
  en: {
    results: { win: 'The win', draw: 'The draw', loss: 'The loss' },
    duel: (result, opponent, expected) =>
      `${result} against an ${opponent === null ? 'unrated opponent' : `opponent rated ${opponent}`} (expected score: ${expected})`,
    many: (score, opponents, expected) =>
      `The score of ${score} against ${opponents} ${opponents === 1 ? 'opponent' : 'opponents'} (expected: ${expected})`,
    match: 'The match',
    unknown: (result) => `${result} counts, but does not give a rating yet.`,
    first: (result, rating) => `${result} gave the first rating, ${rating}.`,
    plain: (result, { points, direction }, rating) =>
      direction === 'none'
        ? `${result} left the rating at ${rating}.`
        : `${result} ${direction === 'up' ? 'raised' : 'lowered'} the rating by ${points} to ${rating}.`,
    otherReason: (reason) => `the adjustment \u201c${reason}\u201d`,
    cause: (subject, points, sign) => `${subject} ${sign < 0 ? 'took' : 'added'} ${points}`,
    adjusted: (result, brought, sign, causes, { points, direction }, rating) => {
      const own = `${result} ${sign < 0 ? 'cost' : 'brought'} ${brought} ${brought === '1' ? 'point' : 'points'}`;
      const end =
        direction === 'none'
          ? `so the rating stayed at ${rating}`
          : `so the rating ${direction === 'up' ? 'rose' : 'fell'} by ${points} to ${rating}`;
      return `${own}, and ${causes.join(' and ')}, ${end}.`;
    },
  },
  de: {
    results: { win: 'Der Sieg', draw: 'Das Unentschieden', loss: 'Die Niederlage' },
    duel: (result, opponent, expected) =>
      `${result} gegen einen Gegner ${opponent === null ? 'ohne Wertung' : `mit Wertung ${opponent}`} (erwartete Punktzahl: ${expected})`,
    many: (score, opponents, expected) => `Das Ergebnis von ${score} gegen ${opponents} Gegner (erwartet: ${expected})`,
    match: 'Das Spiel',
    unknown: (result) => `${result} zählt, ergibt aber noch keine Wertung.`,
    first: (result, rating) => `${result} ergab die erste Wertung, ${rating}.`,
    plain: (result, { points, direction }, rating) =>
      direction === 'none'
        ? `${result} ließ die Wertung bei ${rating}.`
        : `${result} ${direction === 'up' ? 'hob' : 'senkte'} die Wertung um ${points} auf ${rating}.`,
    otherReason: (reason) => `die Anpassung \u201e${reason}\u201c`,
    cause: (subject, points, sign) => `${subject} ${sign < 0 ? 'nahm' : 'gab'} ${points}${sign < 0 ? '' : ' dazu'}`,
    adjusted: (result, brought, sign, causes, { points, direction }, rating) => {
      const own = `${result} ${sign < 0 ? 'kostete' : 'brachte'} ${brought} ${brought === '1' ? 'Punkt' : 'Punkte'}`;
      const end =
        direction === 'none'
          ? `sodass die Wertung bei ${rating} blieb`
          : `sodass die Wertung um ${points} auf ${rating} ${direction === 'up' ? 'stieg' : 'fiel'}`;
      return `${own}, und ${causes.join(' und ')}, ${end}.`;
    },
  },
};

function resultOf(
  contributions: readonly Contribution[],
  speech: Speech,
  points: (value: number) => string,
  language: Language,
): string {
  const [only, ...others] = contributions;
  if (!only) return speech.match;
  const sum = (score: 'actual' | 'expected') => contributions.reduce((total, each) => total + each[score], 0);
  if (others.length > 0 || ![0, 0.5, 1].includes(only.actual)) {
    const score = shown(sum('actual'), Number.isInteger(sum('actual')) ? 0 : 1, language);
    return speech.many(score, contributions.length, shown(sum('expected'), 1, language));
  }
  const result = only.actual === 0.5 ? 'draw' : only.actual > 0.5 ? 'win' : 'loss';
  const opponent = only.opponentValue === null ? null : points(only.opponentValue);
  return speech.duel(speech.results[result], opponent, shownChance(only.expected, language));
}

function directionOf(delta: number, digits: number): Direction {
  if (Math.abs(delta) < 0.5 * 10 ** -digits) return 'none';
  return delta > 0 ? 'up' : 'down';
}

/** Nobody is sure to win or to lose. */
function shownChance(expected: number, language: Language): string {
  if (expected > 0 && expected < 0.005) return `<${shown(0.01, 2, language)}`;
  if (expected < 1 && expected > 0.995) return `>${shown(0.99, 2, language)}`;
  return shown(expected, 2, language);
}

/** A number with its decimals, without trailing zeros. It is the same on every machine, whatever its locale. */
function shown(value: number, digits: number, language: Language): string {
  const text = String(Number(Math.abs(value).toFixed(digits)));
  const unsigned = language === 'de' ? text.replace('.', ',') : text;
  return value < 0 && Number(text) !== 0 ? `\u2212${unsigned}` : unsigned;
}
