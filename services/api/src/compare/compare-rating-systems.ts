import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import {
  type ChanceFit,
  defaultSettings,
  type Evaluation,
  fitOf,
  lossDifference,
  type Preset,
  RaterFault,
} from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { type Refusal, Refused, refuse } from '../kit/refusal.js';
import { snapshot } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { missingRater, type NeedsRaters, type RaterCatalogue, YARDSTICK } from '../raters/raters.js';
import {
  chooseRatingSystem,
  completeSettings,
  installedSystemOf,
  type RaterChoice,
  type SettingValues,
} from '../raters/rating-system.js';
import { whyLeftOut } from '../rating/unratable-matches.js';
import type { Baseline, ComparedBaseline, ComparedSystem, SystemComparison } from './comparison.js';
import type { EvaluationTask, Outcome } from './evaluate-worker.js';
import { BASELINES, EvaluatorPool, type WorkersOptions } from './evaluator-pool.js';
import type { StretchedLog } from './packed-stretches.js';
import { readPackedLog } from './read-log.js';
import { checkShares, type ScoredShares, startsOf } from './scored-shares.js';

export interface CompareNeeds extends NeedsDatabase, NeedsRaters {
  /** Modules of third-party raters, for processes that load them themselves. */
  readonly raterModules: readonly string[];
}

export interface CompareRatingSystems extends ScoredShares {
  /** Slug. */
  readonly league: string;
  readonly systems: readonly RequestedSystem[];
}

/** A rating system to be compared. */
export interface RequestedSystem {
  readonly ratingSystem: string;
  /** Omitted settings have their defaults. */
  readonly settings: unknown;
}

/** Without a number of workers, there is one for each core. */
export interface CompareOptions extends Partial<Omit<WorkersOptions, 'onProgress'>> {
  /** Called now and then with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Lets rating systems predict each match of a league from the matches before it, over the log as it is now; changes nothing.
 * @throws Refused if there is no such rating system, its settings break their schema, or the league has no rated match
 */
export async function compareRatingSystems(
  needs: CompareNeeds,
  access: Access,
  input: CompareRatingSystems,
  options: CompareOptions = {},
): Promise<SystemComparison> {
  const league = await getAdministered(needs, access, input.league);
  return compareOn(needs, league.id, input, options);
}

/** The same for a league that the caller is known to administer. */
export async function compareOn(
  needs: CompareNeeds,
  leagueId: number,
  input: Omit<CompareRatingSystems, 'league'>,
  { workers = availableParallelism(), onProgress = () => undefined, heap, ending }: CompareOptions = {},
): Promise<SystemComparison> {
  checkShares(input);
  const opened = await openComparison(needs, leagueId, chooseSystems(needs, input.systems), (share, parts) =>
    onProgress(share / parts),
  );
  const { log, problems } = opened;
  const starts = startsOf(log.matches, input);
  const parts = evaluatedParts(problems);
  const setup = { raterModules: needs.raterModules, log, starts };
  const pool = new EvaluatorPool(setup, {
    ...{ workers, heap, ending },
    onProgress: (matches) => onProgress((1 + matches / log.matches) / parts),
  });
  try {
    return await compareOver(needs, opened, starts, pool);
  } finally {
    await pool.close();
  }
}

/** The log of a league, and the systems to compare over it. */
export interface OpenedComparison {
  readonly league: League;
  readonly log: StretchedLog;
  /** The systems to list, each once; the league's own first unless it was requested. */
  readonly systems: readonly RaterChoice[];
  /** The same, followed by the yardstick unless it is among them. */
  readonly evaluated: readonly RaterChoice[];
  /** Why each of the evaluated systems can't rate the log; undefined for those that can. */
  readonly problems: readonly (Refusal | undefined)[];
}

/**
 * Reads the log of a league as of one moment, and finds out which rating systems can rate it.
 * @param onRead called now and then with the share of the log that is read, and the number of parts of the whole work
 * @param look at the same moment
 * @throws Refused if it has no rated match
 */
export async function openComparison(
  needs: CompareNeeds,
  leagueId: number,
  asked: readonly RaterChoice[],
  onRead: (share: number, parts: number) => void,
  look: (tx: EntityManager, league: League) => Promise<void> = async () => undefined,
): Promise<OpenedComparison> {
  return snapshot(needs.database, async (tx) => {
    const league = await getLeague(tx, leagueId);
    await look(tx, league);
    const listed = listSystems(needs, league, asked);
    const problems = await incompatibleSystems(tx, league, listed.evaluated);
    const parts = evaluatedParts(problems);
    const log = await readPackedLog(tx, leagueId, (matches) => onRead(matches / league.matchCount, parts));
    if (log.matches > 0) return { league, log, ...listed, problems };
    throw new Refused(refuse('LEAGUE_HAS_NO_MATCH', ['input', 'league'], { league: league.slug }));
  });
}

/** The work has a part for reading the log, one for the baselines and one for each rating system. */
function evaluatedParts(problems: OpenedComparison['problems']): number {
  return 2 + problems.filter((problem) => problem === undefined).length;
}

/** The systems to list for a request, and those to evaluate for them. */
export function listSystems(
  needs: NeedsRaters,
  league: League,
  asked: readonly RaterChoice[],
): Pick<OpenedComparison, 'systems' | 'evaluated'> {
  const yardstick = yardstickOf(needs.raters);
  const systems = withPresent(needs, league, distinct(asked));
  const isYardstickListed = systems.some((system) => isSame(system, yardstick));
  return { systems, evaluated: isYardstickListed ? systems : [...systems, yardstick] };
}

/**
 * Compares over a log that has been read.
 * @param areFitted whether the chances of each system are fitted to the matches before those that are held out
 */
export async function compareOver(
  needs: NeedsRaters,
  { league, log, systems, evaluated, problems }: OpenedComparison,
  starts: readonly number[],
  pool: EvaluatorPool,
  areFitted = false,
): Promise<SystemComparison> {
  const fit = areFitted ? NO_FIT : null;
  const tasks = evaluated.flatMap((system, index) =>
    problems[index] === undefined ? [{ ...taskOf(league, system), ...(fit && { chanceFit: fit }) }] : [],
  );
  const outcomes = await pool.evaluate([...tasks, ...BASELINES]);
  const next = outcomes.values();
  const compared = evaluated.map((system, index): Uncompared => {
    const problem = problems[index];
    const outcome = problem === undefined ? next.next().value! : { problem };
    return { ...system, isPresent: isSystemOf(league, system), ...foundIn(outcome) };
  });
  const yardstick = yardstickOf(needs.raters);
  const elo = compared.find((system) => isSame(system, yardstick))!;
  const baselines = baselinesOf(outcomes.slice(tasks.length), elo);
  const listed = [...missingPresent(needs, league), ...compared.slice(0, systems.length)];
  return {
    league,
    sequence: league.lastSequence,
    revision: league.revision,
    matches: log.matches,
    burnInMatches: starts[0]!,
    heldOutMatches: starts[1] === undefined ? 0 : log.matches - starts[1],
    baselines,
    systems: withDifferences(listed, baselines),
  };
}

/** If matches are held out, a fit to the matches before them takes its place. */
const NO_FIT: ChanceFit = { slope: 1, sideAdvantage: 0 };

/** The chances of the league's own system are those that it shows. */
function taskOf(league: League, system: RaterChoice): EvaluationTask {
  const { rater, settings } = system;
  const { chanceFit } = league;
  return { rater: rater.key, settings, chanceFit: chanceFit && isSystemOf(league, system) ? fitOf(chanceFit) : null };
}

function foundIn(outcome: Outcome) {
  if ('problem' in outcome) {
    const { message: problem, rule: problemRule, parameters: problemParameters } = outcome.problem;
    return { ...{ evaluation: null, heldOut: null, fit: null }, ...{ problem, problemRule, problemParameters } };
  }
  const [evaluation, heldOut = null] = outcome.parts;
  const none = { problem: null, problemRule: null, problemParameters: null };
  return { evaluation: evaluation!, heldOut, fit: outcome.fit, ...none };
}

type Uncompared = Omit<ComparedSystem, 'difference' | 'heldOutDifference' | 'worseThan'>;

/** Plain Elo. It need not be installed: it comes with the service. */
function yardstickOf(raters: RaterCatalogue): RaterChoice {
  const rater = raters.get(YARDSTICK)!;
  return { rater, settings: defaultSettings<SettingValues>(rater.settings) };
}

/** @param guesses those of BASELINES, which are reported if both are done */
function baselinesOf(guesses: readonly Outcome[], elo: Uncompared): ComparedBaseline[] {
  const [even = [], baseRates = []] = guesses.every((guess) => 'parts' in guess)
    ? guesses.map(({ parts }) => parts)
    : [];
  const parts: readonly (readonly [Baseline, ...(Evaluation | null)[]])[] = [
    ['EVEN', ...even],
    ['BASE_RATES', ...baseRates],
    ['ELO', elo.evaluation, elo.heldOut],
  ];
  return parts.flatMap(([baseline, evaluation, heldOut = null]) =>
    evaluation ? [{ baseline, evaluation, heldOut }] : [],
  );
}

function withDifferences(systems: readonly Uncompared[], known: readonly ComparedBaseline[]): ComparedSystem[] {
  const present = systems.find(({ isPresent }) => isPresent);
  const lossOf = ({ evaluation, heldOut }: Pick<Uncompared, 'evaluation' | 'heldOut'>) =>
    (heldOut ?? evaluation!).logLoss;
  const guesses = known.filter(({ baseline }) => baseline !== 'ELO').sort((a, b) => lossOf(a) - lossOf(b));
  return systems.map((system) => {
    const differenceIn = (part: 'evaluation' | 'heldOut') => {
      const own = system[part];
      const other = present?.[part];
      return own && other && !system.isPresent ? lossDifference(own.daily, other.daily) : null;
    };
    const isWorse = (guess: ComparedBaseline) => system.evaluation !== null && lossOf(guess) <= lossOf(system);
    return {
      ...system,
      difference: differenceIn('evaluation'),
      heldOutDifference: differenceIn('heldOut'),
      worseThan: guesses.find(isWorse)?.baseline ?? null,
    };
  });
}

/** The systems, or all that are installed at their defaults. @param presets whether their presets follow */
export function requestedSystems(
  raters: RaterCatalogue,
  systems: readonly RequestedSystem[] | undefined,
  presets = false,
): RequestedSystem[] {
  const chosen = systems ?? [...raters.keys()].map((key) => ({ ratingSystem: key, settings: {} }));
  const keys = presets ? new Set(chosen.map(({ ratingSystem }) => ratingSystem)) : [];
  const added = [...keys].flatMap((key) =>
    (raters.get(key)?.presets ?? []).map(({ settings }) => ({ ratingSystem: key, settings })),
  );
  return [...chosen, ...added];
}

/** Name of the preset that settings are; null if they are none. */
export function presetNameOf({ rater, settings }: Pick<ComparedSystem, 'rater' | 'settings'>): string | null {
  const presets: readonly Preset<unknown>[] = 'presets' in rater ? (rater.presets ?? []) : [];
  const defaults = defaultSettings(rater.settings);
  const isIt = (preset: Preset<unknown>) =>
    isDeepStrictEqual(settings, { ...defaults, ...(preset.settings as object) });
  return presets.find(isIt)?.name ?? null;
}

/** @throws Refused with everything that is wrong with any of them */
export function chooseSystems(needs: NeedsRaters, candidates: readonly RequestedSystem[]): RaterChoice[] {
  const refused: Refused[] = [];
  const systems = candidates.flatMap(({ ratingSystem, settings }, index) => {
    const path = ['input', 'systems', String(index)];
    try {
      const at = { key: [...path, 'ratingSystem'], settings: [...path, 'settings'] };
      return chooseRatingSystem(needs.raters, ratingSystem, settings, at);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push(error);
      return [];
    }
  });
  if (refused.length > 0) throw new Refused(...refused.flatMap(({ refusals }) => refusals));
  return systems;
}

/** Each once: lists of settings overlap, and a setting may be given its default. */
function distinct(systems: readonly RaterChoice[]): RaterChoice[] {
  return systems.filter((system, index) => systems.findIndex((other) => isSame(system, other)) === index);
}

/** Whether both are the same rating system with the same settings. */
export function isSame(one: Pick<ComparedSystem, 'rater' | 'settings'>, other: RaterChoice): boolean {
  return one.rater.key === other.rater.key && isDeepStrictEqual(one.settings, other.settings);
}

function withPresent(needs: NeedsRaters, league: League, systems: readonly RaterChoice[]): readonly RaterChoice[] {
  const isListed = systems.some((system) => isSystemOf(league, system));
  if (isListed || !needs.raters.has(league.rater)) return systems;
  const { rater, settings } = installedSystemOf(needs.raters, league);
  return [{ rater, settings }, ...systems];
}

/** The league's own rating system, if it is not installed. */
function missingPresent({ raters }: NeedsRaters, { rater, raterVersion, settings }: League): Uncompared[] {
  if (raters.has(rater)) return [];
  const problem = refuse('RATER_NOT_INSTALLED', [], { ratingSystem: rater });
  return [{ rater: missingRater(rater, raterVersion), settings, isPresent: true, ...foundIn({ problem }) }];
}

export function isSystemOf(league: League, { rater, settings }: RaterChoice): boolean {
  if (rater.key !== league.rater) return false;
  return isDeepStrictEqual(settings, completeSettings(rater, league.settings));
}

/** Why each rating system can't rate the league's matches; undefined for those that can. */
export async function incompatibleSystems(
  tx: EntityManager,
  league: League,
  systems: readonly RaterChoice[],
): Promise<(Refusal | undefined)[]> {
  const known = new Map<string, Refusal | undefined>();
  const problems: (Refusal | undefined)[] = [];
  for (const system of systems) {
    try {
      const { rater, settings } = system;
      // Settings seldom change what can be rated, and a league has many matches.
      const formats = JSON.stringify([rater.key, rater.formats(settings)]);
      if (!known.has(formats)) known.set(formats, await whyLeftOut(tx, league.id, system));
      problems.push(known.get(formats));
    } catch (error) {
      if (!(error instanceof RaterFault)) throw error;
      problems.push(refuse('EVALUATION_FAILED', [], { problem: error.message }));
    }
  }
  return problems;
}
