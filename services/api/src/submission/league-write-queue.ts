import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Batch, Results } from './batch.js';

/** The two ways to write batches of one league. The result is as if they were written one after the other. */
export interface LeagueWriter {
  /**
   * Writes the first of these batches on top of the cached league, in one statement.
   * @returns the results of the batches that could be written this way, from the first on; may be empty
   */
  writeOptimistically(batches: readonly Batch[]): Promise<readonly Results[]>;
  /**
   * Writes the first of these batches under the league's lock, with those after it that can share its transaction.
   * @returns the outcome of each
   */
  writeUnderLock(batches: readonly Batch[]): Promise<readonly PromiseSettledResult<Results>[]>;
}

/** A larger group is hardly faster, and its first batch would wait for the last. */
const MAX_BATCHES = 32;

/** The write queues of all leagues. They do not wait for each other. */
export class LeagueWriteQueues {
  /** Queues that are not idle. */
  readonly #queues = new Map<number, LeagueWriteQueue>();

  /**
   * Writes a batch in its turn.
   * @param writer the same for all batches of a league
   */
  add(leagueId: number, batch: Batch, writer: LeagueWriter): Promise<Results> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(leagueId) ?? new LeagueWriteQueue();
      this.#queues.set(leagueId, queue);
      queue.add({ batch, resolve, reject });
      if (queue.isIdle) void queue.run(writer, () => this.#queues.delete(leagueId));
    });
  }
}

/** A batch in the queue, with the promise of its results. */
interface WaitingBatch {
  readonly batch: Batch;
  resolve(results: Results): void;
  reject(error: unknown): void;
}

/**
 * A queue is always in one of these modes:
 * - idle: no batch waits.
 * - gathering: batches that arrive in this tick join the first group.
 * - optimistic: writes the first batches of the group in one statement, on top of the cached league.
 * - locked: writes newcomers and late matches under the league's lock.
 */
type Mode = 'idle' | 'gathering' | 'optimistic' | 'locked';

/** The modes that may follow each mode. */
const NEXT: Readonly<Record<Mode, readonly Mode[]>> = {
  idle: ['gathering'],
  gathering: ['optimistic'],
  optimistic: ['optimistic', 'locked', 'idle'],
  locked: ['optimistic', 'idle'],
};

/** Batches of one league in order of arrival. While one group is written, batches that arrive form the next group. */
class LeagueWriteQueue {
  #mode: Mode = 'idle';
  readonly #waiting: WaitingBatch[] = [];

  get isIdle(): boolean {
    return this.#mode === 'idle';
  }

  add(batch: WaitingBatch): void {
    this.#waiting.push(batch);
  }

  /**
   * Writes until no batch waits. Each group consists of the batches that arrived while the previous one was written, so no
   * batch waits for a timer.
   * @param onIdle called at once when no batch waits
   */
  async run(writer: LeagueWriter, onIdle: () => void): Promise<void> {
    this.#enter('gathering');
    await nextTurn();
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, MAX_BATCHES), writer);
    this.#enter('idle');
    onIdle();
  }

  async #write(group: WaitingBatch[], writer: LeagueWriter): Promise<void> {
    try {
      while (group.length > 0) {
        this.#enter('optimistic');
        const written = await writer.writeOptimistically(batchesOf(group));
        answerGroup(group.splice(0, written.length), written);
        if (written.length > 0) continue;
        this.#enter('locked');
        const settled = await writer.writeUnderLock(batchesOf(group));
        assert(settled.length > 0, 'the first batch must be settled under the lock');
        for (const [index, { resolve, reject }] of group.splice(0, settled.length).entries()) {
          const outcome = settled[index]!;
          if (outcome.status === 'fulfilled') resolve(outcome.value);
          else reject(outcome.reason);
        }
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  #enter(mode: Mode): void {
    assert(NEXT[this.#mode].includes(mode), `a write queue must not go from ${this.#mode} to ${mode}`);
    this.#mode = mode;
  }
}

function batchesOf(group: readonly WaitingBatch[]): Batch[] {
  return group.map(({ batch }) => batch);
}

/** Answers in the next tick: the next batches are sent first, and the database writes them while callers are answered. */
function answerGroup(group: readonly WaitingBatch[], results: readonly Results[]): void {
  setImmediate(() => {
    for (const [index, { resolve }] of group.entries()) resolve(results[index]!);
  });
}
