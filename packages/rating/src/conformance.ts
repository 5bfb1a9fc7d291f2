import { batchLaws } from './conformance/batch-laws.js';
import { contests } from './conformance/contest.js';
import { declarationLaws } from './conformance/declaration-laws.js';
import { type Law, type Subject, show, Violation } from './conformance/law.js';
import { exampleLog } from './conformance/matches.js';
import { outlookLaws } from './conformance/outlook-laws.js';
import { purityLaws } from './conformance/purity-laws.js';
import { ratingLaws } from './conformance/rating-laws.js';
import { choicesOf, LONG_RUN, stabilityLaws } from './conformance/stability-laws.js';
import type { Match } from './match.js';
import { arePossible, defaultSettings, type Rater } from './rater.js';

/** A rater broke a law. The message names the law, the rater, its settings and a counterexample. */
export class LawBroken extends Error {
  override readonly name = 'LawBroken';
}

/** A law as it applies to one rater with some settings. */
export interface ConformanceLaw {
  readonly law: string;
  /** @throws LawBroken with a counterexample */
  check(): void;
}

/** How `testRater` tests. */
export interface TestRaterOptions<Settings> {
  /** Registers a test: `test` of vitest or of node:test. If omitted, every law is checked at once. */
  readonly test?: (name: string, run: () => void) => void;
  /** Settings to test besides the defaults, each merged over the defaults. */
  readonly settings?: readonly Partial<Settings>[];
}

const MATCH_LAWS: readonly Law[] = [...purityLaws, ...ratingLaws, ...outlookLaws, ...stabilityLaws, ...batchLaws];
/** Any number would do; a fixed one makes failures repeatable. */
const SEED = 20240101;
const EVIDENCE_LENGTH = 4000;

/**
 * The laws that apply to a rater with the given settings. Excluded are laws about features that it lacks (`idle`, `restore`,
 * `isZeroSum`, `batch`, guests if its formats have no room for them), and laws that it declares to break. The laws are
 * checked on made-up matches within its formats, always the same ones. If the formats are impossible, only the laws about its
 * declaration apply.
 */
export function conformanceLaws<Settings, State>(rater: Rater<Settings, State>, settings: Settings): ConformanceLaw[] {
  const log = logWithin(rater, settings);
  const subject = { rater, settings, log } as Subject;
  const laws = log.length > 0 ? [...declarationLaws, ...MATCH_LAWS] : declarationLaws;
  return laws
    .filter((law) => law.applies?.(subject) ?? true)
    .map((law) => ({ law: law.law, check: () => checkLaw(law, subject) }));
}

/** Made-up matches within a rater's formats; none if the formats fail, which the law about formats reports. */
function logWithin<Settings, State>(rater: Rater<Settings, State>, settings: Settings): readonly Match[] {
  try {
    const formats = rater.formats(settings);
    return arePossible(formats) ? exampleLog(formats, SEED) : [];
  } catch {
    return [];
  }
}

/**
 * Tests that a rater obeys its contract: one test for each law, with its default settings and with each of the other given
 * settings; and one test of the law of long logs for each way to combine settings that are chosen from a list, or are true or false.
 * @throws LawBroken if no `test` is given and a law is broken
 */
export function testRater<Settings, State>(
  rater: Rater<Settings, State>,
  { test = (_, run) => run(), settings = [] }: TestRaterOptions<Settings> = {},
): void {
  const tested = new Set<string>();
  const testVariant = (variant: object, isTested: (law: string) => boolean) => {
    const values = { ...defaultsOf<Settings>(rater), ...variant };
    if (tested.has(show(values))) return;
    tested.add(show(values));
    const words = Object.keys(variant).length === 0 ? '' : ` with ${show(variant)}`;
    for (const { law, check } of conformanceLaws(rater, values).filter(({ law }) => isTested(law)))
      test(`${rater.key}${words}: ${law}`, check);
  };
  for (const variant of [{}, ...settings]) testVariant(variant, () => true);
  for (const choice of choicesOf(rater)) testVariant(choice, (law) => law === LONG_RUN);
}

/** Nothing if the settings are no schema, which the law about settings reports. */
function defaultsOf<Settings>({ settings }: Pick<Rater, 'settings'>): Settings {
  return settings?.properties ? defaultSettings<Settings>(settings) : ({} as Settings);
}

function checkLaw(law: Law, subject: Subject): void {
  try {
    if ('check' in law) law.check(subject);
    else for (const contest of contests(subject)) law.each(subject, contest);
  } catch (error) {
    const { rater, settings } = subject;
    const message = error instanceof Error ? error.message : String(error);
    const evidence = error instanceof Violation ? showEvidence(error.evidence) : '';
    throw new LawBroken(
      `"${law.law}" is broken by ${rater.key} ${rater.version} with settings ${show(settings)}: ${message}${evidence}`,
      { cause: error },
    );
  }
}

function showEvidence(evidence: Violation['evidence']): string {
  const lines = Object.entries(evidence).map(([name, value]) => {
    const text = show(value);
    return `\n  ${name}: ${text.length > EVIDENCE_LENGTH ? `${text.slice(0, EVIDENCE_LENGTH)}...` : text}`;
  });
  return lines.join('');
}
