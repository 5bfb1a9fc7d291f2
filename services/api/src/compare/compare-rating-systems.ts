import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import {
  defaultSettings,
  type Evaluation,
  type LossDifference,
  lossDifference,
  type Rater,
  RaterFault,
} from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { snapshot } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { getAdministered } from '../league/league.service.js';
import { type MissingRater, missingRater } from '../raters/missing-rater.js';
import { type NeedsRaters, type RaterCatalogue, YARDSTICK } from '../raters/raters.js';
import {
  chooseRatingSystem,
  installedSystemOf,
  type RaterChoice,
  type SettingValues,
} from '../raters/rating-system.js';
import { misfit } from '../rating/unratable-matches.js';
import { evaluateInWorkers } from './evaluate-in-workers.js';
import type { Outcomes } from './evaluate-worker.js';
import { readSharedLog } from './read-log.js';

export interface CompareNeeds extends NeedsDatabase, NeedsRaters {
  /** Modules of third-party raters, for threads that load them themselves. */
  readonly raterModules: readonly string[];
}

export interface CompareRatingSystems {
  /** Slug. */
  readonly league: string;
  readonly systems: readonly RequestedSystem[];
}

/** A rating system to be compared. */
export interface RequestedSystem {
  readonly ratingSystem: string;
  /** Settings left out are at their defaults. */
  readonly settings: unknown;
}

export interface CompareOptions {
  /** Threads at most, each with a copy of what one rating system knows of the players. Left out: one a core. */
  readonly workers?: number;
  /** Called now and then with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Megabytes of heap that each thread may have; Node's own limit where left out. */
  readonly heap?: number;
  /** Ends the work when it is aborted, with an Error: its message is the problem of all that are not done. */
  readonly ending?: AbortSignal;
}

export interface SystemComparison {
  readonly league: League;
  /** Matches that every rating system was asked to foresee. */
  readonly matches: number;
  /** What anybody foresees who knows nothing of the players, and plain Elo; without those that were not done. */
  readonly baselines: readonly ComparedBaseline[];
  /** The league's present one first, unless it is among those that were asked for; these in their order, each once. */
  readonly systems: readonly ComparedSystem[];
}

/** `EVEN`: every side has the same chance. `BASE_RATES`: sides win as often as those in their place did before. */
export type Baseline = 'EVEN' | 'BASE_RATES' | 'ELO';

export interface ComparedBaseline {
  readonly baseline: Baseline;
  readonly evaluation: Evaluation;
}

/** How well a rating system foresees the matches of a league. */
export interface ComparedSystem {
  readonly rater: Rater | MissingRater;
  readonly settings: SettingValues;
  /** Whether the league is rated by it now. */
  readonly isPresent: boolean;
  /** Null if there is a problem. */
  readonly evaluation: Evaluation | null;
  /** How its log loss differs from that of the league's present system; null for that, and where either has a problem. */
  readonly difference: LossDifference | null;
  /** The best baseline that it does not beat, and by which it is no better than guessing; null where it beats both. */
  readonly worseThan: Baseline | null;
  /** Why it can't be compared: it is not installed, can't rate all of the league's matches, or fails on one. */
  readonly problem: string | null;
}

/**
 * Lets rating systems foresee each match of a league from the matches before it, over the log as it is now; changes nothing.
 * @throws Refused if there is no such rating system, its settings break their schema, or the league has no rated match
 */
export async function compareRatingSystems(
  needs: CompareNeeds,
  access: Access,
  input: CompareRatingSystems,
  { workers = availableParallelism(), onProgress = () => undefined, heap, ending }: CompareOptions = {},
): Promise<SystemComparison> {
  const league = await getAdministered(needs, access, input.league);
  const systems = withPresent(needs, league, distinct(chosen(needs, input.systems)));
  const yardstick = yardstickOf(needs.raters);
  const isYardstickListed = systems.some((system) => isSame(system, yardstick));
  const evaluated = isYardstickListed ? systems : [...systems, yardstick];
  const { log, problems, parts } = await snapshot(needs.database, async (tx) => {
    const problems = await misfits(tx, league, evaluated);
    // Reading the log is a part of the work, and so are the baselines and each rating system that goes through it.
    const parts = 2 + problems.filter((problem) => problem === undefined).length;
    const log = await readSharedLog(tx, league.id, (matches) => onProgress(matches / league.matchCount / parts));
    return { log, problems, parts };
  });
  if (log.matches === 0) {
    const message = `league must have at least one rated match, but ${league.slug} has none`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'league'], message));
  }
  const tasks = evaluated.flatMap(({ rater, settings }, index) =>
    problems[index] === undefined ? [{ rater: rater.key, settings }] : [],
  );
  const { raterModules } = needs;
  const outcomes = await evaluateInWorkers({ raterModules, log }, tasks, {
    ...{ workers, heap, ending },
    onProgress: (matches) => onProgress((1 + matches / log.matches) / parts),
  });
  const next = outcomes.evaluations.values();
  const compared = evaluated.map((system, index): Uncompared => {
    const problem = problems[index];
    const outcome = problem === undefined ? next.next().value! : { problem };
    return { ...system, isPresent: isSystemOf(league, system), evaluation: null, problem: null, ...outcome };
  });
  const elo = compared.find((system) => isSame(system, yardstick))!;
  const baselines = baselinesOf(outcomes.baselines, elo.evaluation);
  const listed = [...missingPresent(needs, league), ...compared.slice(0, systems.length)];
  return { league, matches: log.matches, baselines, systems: withDifferences(listed, baselines) };
}

type Uncompared = Omit<ComparedSystem, 'difference' | 'worseThan'>;

/** Plain Elo, with which nobody has to be installed: it comes with the service. */
function yardstickOf(raters: RaterCatalogue): RaterChoice {
  const rater = raters.get(YARDSTICK)!;
  return { rater, settings: defaultSettings<SettingValues>(rater.settings) };
}

function baselinesOf(outcome: Outcomes['baselines'], elo: Evaluation | null): ComparedBaseline[] {
  const { even, baseRates } = 'baselines' in outcome ? outcome.baselines : {};
  return [
    ...(even ? [{ baseline: 'EVEN' as const, evaluation: even }] : []),
    ...(baseRates ? [{ baseline: 'BASE_RATES' as const, evaluation: baseRates }] : []),
    ...(elo ? [{ baseline: 'ELO' as const, evaluation: elo }] : []),
  ];
}

function withDifferences(systems: readonly Uncompared[], known: readonly ComparedBaseline[]): ComparedSystem[] {
  const present = systems.find(({ isPresent }) => isPresent)?.evaluation;
  const guesses = known
    .filter(({ baseline }) => baseline !== 'ELO')
    .sort((a, b) => a.evaluation.logLoss - b.evaluation.logLoss);
  return systems.map((system) => {
    const { evaluation, isPresent } = system;
    if (!evaluation) return { ...system, difference: null, worseThan: null };
    const difference = present && !isPresent ? lossDifference(evaluation.daily, present.daily) : null;
    const worseThan = guesses.find((guess) => guess.evaluation.logLoss <= evaluation.logLoss)?.baseline ?? null;
    return { ...system, difference, worseThan };
  });
}

/** All that are installed, at their defaults. */
export function everyRatingSystem(raters: RaterCatalogue): RequestedSystem[] {
  return [...raters.keys()].map((key) => ({ ratingSystem: key, settings: {} }));
}

/** @throws Refused with all that is wrong with any of them */
function chosen(needs: NeedsRaters, candidates: readonly RequestedSystem[]): RaterChoice[] {
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

/** Each once: lists of settings overlap, and a setting may be told its default. */
function distinct(systems: readonly RaterChoice[]): RaterChoice[] {
  return systems.filter((system, index) => systems.findIndex((other) => isSame(system, other)) === index);
}

function isSame(one: Pick<ComparedSystem, 'rater' | 'settings'>, other: RaterChoice): boolean {
  return one.rater.key === other.rater.key && isDeepStrictEqual(one.settings, other.settings);
}

function withPresent(needs: NeedsRaters, league: League, systems: readonly RaterChoice[]): readonly RaterChoice[] {
  const isListed = systems.some((system) => isSystemOf(league, system));
  if (isListed || !needs.raters.has(league.rater)) return systems;
  const { rater, settings } = installedSystemOf(needs.raters, league);
  return [{ rater, settings }, ...systems];
}

/** The league's own rating system, where it is not installed. */
function missingPresent({ raters }: NeedsRaters, { rater, raterVersion, settings }: League): Uncompared[] {
  if (raters.has(rater)) return [];
  const problem = `${rater} is not installed`;
  return [{ rater: missingRater(rater, raterVersion), settings, isPresent: true, evaluation: null, problem }];
}

function isSystemOf(league: League, { rater, settings }: RaterChoice): boolean {
  if (rater.key !== league.rater) return false;
  return isDeepStrictEqual(settings, { ...defaultSettings<SettingValues>(rater.settings), ...league.settings });
}

/** Why each rating system can't rate the league's matches; undefined for those that can. */
async function misfits(
  tx: EntityManager,
  league: League,
  systems: readonly RaterChoice[],
): Promise<(string | undefined)[]> {
  const known = new Map<string, string | undefined>();
  const problems: (string | undefined)[] = [];
  for (const system of systems) {
    try {
      const { rater, settings } = system;
      // Settings seldom change what can be rated, and the league's matches are many.
      const formats = JSON.stringify([rater.key, rater.formats(settings)]);
      if (!known.has(formats)) known.set(formats, await misfit(tx, league.id, system));
      problems.push(known.get(formats));
    } catch (error) {
      if (!(error instanceof RaterFault)) throw error;
      problems.push(error.message);
    }
  }
  return problems;
}
