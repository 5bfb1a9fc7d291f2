import {
  type Adjustment,
  adjustmentsOf,
  type ChangeLine,
  type Ending,
  explainChange,
  explanationOf,
} from '@openladder/rating';
import { type Refusal, refuse, shown } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { orElse } from '../raters/apart.js';
import type { RaterCatalogue } from '../raters/raters.js';
import type { ExplainedContribution, JournalChange } from '../rating/rating.js';

/**
 * Causes of a rating change besides the opponents, according to the league's rater; empty if it is not installed.
 * @param standIn called if the rater cannot tell now
 */
export function adjustmentsOfChange(
  raters: RaterCatalogue,
  league: Pick<League, 'rater' | 'settings'>,
  change: JournalChange,
  standIn: () => void,
): readonly Adjustment[] {
  const rater = raters.get(league.rater);
  if (!rater?.adjustments) return [];
  return orElse(
    () => adjustmentsOf(rater, lineOf(change), league.settings),
    () => {
      standIn();
      return [];
    },
  );
}

interface ExplanationOf {
  /** A BCP 47 tag. */
  readonly locale: string;
  /** Of the match. */
  readonly weight: number;
  /** How the player's side dropped out of the match; null or omitted if it finished. */
  readonly ending?: Ending | null;
}

/**
 * Why a rating changed, in the words of the rater, or in general words if the rater is not installed.
 * @param standIn called if the rater cannot tell now
 */
export function explanationOfChange(
  raters: RaterCatalogue,
  league: Pick<League, 'rater' | 'settings'>,
  change: JournalChange,
  { locale, weight, ending = null }: ExplanationOf,
  standIn: () => void,
): string {
  const line = lineOf(change);
  const rater = raters.get(league.rater) ?? {};
  return orElse(
    () => explanationOf(rater, line, league.settings, locale, weight, ending),
    () => {
      standIn();
      return explainChange(line, [], locale);
    },
  );
}

/** No locale in use is longer. */
const MAX_CHARACTERS = 35;

/** Why a locale is invalid. */
export function localeProblem(locale: string, path: readonly string[]): Refusal | null {
  if (locale.length <= MAX_CHARACTERS && isTag(locale)) return null;
  return refuse('LANGUAGE_TAG', path, { field: path.join('.'), max: MAX_CHARACTERS, value: shown(locale) });
}

function isTag(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

function lineOf({ before, after, delta, contributions }: JournalChange): ChangeLine {
  return { before, after, delta, contributions: contributions.map(withId) };
}

function withId(contribution: ExplainedContribution): ChangeLine['contributions'][number] {
  const { opponent } = contribution;
  return { ...contribution, opponent: typeof opponent === 'object' ? opponent.id : opponent };
}
