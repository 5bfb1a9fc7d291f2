import { Worker } from 'node:worker_threads';
import type { EvaluationTask, Outcome, WorkerMessage, WorkerSetup } from './evaluate-worker.js';

const MODULE = new URL('./evaluate-worker.js', import.meta.url);

/**
 * Evaluates rating systems over a log on several threads, each of which takes the next one when it is done.
 * @param workers threads at most
 * @param onProgress called now and then with the matches evaluated so far, of all systems together
 * @returns one outcome for each task, in their order; one that ends its thread has a problem, and the others go on
 */
export async function evaluateInWorkers(
  setup: WorkerSetup,
  tasks: readonly EvaluationTask[],
  workers: number,
  onProgress: (matches: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = tasks.entries();
  let done = 0;
  const onDone = (matches: number) => {
    done += matches;
    onProgress(done);
  };
  const takeTurns = async () => {
    let evaluator = new Evaluator(setup, onDone);
    try {
      for (const [index, task] of queue) {
        if (evaluator.hasEnded) evaluator = new Evaluator(setup, onDone);
        outcomes[index] = await evaluator.evaluate(task);
      }
    } finally {
      await evaluator.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, takeTurns));
  return outcomes;
}

/** A worker thread, which evaluates one rating system at a time. */
class Evaluator {
  /** Whether it can evaluate nothing more: a rater ended the thread, or used up its memory. */
  hasEnded = false;
  readonly #worker: Worker;
  #answer: (outcome: Outcome) => void = () => undefined;

  constructor(setup: WorkerSetup, onDone: (matches: number) => void) {
    this.#worker = new Worker(MODULE, { workerData: setup });
    this.#worker.on('message', (message: WorkerMessage) => {
      if ('done' in message) onDone(message.done);
      else this.#answer(message);
    });
    this.#worker.on('error', (error) => this.#lose(error.message));
    this.#worker.on('exit', (status) => this.#lose(`its thread ended with status ${status}`));
  }

  evaluate(task: EvaluationTask): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#worker.postMessage(task);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #lose(problem: string): void {
    this.hasEnded = true;
    this.#answer({ problem });
  }
}
