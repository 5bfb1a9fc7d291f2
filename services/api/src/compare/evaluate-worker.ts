import {
  type ChanceFit,
  type Evaluation,
  EvaluationParts,
  ForeseenMatches,
  fitChances,
  fitOf,
  fittedChances,
  type MatchScores,
  type PackedLog,
  scoreBaselines,
  scorePackedLog,
} from '@openladder/rating';
import { beginChild, sendToService, textOf } from '../kit/child/in-child.js';
import { type Refusal, refuse } from '../kit/refusal.js';
import { loadRatersHere } from '../raters/raters.js';
import type { SettingValues } from '../raters/rating-system.js';
import { afterFit, type MeasuredFit, measureFit } from './measure-fit.js';
import { openStretch, type PackedStretch, type StretchedLog } from './packed-stretches.js';

/** What evaluators need to know. */
export interface Setup {
  /** Modules for `loadRatersHere`. */
  readonly raterModules: readonly string[];
  readonly log: StretchedLog;
  /** How many matches come before each part that is scored by itself: one, or two with the part that is held out. */
  readonly starts: readonly number[];
}

/** The first message to a worker. The stretches of the log come after it, one by one. */
export type WorkerSetup = Omit<Setup, 'log'> & {
  readonly log: Omit<StretchedLog, 'stretches'>;
  readonly stretches: number;
};

/** Asks a worker how well a rating system predicts the log. */
export interface EvaluationTask {
  /** Key of the rater. */
  readonly rater: string;
  readonly settings: SettingValues;
  /**
   * The league's fit of this system's chances; null if it has none. If matches are held out, a fit to the matches before them
   * takes its place: the league's own has seen the matches that it would be measured on.
   */
  readonly chanceFit: ChanceFit | null;
  /** Set for settings that are only tried: held-out matches are skipped, and the others are reported after a fit to them. */
  readonly isTrial?: boolean;
}

/** Asks a worker how well a baseline predicts the log; see `scoreBaselines`. */
export type BaselineTask = 'even' | 'baseRates';

/** Why there is no answer. */
export interface EvaluationProblem {
  readonly problem: Refusal;
}

/** How well a rating system or a baseline predicts the log. */
export interface Evaluated {
  /** One for each part. */
  readonly parts: readonly Evaluation[];
  /** null if no part is held out, or the matches are inconclusive. */
  readonly fit: MeasuredFit | null;
}

/** The answer to one task. */
export type Outcome = Evaluated | EvaluationProblem;

/** Messages from a worker: the matches done since the last message, and finally the outcome. */
export type WorkerMessage = { readonly done: number } | Outcome;

/** How often a worker reports its progress, in milliseconds. */
const TELLING_INTERVAL = 100;

const messages = beginChild<WorkerSetup | PackedStretch | EvaluationTask | BaselineTask>();
const next = async <M>() => (await messages.next()).value as M;
const { raterModules, log, starts, stretches: count } = await next<WorkerSetup>();
const stretches: PackedLog[] = [];
while (stretches.length < count) stretches.push(openStretch(await next()));
const raters = await loadRatersHere(raterModules);
const tell: (message: WorkerMessage) => void = sendToService;

for (;;) tell(evaluate(await next()));

function evaluate(task: EvaluationTask | BaselineTask): Outcome {
  try {
    if (typeof task === 'string') return evaluateBaseline(task);
    const [from, heldOut] = starts as [number, number?];
    if (heldOut === undefined) return { parts: evaluateWhole(task), fit: null };
    return task.isTrial ? { parts: evaluateFirst(task, from, heldOut), fit: null } : evaluateBoth(task, from, heldOut);
  } catch (error) {
    return { problem: refuse('EVALUATION_FAILED', [], { problem: textOf(error) }) };
  }
}

function score({ rater, settings }: EvaluationTask, scores: MatchScores, until?: number): void {
  scorePackedLog(raters.get(rater)!, settings, withProgress(until), log.players, scores);
}

function evaluateWhole(task: EvaluationTask): Evaluation[] {
  const { chanceFit } = task;
  const parts = new EvaluationParts(starts);
  const add: MatchScores['add'] = (chances, merits, playedAt, roles) =>
    parts.add(fittedChances(chanceFit!, chances, roles), merits, playedAt);
  score(task, chanceFit ? { add } : parts);
  return parts.means();
}

/** The matches before those that are held out, after a fit to them. */
function evaluateFirst(task: EvaluationTask, from: number, heldOut: number): Evaluation[] {
  const predicted = new ForeseenMatches();
  // Pages of the log do not end where a part does.
  const add: MatchScores['add'] = (...match) => {
    if (predicted.length < heldOut) predicted.add(...match);
  };
  score(task, { add }, heldOut);
  return [afterFit(predicted, from)];
}

function evaluateBoth(task: EvaluationTask, from: number, heldOut: number): Evaluated {
  const predicted = new ForeseenMatches();
  const parts = new EvaluationParts(starts);
  score(task, task.chanceFit ? predicted : both(parts, predicted));
  const first = fitChances(predicted, from, heldOut);
  if (task.chanceFit) {
    const fit = first && fitOf(first);
    predicted.tell(parts, 0, (chances, roles) => (fit ? fittedChances(fit, chances, roles) : chances));
  }
  return { parts: parts.means(), fit: measureFit(predicted, from, heldOut, first) };
}

function both(one: MatchScores, other: MatchScores): MatchScores {
  return {
    add: (...match) => {
      one.add(...match);
      other.add(...match);
    },
  };
}

function evaluateBaseline(task: BaselineTask): Evaluated {
  const parts = new EvaluationParts(starts);
  // Only one of the two reports progress: together they take no longer than one rating system.
  const log = task === 'even' ? stretches : withProgress();
  scoreBaselines(log, task === 'even' ? parts : null, task === 'baseRates' ? parts : null);
  return { parts: parts.means(), fit: null };
}

/** The log; reports how much of it has been read. @param until matches after which the rest can be skipped */
function* withProgress(until = log.matches): Generator<PackedLog> {
  let done = 0;
  let read = 0;
  let reportedAt = performance.now();
  // Its time is counted from here.
  tell({ done });
  for (const stretch of stretches) {
    yield stretch;
    done += stretch.matches.length;
    read += stretch.matches.length;
    if (read >= until) break;
    if (performance.now() - reportedAt < TELLING_INTERVAL) continue;
    tell({ done });
    done = 0;
    reportedAt = performance.now();
  }
  tell({ done });
}
