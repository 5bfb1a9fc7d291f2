import { availableParallelism } from 'node:os';
import { defaultSettings, type Rater, settingsProblems } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getAdministered } from '../league/league.service.js';
import type { NeedsRaters } from '../raters/raters.js';
import { chooseRatingSystem, type RaterChoice, type SettingValues } from '../raters/rating-system.js';
import {
  type CompareNeeds,
  type CompareOptions,
  compareOver,
  incompatibleSystems,
  isSame,
  listSystems,
  type OpenedComparison,
  openComparison,
} from './compare-rating-systems.js';
import type { SystemComparison } from './comparison.js';
import type { Outcome } from './evaluate-worker.js';
import { EvaluatorPool, TOO_SLOW } from './evaluator-pool.js';
import { checkShares, type ScoredShares, startsOf } from './scored-shares.js';
import { searchAxes } from './search-axes.js';
import { type FoundSettings, searchSettings, variantsOf } from './search-settings.js';
import { TuningBounds, TuningProgress } from './tuning-bounds.js';

export interface TuneRatingSystem extends ScoredShares {
  /** Slug. */
  readonly league: string;
  /** Key of the rater; the league's own if omitted. */
  readonly ratingSystem?: string | null;
  /** Where the search begins. Omitted settings are the league's if it has this rater, and otherwise the defaults. */
  readonly settings?: unknown;
  /** Names of the settings that may change; all if omitted. */
  readonly only?: readonly string[] | null;
  /** How many settings may be tried; 100 if omitted. */
  readonly evaluations?: number | null;
  /** How long the search may take; 60 if omitted. */
  readonly seconds?: number | null;
}

/** A search for settings as it is stored: everything that a job needs to know. */
export interface TuningRequest extends ScoredShares {
  readonly ratingSystem: string;
  readonly settings: SettingValues;
  readonly only: readonly string[] | null;
  readonly evaluations: number;
  /** Missing in requests of earlier versions. */
  readonly seconds?: number;
}

/** What a search for settings found. */
export interface Tuning {
  readonly rater: Rater;
  /** The best settings that it tried; those that it began with if nothing was better. */
  readonly settings: SettingValues;
  /** Whether they are worth having: they beat the league's own over the held-out matches, and this is unlikely to be chance. */
  readonly isRecommended: boolean;
  /** How many settings were tried. */
  readonly evaluations: number;
  /** Whether time ran out before the search had tried every candidate. */
  readonly isTimeOver: boolean;
  /** With this many evaluations, and enough time, any machine finds the same; null if settings were stopped because they took too long. */
  readonly sameBy: number | null;
  /** Each new best as it was found, by its log loss after a fit over the matches that are used for choosing. */
  readonly path: FoundSettings['path'];
  /** The league's present system, the start of the search, the rater's defaults, and the result. */
  readonly comparison: SystemComparison;
}

/** The default of the GraphQL contract, which does not change. */
export const DEFAULT_EVALUATIONS = 100;
/** The number that console and command line request: enough to find on real logs the settings that exhaustive grids find. */
export const THOROUGH_EVALUATIONS = 200;
export const MAX_EVALUATIONS = 1000;
export const DEFAULT_SECONDS = 60;
export const MAX_SECONDS = 3600;
/** Settings are chosen by the matches between them, and measured on the last ones. */
export const DEFAULT_BURN_IN = 0.2;
export const DEFAULT_HELD_OUT = 0.4;

/**
 * Searches for the settings with which a rater best predicts the first matches of a league, and measures their gain on the last
 * ones. Changes nothing: `configureRatingSystem` applies the result.
 * @throws Refused
 */
export async function tuneRatingSystem(
  needs: CompareNeeds,
  access: Access,
  input: TuneRatingSystem,
  options: CompareOptions = {},
): Promise<Tuning> {
  const league = await getAdministered(needs, access, input.league);
  return tuneOn(needs, league.id, checkTuning(needs, league, input), options);
}

/**
 * The request with its defaults filled in.
 * @throws Refused with its faults
 */
export function checkTuning(
  needs: NeedsRaters,
  league: Pick<League, 'rater' | 'settings'>,
  { ratingSystem, settings = {}, only = null, evaluations, seconds, burnIn, heldOut }: Omit<TuneRatingSystem, 'league'>,
): TuningRequest {
  const key = ratingSystem ?? league.rater;
  const isOwn = key === league.rater;
  const given = isOwn && isObject(settings) ? { ...league.settings, ...settings } : (settings ?? {});
  const chosen = chooseRatingSystem(needs.raters, key, given, PATH);
  checkSettingNames(chosen.rater, only);
  const shares = { burnIn: burnIn ?? DEFAULT_BURN_IN, heldOut: heldOut ?? DEFAULT_HELD_OUT };
  checkShares(shares);
  if (shares.heldOut === 0) {
    throw new Refused(refuse('HELD_OUT_ABOVE_ZERO', ['input', 'heldOut']));
  }
  const bounds = {
    evaluations: wholeNumber('evaluations', evaluations ?? DEFAULT_EVALUATIONS, MAX_EVALUATIONS),
    seconds: wholeNumber('seconds', seconds ?? DEFAULT_SECONDS, MAX_SECONDS),
  };
  return { ratingSystem: key, settings: chosen.settings, only, ...bounds, ...shares };
}

/** @throws Refused if it is none, or out of range */
function wholeNumber(field: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Refused(refuse('WHOLE_NUMBER_RANGE', ['input', field], { field, min: 1, max, value: shown(value) }));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkSettingNames({ key, settings }: Rater, only: readonly string[] | null): void {
  const known = Object.keys(settings.properties);
  const refusals = (only ?? []).flatMap((name, index) => {
    if (known.includes(name)) return [];
    const values = { ratingSystem: key, known, value: shown(name) };
    return [refuse('ONLY_SETTINGS', ['input', 'only', index], values)];
  });
  if (only?.length === 0) {
    refusals.push(refuse('ONLY_EMPTY', ['input', 'only']));
  }
  refuseAny(...refusals);
}

const PATH = { key: ['input', 'ratingSystem'], settings: ['input', 'settings'] };

/** The same for a league that the caller is known to administer. @throws Refused if the rater can't rate the league's matches */
export async function tuneOn(
  needs: CompareNeeds,
  leagueId: number,
  request: TuningRequest,
  { workers = availableParallelism(), onProgress = () => undefined, heap, ending }: CompareOptions = {},
): Promise<Tuning> {
  const begun = chooseRatingSystem(needs.raters, request.ratingSystem, request.settings, PATH);
  const { rater } = begun;
  const starts = firstCandidates(begun, request.only);
  const axes = searchAxes(rater.settings, request.only);
  const variants = (settings: SettingValues) => variantsOf(settings, axes);
  const { evaluations, seconds = DEFAULT_SECONDS, heldOut } = request;
  const bounds = new TuningBounds({ evaluations, seconds, heldOut: heldOut ?? 0 });
  const progress = new TuningProgress(bounds, onProgress);
  let formats!: RatableFormats;
  const opened = await openComparison(needs, leagueId, [begun], progress.read, async (tx, league) => {
    formats = await ratableFormats(tx, league, rater, [...starts, ...starts.flatMap(variants)]);
  });
  const first = ratableStarts(starts, variants, formats);
  if (first.length === 0) {
    const { message: problem } = formats.problemOf(begun.settings)!;
    throw new Refused(refuse('UNRATABLE_WITH_ANY_SETTINGS', PATH.key, { problem }));
  }
  const { log } = opened;
  const parts = startsOf(log.matches, request) as [number, number];
  progress.open(log.matches, parts[1]);
  const setup = { raterModules: needs.raterModules, log, starts: parts };
  const onDone = (matches: number) => {
    bounds.begin();
    progress.evaluate(matches);
  };
  const problems: string[] = [];
  const lossOf = (outcome: Outcome) => {
    if ('parts' in outcome) return outcome.parts[0]!.logLoss;
    if (outcome.problem === TOO_SLOW) bounds.stopped++;
    problems.push(outcome.problem.message);
    return null;
  };
  const pool = new EvaluatorPool(setup, { workers, heap, ending, onProgress: onDone });
  try {
    const found = await searchSettings({
      starts: first,
      axes,
      isAllowed: (settings) => settingsProblems(rater, settings).length === 0 && formats.has(settings),
      evaluate: async (settings) => {
        ending?.throwIfAborted();
        const tasks = settings.map((own) => ({ rater: rater.key, settings: own, chanceFit: null, isTrial: true }));
        const outcomes = await pool.evaluate(tasks, bounds.limit);
        bounds.add(settings.length);
        return outcomes.map(lossOf);
      },
      budget: bounds.evaluations,
    });
    ending?.throwIfAborted();
    if (!found) {
      const values = { ratingSystem: rater.key, league: opened.league.slug, problem: problems[0]! };
      throw new Refused(refuse('RATER_FAILS_ON_MATCH', PATH.key, values));
    }
    progress.compare();
    const chosen = { rater, settings: found.best.settings };
    const defaults = { rater, settings: defaultSettings<SettingValues>(rater.settings) };
    const listed = [begun, defaults, chosen].filter(({ settings }) => formats.has(settings));
    const comparison = await compareOver(needs, relisted(needs, opened, listed), parts, pool, true);
    return tuningOf(found, chosen, comparison, { evaluations, wasAnyStopped: bounds.stopped > 0 });
  } finally {
    await pool.close();
  }
}

function tuningOf(
  { path, tried, endedBy, sameBy }: FoundSettings,
  chosen: RaterChoice,
  comparison: SystemComparison,
  { evaluations, wasAnyStopped }: { readonly evaluations: number; readonly wasAnyStopped: boolean },
): Tuning {
  const { heldOutDifference } = comparison.systems.find((system) => isSame(system, chosen))!;
  const high = heldOutDifference?.high ?? null;
  return {
    ...chosen,
    isRecommended: high !== null && high < 0,
    evaluations: tried,
    isTimeOver: wasAnyStopped || (endedBy !== null && endedBy < evaluations),
    sameBy: wasAnyStopped ? null : sameBy,
    path,
    comparison,
  };
}

/** Those that can rate the log. One that can't begins with each choice that lets it. */
function ratableStarts(
  starts: readonly SettingValues[],
  variants: (settings: SettingValues) => readonly SettingValues[],
  formats: RatableFormats,
): SettingValues[] {
  return starts.flatMap((settings) =>
    formats.has(settings) ? [settings] : variants(settings).filter((variant) => formats.has(variant)),
  );
}

/** Where a search begins: the requested settings, the defaults and the presets, changed only in settings that may change. */
function firstCandidates({ rater, settings }: RaterChoice, only: readonly string[] | null): SettingValues[] {
  const free = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => only?.includes(name) ?? true));
  const defaults = { ...settings, ...free(defaultSettings(rater.settings)) };
  const presets = (rater.presets ?? []).map((preset) => ({ ...defaults, ...free(preset.settings as object) }));
  return [settings, defaults, ...presets];
}

/** A comparison of other systems over the same log. Systems that were not in it are known to be able to rate the log. */
function relisted(needs: NeedsRaters, opened: OpenedComparison, asked: readonly RaterChoice[]): OpenedComparison {
  const { systems, evaluated } = listSystems(needs, opened.league, asked);
  const problems = evaluated.map((system) => {
    const index = opened.evaluated.findIndex((other) => isSame(other, system));
    return index < 0 ? undefined : opened.problems[index];
  });
  return { ...opened, systems, evaluated, problems };
}

/** Which settings of a rater can rate all matches of a league. */
interface RatableFormats {
  has(settings: SettingValues): boolean;
  /** Why settings can't rate all matches. */
  problemOf(settings: SettingValues): Refusal | undefined;
}

/** Few settings make a difference to what can be rated. @param candidates settings that cover all possible formats */
async function ratableFormats(
  tx: EntityManager,
  league: League,
  rater: Rater,
  candidates: readonly SettingValues[],
): Promise<RatableFormats> {
  const valid = candidates.filter((settings) => settingsProblems(rater, settings).length === 0);
  const problems = await incompatibleSystems(
    tx,
    league,
    valid.map((settings) => ({ rater, settings })),
  );
  const keyOf = (settings: SettingValues) => JSON.stringify(rater.formats(settings));
  const known = new Map(valid.map((settings, at) => [keyOf(settings), problems[at]]));
  return {
    has: (settings) => known.has(keyOf(settings)) && known.get(keyOf(settings)) === undefined,
    problemOf: (settings) => known.get(keyOf(settings)),
  };
}
