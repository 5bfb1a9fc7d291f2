import { setImmediate } from 'node:timers/promises';

/** A task in the queue of a league, and who waits for it. */
export interface Job<Task, Result> {
  readonly task: Task;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Does all of the jobs; those that it neither resolves nor rejects are rejected with what it throws.
 * @param turn when the work before it is done: until then it may prepare, and do what counts only if that was done
 */
export type Work<Task, Result> = (jobs: readonly Job<Task, Result>[], turn: Promise<void>) => Promise<void>;

/** More at a time gain little, and the first would wait for the last. */
const MAX_JOBS = 32;

/**
 * The write queues of all leagues. A league has one piece of work under way; tasks that come meanwhile are the next one, which is
 * prepared as soon as it is full. No task waits for a timer, and leagues do not wait for each other.
 */
export class LeagueWriteQueues<Task, Result> {
  /** Of those that are under way. */
  readonly #queues = new Map<number, LeagueWriteQueue<Task, Result>>();

  /** @param work the same for all tasks of a league */
  add(league: number, task: Task, work: Work<Task, Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job = { task, resolve, reject };
      const known = this.#queues.get(league);
      if (known) return known.add(job);
      const started = new LeagueWriteQueue(job);
      this.#queues.set(league, started);
      void started.run(work, () => this.#queues.delete(league));
    });
  }
}

class LeagueWriteQueue<Task, Result> {
  readonly #waiting: Job<Task, Result>[];
  #onFull: () => void = () => undefined;

  constructor(first: Job<Task, Result>) {
    this.#waiting = [first];
  }

  add(job: Job<Task, Result>): void {
    this.#waiting.push(job);
    if (this.#waiting.length >= MAX_JOBS) this.#onFull();
  }

  /** Works until nobody waits. @param end called in that moment */
  async run(work: Work<Task, Result>, end: () => void): Promise<void> {
    let turn = Promise.resolve();
    while (this.#waiting.length > 0) {
      // A caller that asks at this moment, or again as soon as it is answered, is part of it.
      await setImmediate();
      const done = doAll(this.#waiting.splice(0, MAX_JOBS), work, turn);
      await turn;
      await Promise.race([done, this.#full()]);
      turn = done;
      if (this.#waiting.length === 0) await turn;
    }
    end();
  }

  #full(): Promise<void> {
    return new Promise((resolve) => {
      this.#onFull = resolve;
      if (this.#waiting.length >= MAX_JOBS) resolve();
    });
  }
}

async function doAll<Task, Result>(
  jobs: readonly Job<Task, Result>[],
  work: Work<Task, Result>,
  turn: Promise<void>,
): Promise<void> {
  try {
    await work(jobs, turn);
  } catch (error) {
    for (const job of jobs) job.reject(error);
  }
}
