import { parentPort, workerData } from 'node:worker_threads';
import { type Baselines, baselines, type Evaluation, evaluatePacked, type PackedLog } from '@openladder/rating';
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

/** Another request: how well does anybody predict the log who knows nothing of the players? */
export type BaselinesTask = 'baselines';

/** Why there is no answer. */
interface Problem {
  readonly problem: string;
}

/** The answer to each request, or why there is none. */
export interface Outcomes {
  readonly baselines: { readonly baselines: Baselines } | Problem;
  readonly evaluations: readonly ({ readonly evaluation: Evaluation } | Problem)[];
}

export type Outcome = Outcomes['baselines'] | Outcomes['evaluations'][number];

/** Messages from a worker: the matches done since the last message, and finally the outcome. */
export type WorkerMessage = { readonly done: number } | Outcome;

/** How often a worker tells how far it is, in milliseconds. */
const TELLING_INTERVAL = 100;

const { raterModules, log } = workerData as WorkerSetup;
const raters = await loadRaters(raterModules);
const stretches = log.stretches.map(openStretch);
const tell = (message: WorkerMessage) => parentPort!.postMessage(message);

parentPort!.on('message', (task: EvaluationTask | BaselinesTask) => tell(evaluate(task)));

function evaluate(task: EvaluationTask | BaselinesTask): Outcome {
  try {
    if (task === 'baselines') return { baselines: baselines(told()) };
    const { rater, settings } = task;
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
