import { Worker } from 'node:worker_threads';
import type {
  BaselineTask,
  Evaluated,
  EvaluationProblem,
  EvaluationTask,
  Outcome,
  Outcomes,
  Scored,
  WorkerMessage,
  WorkerSetup,
} from './evaluate-worker.js';

/** Two tasks, so that two threads can share them. */
const BASELINES = ['even', 'baseRates'] as const satisfies readonly BaselineTask[];

const MODULE = new URL('./evaluate-worker.js', import.meta.url);

export interface WorkersOptions {
  /** The most threads. */
  readonly workers: number;
  /** Called now and then with the matches evaluated so far, of all systems together. */
  readonly onProgress?: (matches: number) => void;
  /** Megabytes of heap that a thread may have; Node's own limit if omitted. A task that takes more ends with a problem. */
  readonly heap?: number | undefined;
  /** Aborted, with an Error, to end the threads: its message becomes the problem of all tasks that are not done. */
  readonly ending?: AbortSignal | undefined;
}

/** Threads that evaluate rating systems over one log; each takes the next task when it has finished one. */
export class EvaluatorPool {
  readonly #setup: WorkerSetup;
  readonly #options: WorkersOptions;
  /** Threads start when there is work for them. */
  readonly #evaluators: Evaluator[] = [];
  #done = 0;

  constructor(setup: WorkerSetup, options: WorkersOptions) {
    this.#setup = setup;
    this.#options = options;
    options.ending?.addEventListener('abort', this.#giveUp);
  }

  /** @returns one outcome for each task, in their order, and that of the baselines */
  async evaluateAll(tasks: readonly EvaluationTask[]): Promise<Outcomes> {
    const outcomes = await this.#run([...tasks, ...BASELINES]);
    const [even, baseRates] = outcomes.splice(-BASELINES.length) as (Scored | EvaluationProblem)[];
    return { baselines: paired(even!, baseRates!), evaluations: outcomes as Outcomes['evaluations'] };
  }

  /** @returns one outcome for each task, in their order */
  async evaluate(tasks: readonly EvaluationTask[]): Promise<readonly (Evaluated | EvaluationProblem)[]> {
    return (await this.#run(tasks)) as readonly (Evaluated | EvaluationProblem)[];
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#options.ending?.removeEventListener('abort', this.#giveUp);
    await Promise.all(this.#evaluators.map((evaluator) => evaluator.end()));
  }

  async #run(requests: readonly (EvaluationTask | BaselineTask)[]): Promise<Outcome[]> {
    const { workers, ending } = this.#options;
    const outcomes: Outcome[] = [];
    const queue = requests.entries();
    const takeTurns = async (_: unknown, place: number) => {
      for (const [index, task] of queue) {
        outcomes[index] = ending?.aborted
          ? { problem: evaluatorProblem(ending) }
          : await this.#evaluatorAt(place).evaluate(task);
      }
    };
    await Promise.all(Array.from({ length: Math.min(workers, requests.length) }, takeTurns));
    return outcomes;
  }

  /** The thread at a place, or a new one if it has ended. */
  #evaluatorAt(place: number): Evaluator {
    const there = this.#evaluators[place];
    if (there && !there.hasEnded) return there;
    const evaluator = new Evaluator(this.#setup, this.#onDone, this.#options.heap);
    this.#evaluators[place] = evaluator;
    return evaluator;
  }

  readonly #onDone = (matches: number) => {
    this.#done += matches;
    this.#options.onProgress?.(this.#done);
  };

  readonly #giveUp = () => {
    for (const evaluator of this.#evaluators) evaluator.end(evaluatorProblem(this.#options.ending!));
  };
}

/** Both baselines, part by part. */
function paired(even: Scored | EvaluationProblem, baseRates: Scored | EvaluationProblem): Outcomes['baselines'] {
  if ('problem' in even) return even;
  if ('problem' in baseRates) return baseRates;
  return { baselines: even.parts.map((part, index) => ({ even: part, baseRates: baseRates.parts[index]! })) };
}

function evaluatorProblem({ reason }: AbortSignal): string {
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
    // Raters of third parties run in it, and need nothing of the environment.
    this.#worker = new Worker(MODULE, { workerData: setup, resourceLimits, env: {} });
    this.#worker.on('message', (message: WorkerMessage) => {
      if ('done' in message) onDone(message.done);
      else this.#answer(message);
    });
    this.#worker.on('error', (error) => this.#lose(error.message));
    this.#worker.on('exit', (status) => this.#lose(`its thread ended with status ${status}`));
  }

  evaluate(task: EvaluationTask | BaselineTask): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#worker.postMessage(task);
    });
  }

  /** @param problem of the task in progress, if there is one */
  async end(problem = 'its thread was ended'): Promise<void> {
    this.#lose(problem);
    await this.#worker.terminate();
  }

  #lose(problem: string): void {
    this.hasEnded = true;
    this.#answer({ problem });
  }
}
