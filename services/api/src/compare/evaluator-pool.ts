import { Child } from '../kit/child/child.js';
import { type Refusal, Refused, refuse } from '../kit/refusal.js';
import type {
  BaselineTask,
  EvaluationProblem,
  EvaluationTask,
  Outcome,
  Setup,
  WorkerMessage,
  WorkerSetup,
} from './evaluate-worker.js';
import { logMegabytes } from './packed-stretches.js';

/** Two tasks, so that two processes can share them. */
export const BASELINES = ['even', 'baseRates'] as const satisfies readonly BaselineTask[];

const MODULE = new URL('./evaluate-worker.js', import.meta.url);
/** Megabytes that a process may take in addition to its heap and the log: for predictions of all matches, which lie outside the heap. */
const BESIDE = 512;

export interface WorkersOptions {
  /** The most processes, each with its own copy of the players' states. */
  readonly workers: number;
  /** Called now and then with the matches evaluated so far, of all systems together. */
  readonly onProgress?: (matches: number) => void;
  /** Megabytes of heap that a process may have; Node's own limit if omitted. A task that takes more ends with a problem. */
  readonly heap?: number | undefined;
  /** Aborted, with an Error, to end the processes: its message or refusal becomes the problem of all tasks that are not done. */
  readonly ending?: AbortSignal | undefined;
}

/** The problem of a task that took longer than it may. */
export const TOO_SLOW = evaluationFailure('it took too long');

/** Processes that evaluate rating systems over one log; each takes the next task when it has finished one. */
export class EvaluatorPool {
  /** Processes start when there is work for them. */
  readonly #evaluators: Evaluator[] = [];
  #done = 0;

  constructor(
    private readonly setup: Setup,
    private readonly options: WorkersOptions,
  ) {
    options.ending?.addEventListener('abort', this.#giveUp);
  }

  /**
   * @param limit how long a task may take, in milliseconds: called as each begins
   * @returns one outcome for each task, in their order; the problem of one that is stopped is `TOO_SLOW`
   */
  async evaluate(
    tasks: readonly (EvaluationTask | BaselineTask)[],
    limit = () => Number.POSITIVE_INFINITY,
  ): Promise<readonly Outcome[]> {
    const { workers, ending } = this.options;
    const outcomes: Outcome[] = [];
    const queue = tasks.entries();
    const takeTurns = async (_: unknown, place: number) => {
      for (const [index, task] of queue) {
        const most = limit();
        const evaluate = async () => await this.#evaluatorAt(place).evaluate(task, most);
        if (ending?.aborted) outcomes[index] = { problem: evaluatorProblem(ending) };
        else if (most <= 0) outcomes[index] = { problem: TOO_SLOW };
        else outcomes[index] = (await evaluate()) ?? (await evaluate())!;
      }
    };
    await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, takeTurns));
    return outcomes;
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    this.options.ending?.removeEventListener('abort', this.#giveUp);
    await Promise.all(this.#evaluators.map((evaluator) => evaluator.end()));
  }

  /** The process at a place, or a new one if it has ended. */
  #evaluatorAt(place: number): Evaluator {
    const there = this.#evaluators[place];
    if (there && !there.hasEnded) return there;
    const evaluator = new Evaluator(this.setup, this.#onDone, this.options.heap);
    this.#evaluators[place] = evaluator;
    return evaluator;
  }

  readonly #onDone = (matches: number) => {
    this.#done += matches;
    this.options.onProgress?.(this.#done);
  };

  readonly #giveUp = () => {
    for (const evaluator of this.#evaluators) evaluator.end(evaluatorProblem(this.options.ending!));
  };
}

function evaluationFailure(problem: string): Refusal {
  return refuse('EVALUATION_FAILED', [], { problem });
}

function evaluatorProblem({ reason }: AbortSignal): Refusal {
  if (reason instanceof Refused) return reason.refusals[0]!;
  return evaluationFailure((reason as Error).message);
}

/** A process that evaluates one rating system at a time. */
class Evaluator {
  /** Whether it can evaluate nothing more: a rater ended the process, or used up its memory. */
  hasEnded = false;
  readonly #child: Child;
  readonly #isReady: Promise<void>;
  #answer: (outcome: Outcome | null) => void = () => undefined;
  #begin: () => void = () => undefined;
  #hasAnswered = false;

  constructor(setup: Setup, onDone: (matches: number) => void, heap: number | undefined) {
    this.#child = new Child(MODULE, {
      heap,
      beside: BESIDE + logMegabytes(setup.log),
      onMessage: (message: WorkerMessage) => {
        if ('done' in message) {
          this.#begin();
          onDone(message.done);
        } else this.#answer(message);
      },
    });
    void this.#child.ended.then((reason) =>
      this.#lose(this.#hasAnswered ? null : { problem: evaluationFailure(`it ${reason}`) }),
    );
    this.#isReady = this.#handOver(setup);
  }

  /**
   * @param most milliseconds that it may take, without the start of the process
   * @returns null if the process ended, perhaps because of an earlier task; a new process shows whose fault it is
   */
  evaluate(task: EvaluationTask | BaselineTask, most: number): Promise<Outcome | null> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      this.#begin = () => {
        if (Number.isFinite(most)) timer ??= setTimeout(() => void this.end(TOO_SLOW), most);
      };
      this.#answer = (outcome) => {
        this.#hasAnswered = true;
        clearTimeout(timer);
        resolve(outcome);
      };
      void this.#isReady.then(() => this.#child.send(task));
    });
  }

  /** @param problem of the task in progress, if there is one */
  async end(problem = evaluationFailure('its process was ended')): Promise<void> {
    this.#lose({ problem });
    this.#child.end(problem.message);
    await this.#child.ended;
  }

  /** A stretch at a time: copying a long log at once would hold up all requests. */
  async #handOver({ log: { stretches, ...log }, ...setup }: Setup): Promise<void> {
    await this.#child.send({ ...setup, log, stretches: stretches.length } satisfies WorkerSetup);
    for (const stretch of stretches) await this.#child.send(stretch);
  }

  #lose(outcome: EvaluationProblem | null): void {
    this.hasEnded = true;
    this.#answer(outcome);
  }
}
