import { setImmediate } from 'node:timers/promises';

/** What is asked of a lane, and who waits for it. */
export interface Job<Task, Result> {
  readonly task: Task;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Does all of the jobs; those that it neither resolves nor rejects are rejected with what it throws. */
export type Work<Task, Result> = (jobs: readonly Job<Task, Result>[]) => Promise<void>;

/** More at a time gain little, and the first would wait for the last. */
const MAX_JOBS = 64;

/**
 * Gathers concurrent tasks: a lane has one piece of work under way, and what is asked meanwhile is the next one. No task
 * waits for a timer, and lanes do not wait for each other.
 */
export class Lanes<Task, Result> {
  /** Of the lanes that are under way. */
  readonly #waiting = new Map<number, Job<Task, Result>[]>();

  /** @param work the same for all tasks of a lane */
  add(lane: number, task: Task, work: Work<Task, Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job = { task, resolve, reject };
      const waiting = this.#waiting.get(lane);
      if (waiting) return void waiting.push(job);
      this.#waiting.set(lane, [job]);
      void this.#run(lane, work);
    });
  }

  async #run(lane: number, work: Work<Task, Result>): Promise<void> {
    const waiting = this.#waiting.get(lane)!;
    while (waiting.length > 0) {
      // Whoever asks in this moment, or again as soon as he is answered, is part of it.
      await setImmediate();
      const jobs = waiting.splice(0, MAX_JOBS);
      try {
        await work(jobs);
      } catch (error) {
        for (const job of jobs) job.reject(error);
      }
    }
    this.#waiting.delete(lane);
  }
}
