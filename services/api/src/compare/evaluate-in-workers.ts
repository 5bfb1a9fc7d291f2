import { Worker } from 'node:worker_threads';
import type {
  BaselinesTask,
  EvaluationTask,
  Outcome,
  Outcomes,
  WorkerMessage,
  WorkerSetup,
} from './evaluate-worker.js';

const MODULE = new URL('./evaluate-worker.js', import.meta.url);

export interface WorkersOptions {
  /** Threads at most. */
  readonly workers: number;
  /** Called now and then with the matches evaluated so far, of all systems together. */
  readonly onProgress?: (matches: number) => void;
  /** Megabytes of heap that a thread may have; Node's own limit where left out. A task that takes more has a problem. */
  readonly heap?: number | undefined;
  /** Ends the threads when it is aborted, with an Error: its message is the problem of all tasks that are not done. */
  readonly ending?: AbortSignal | undefined;
}

/**
 * Evaluates rating systems, and the baselines, over a log on several threads, each of which takes the next one when it is done.
 * @returns one outcome for each task, in their order; one that ends its thread has a problem, and the others go on
 */
export async function evaluateInWorkers(
  setup: WorkerSetup,
  tasks: readonly EvaluationTask[],
  { workers, onProgress = () => undefined, heap, ending }: WorkersOptions,
): Promise<Outcomes> {
  const outcomes: Outcome[] = [];
  const requests = [...tasks, 'baselines' as const];
  const queue = requests.entries();
  let done = 0;
  const onDone = (matches: number) => {
    done += matches;
    onProgress(done);
  };
  const takeTurns = async () => {
    let evaluator = new Evaluator(setup, onDone, heap);
    const giveUp = () => evaluator.end(problemOf(ending!));
    ending?.addEventListener('abort', giveUp);
    try {
      for (const [index, task] of queue) {
        if (ending?.aborted) {
          outcomes[index] = { problem: problemOf(ending) };
          continue;
        }
        if (evaluator.hasEnded) evaluator = new Evaluator(setup, onDone, heap);
        outcomes[index] = await evaluator.evaluate(task);
      }
    } finally {
      ending?.removeEventListener('abort', giveUp);
      await evaluator.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, requests.length) }, takeTurns));
  const [known] = outcomes.splice(-1);
  return { baselines: known as Outcomes['baselines'], evaluations: outcomes as Outcomes['evaluations'] };
}

function problemOf({ reason }: AbortSignal): string {
  return (reason as Error).message;
}

/** A worker thread, which evaluates one rating system at a time. */
class Evaluator {
  /** Whether it can evaluate nothing more: a rater ended the thread, or used up its memory. */
  hasEnded = false;
  readonly #worker: Worker;
  #answer: (outcome: Outcome) => void = () => undefined;

  constructor(setup: WorkerSetup, onDone: (matches: number) => void, heap: number | undefined) {
    const resourceLimits = heap === undefined ? {} : { maxOldGenerationSizeMb: heap };
    this.#worker = new Worker(MODULE, { workerData: setup, resourceLimits });
    this.#worker.on('message', (message: WorkerMessage) => {
      if ('done' in message) onDone(message.done);
      else this.#answer(message);
    });
    this.#worker.on('error', (error) => this.#lose(error.message));
    this.#worker.on('exit', (status) => this.#lose(`its thread ended with status ${status}`));
  }

  evaluate(task: EvaluationTask | BaselinesTask): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#worker.postMessage(task);
    });
  }

  /** @param problem of what it is evaluating, if it is */
  async end(problem = 'its thread was ended'): Promise<void> {
    this.#lose(problem);
    await this.#worker.terminate();
  }

  #lose(problem: string): void {
    this.hasEnded = true;
    this.#answer({ problem });
  }
}
