import { parentPort, workerData } from 'node:worker_threads';
import { type Evaluation, evaluatePacked, type PackedLog } from '@openladder/rating';
import { loadRaters } from '../raters/raters.js';
import type { SettingValues } from '../raters/rating-system.js';
import { openStretch, type SharedLog } from './shared-log.js';

/** The data that a worker starts with. */
export interface WorkerSetup {
  /** Modules for `loadRaters`. */
  readonly raterModules: readonly string[];
  readonly log: SharedLog;
}

/** The request to a worker: how well does this rating system predict the log? */
export interface EvaluationTask {
  /** Key of the rater. */
  readonly rater: string;
  readonly settings: SettingValues;
}

/** The evaluation, or why there is none. */
export type Outcome = { readonly evaluation: Evaluation } | { readonly problem: string };

/** Messages from a worker: the matches done since the last message, and finally the outcome. */
export type WorkerMessage = { readonly done: number } | Outcome;

/** How often a worker tells how far it is, in milliseconds. */
const TELLING_INTERVAL = 100;

const { raterModules, log } = workerData as WorkerSetup;
const raters = await loadRaters(raterModules);
const stretches = log.stretches.map(openStretch);
const tell = (message: WorkerMessage) => parentPort!.postMessage(message);

parentPort!.on('message', (task: EvaluationTask) => tell(evaluate(task)));

function evaluate({ rater, settings }: EvaluationTask): Outcome {
  try {
    return { evaluation: evaluatePacked(raters.get(rater)!, settings, told(), log.players) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The log, which tells how far it was read. */
function* told(): Generator<PackedLog> {
  let done = 0;
  let toldAt = performance.now();
  for (const stretch of stretches) {
    yield stretch;
    done += stretch.matches.length;
    if (performance.now() - toldAt < TELLING_INTERVAL) continue;
    tell({ done });
    done = 0;
    toldAt = performance.now();
  }
  tell({ done });
}
