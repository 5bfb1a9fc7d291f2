import { resolve as absolute } from 'node:path';
import { LadderError } from '../errors.js';
import type { LeagueClient } from '../league.js';
import { checkIsOne, type MatchToSubmit } from '../match.js';
import { delayBefore, sleep } from '../retry.js';
import type { SubmitOutcome } from '../submit.js';
import { type Journal, openJournal } from './journal.js';
import { lock } from './lock.js';

export interface OutboxOptions {
  /**
   * Hears what became of each match. It may hear of a match twice if the process dies meanwhile, the second time with
   * `replayed: true`. If it throws, the match is sent again.
   */
  readonly onResult?: (match: MatchToSubmit, result: SubmitOutcome) => void | Promise<void>;
  /** Hears why matches still wait; they are sent again, after half a minute at most. What it throws is ignored. */
  readonly onDelay?: (delay: { readonly reason: Error; readonly waiting: number }) => void;
}

/** Matches that are on their way to a league, in a file. */
export interface Outbox extends AsyncDisposable {
  /** Resolves when the match is in the file: it will be submitted, whatever becomes of this process. */
  add(match: MatchToSubmit): Promise<void>;
  /** How many matches wait. */
  readonly waiting: number;
  /** Resolves when no match waits. */
  drained(): Promise<void>;
  /** Stops submitting. What still waits is in the file for the next time. */
  close(): Promise<void>;
}

/** Matches that are under way at a time. */
const MAX_SENT = 1_000;
/** Refusals that pass: the league is recomputed, or the operator has something to do. */
const PASSING = new Set(['CONFLICT', 'RATER_MISSING', 'QUOTA_EXCEEDED']);
/** Refusals of single matches among them: others may go before these. */
const OF_ONE = 'QUOTA_EXCEEDED';

/**
 * Opens an outbox, and submits what the last process left in it.
 * @param path of its file, which one process has open at a time; created if missing
 * @throws Error if another process has it open, or if the file is damaged
 */
export async function openOutbox(league: LeagueClient, path: string, options: OutboxOptions = {}): Promise<Outbox> {
  const unlock = await lock(absolute(path));
  try {
    return outboxOver(league, await openJournal(path), options, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

interface Added {
  readonly match: MatchToSubmit;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

function outboxOver(
  league: LeagueClient,
  journal: Journal,
  { onResult, onDelay }: OutboxOptions,
  unlock: () => Promise<void>,
): Outbox {
  const stop = new AbortController();
  const { signal } = stop;
  const added: Added[] = [];
  /** Added, and not in the file yet. */
  let adding = 0;
  const drains: Drain[] = [];
  /** Matches that were refused and wait behind the others, those first that were not sent for longest. */
  const behind = new Set<number>();
  let isSending = false;
  let isClosed = false;
  /** One change of the file at a time. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const done = turn.then(change);
    turn = done.catch(() => undefined);
    return done;
  };

  /** Writes down what was added since the last time: many matches, one wait for the disk. */
  const writeAdded = async () => {
    const batch = added.splice(0);
    if (batch.length === 0) return;
    try {
      await journal.add(batch.map(({ match }) => match));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    adding -= batch.length;
    wake();
  };

  const wake = () => {
    if (isSending || signal.aborted) return;
    isSending = true;
    void sendAll().then(() => {
      isSending = false;
      if (journal.waiting.size > 0) wake();
      else if (adding === 0) for (const { resolve } of drains.splice(0)) resolve();
    });
  };

  const sendAll = async () => {
    for (let attempt = 1; journal.waiting.size > 0 && !signal.aborted; ) {
      const entries = nextOf(journal.waiting, behind);
      const outcomes = await Promise.all(entries.map(([, match]) => settle(match)));
      if (signal.aborted) return;
      const settled = entries.filter((_, index) => outcomes[index] === undefined).map(([n]) => n);
      // Where this cannot be written, they are sent again after a restart, and count once all the same.
      const failed = await inTurn(() => journal.settle(settled)).catch(errorOf);
      for (const [index, [n]] of entries.entries()) {
        behind.delete(n);
        if (outcomes[index] instanceof LadderError && outcomes[index].code === OF_ONE) behind.add(n);
      }
      const reason = outcomes.find((outcome) => outcome !== undefined) ?? failed;
      if (!reason) {
        attempt = 1;
        continue;
      }
      try {
        onDelay?.({ reason, waiting: journal.waiting.size });
      } catch {
        // Matches do not wait for a log that fails.
      }
      const retryAfter = reason instanceof LadderError ? reason.retryAfter : undefined;
      await sleep(delayBefore(attempt++, { retryAfter }), signal).catch(() => undefined);
    }
  };

  /** Submits a match. @returns why it still waits; undefined if it is settled */
  const settle = async (match: MatchToSubmit): Promise<Error | undefined> => {
    try {
      const result = await league.submit(match);
      if (!result.ok && PASSING.has(result.error.code)) return new LadderError(result.error.message, result.error.code);
      if (!signal.aborted) await onResult?.(match, result);
      return undefined;
    } catch (error) {
      return errorOf(error);
    }
  };

  const close = async () => {
    stop.abort();
    await inTurn(writeAdded);
    await inTurn(() => journal.close());
    await unlock();
    isClosed = true;
    for (const { reject } of drains.splice(0)) reject(closedEarly());
  };
  const closedEarly = () => {
    const { size } = journal.waiting;
    return new Error(`The outbox was closed while ${size} ${size === 1 ? 'match waits' : 'matches wait'}`);
  };
  let closed: Promise<void> | undefined;
  const closeOnce = () => {
    closed ??= close();
    return closed;
  };

  wake();
  return {
    add: (match) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) throw new Error('The outbox is closed');
        checkIsOne(match);
        // As it is now, whatever the caller does with it.
        added.push({ match: JSON.parse(JSON.stringify(match)), resolve, reject });
        adding++;
        void inTurn(writeAdded);
      }),
    get waiting() {
      return adding + journal.waiting.size;
    },
    drained: () =>
      new Promise((resolve, reject) => {
        if (adding + journal.waiting.size === 0) resolve();
        // While it is being closed, its end reports it.
        else if (isClosed) reject(closedEarly());
        else drains.push({ resolve, reject });
      }),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** The matches that are sent next, in the order in which they were added. */
function nextOf(
  waiting: ReadonlyMap<number, MatchToSubmit>,
  behind: ReadonlySet<number>,
): (readonly [number, MatchToSubmit])[] {
  const before = Array.from(waiting.keys()).filter((n) => !behind.has(n));
  const chosen = [...before.slice(0, MAX_SENT), ...behind].slice(0, MAX_SENT).sort((a, b) => a - b);
  return chosen.map((n) => [n, waiting.get(n)!]);
}

interface Drain {
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
