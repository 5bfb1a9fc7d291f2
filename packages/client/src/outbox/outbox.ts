import { resolve as absolute } from 'node:path';
import { LadderError } from '../errors.js';
import type { LeagueClient } from '../league.js';
import { checkMatch, type MatchToSubmit } from '../match.js';
import { delayBefore, sleep } from '../retry.js';
import type { SubmitOutcome } from '../submit.js';
import { type Journal, openJournal } from './journal.js';
import { lock } from './lock.js';
import { type Delay, delayOf } from './passing.js';

export interface OutboxOptions {
  /**
   * Called with the result of each match. It may be called twice if the process dies meanwhile, the second time with `replayed: true`.
   * If it throws, the match is sent again. Temporary refusals, and refusals that are not about the match, are delays instead.
   */
  readonly onResult?: (match: MatchToSubmit, result: SubmitOutcome) => void | Promise<void>;
  /** Called with the reason why matches still wait; they are sent again, after half a minute at most. Errors that it throws are ignored. */
  readonly onDelay?: (delay: { readonly reason: Error; readonly waiting: number }) => void;
}

/** Matches to be sent to a league, in a file. */
export interface Outbox extends AsyncDisposable {
  /** Resolves when the match is in the file: it will then be submitted, even if this process dies. */
  add(match: MatchToSubmit): Promise<void>;
  /** How many matches wait. */
  readonly waiting: number;
  /** Resolves when no match waits. */
  drained(): Promise<void>;
  /** Stops submitting. Waiting matches stay in the file for the next time. */
  close(): Promise<void>;
}

/** Matches that are being sent at a time. */
const MAX_SENT = 1_000;
/** For a delay whose length is ours to choose. */
const ASKS_NOTHING = { retryAfter: undefined };

/**
 * Opens an outbox, and submits the matches that the last process left in it.
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
  /** Refused matches, which wait behind the others; the one whose last attempt is oldest comes first. */
  const behind = new Set<number>();
  /** Aborted when there is something to send before those behind. */
  let pause = new AbortController();
  let isSending = false;
  let isClosed = false;
  /** One change of the file at a time. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const done = turn.then(change);
    turn = done.catch(() => undefined);
    return done;
  };

  /** Writes the matches that were added since the last time: many matches, one wait for the disk. */
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
    if (isSending) pause.abort();
    if (isSending || signal.aborted) return;
    isSending = true;
    void sendAll().then(() => {
      isSending = false;
      if (journal.waiting.size > 0) wake();
      else if (adding === 0) for (const { resolve } of drains.splice(0)) resolve();
    });
  };

  const sendAll = async () => {
    let [failures, refusals] = [0, 0];
    /** When those behind are sent again, by performance.now(). */
    let due = 0;
    while (journal.waiting.size > 0 && !signal.aborted) {
      const isDue = performance.now() >= due;
      const entries = nextOf(journal.waiting, behind, isDue);
      if (entries.length === 0) {
        pause = new AbortController();
        await sleep(due - performance.now(), pause.signal).catch(() => undefined);
        continue;
      }
      const delays = await Promise.all(entries.map(([, match]) => settle(match)));
      if (signal.aborted) return;
      const settled = entries.filter((_, index) => delays[index] === undefined).map(([n]) => n);
      // If this cannot be written, they are sent again after a restart, and still count once.
      const unwritten = await inTurn(() => journal.settle(settled)).catch(errorOf);
      for (const [index, [n]] of entries.entries()) {
        behind.delete(n);
        if (delays[index]?.isOfOne) behind.add(n);
      }
      const ofOne = delays.find((delay) => delay?.isOfOne)?.reason;
      if (isDue) {
        refusals = ofOne ? refusals + 1 : 0;
        due = ofOne ? performance.now() + delayBefore(refusals, ASKS_NOTHING) : 0;
      }
      const ofAll = delays.find((delay) => delay?.isOfOne === false)?.reason ?? unwritten;
      failures = ofAll ? failures + 1 : 0;
      const reason = ofAll ?? ofOne;
      if (reason) tellDelay(reason);
      if (!ofAll) continue;
      const asked = ofAll instanceof LadderError ? ofAll : ASKS_NOTHING;
      await sleep(delayBefore(failures, asked), signal).catch(() => undefined);
    }
  };

  const tellDelay = (reason: Error) => {
    try {
      onDelay?.({ reason, waiting: journal.waiting.size });
    } catch {
      // A failing log does not hold up matches.
    }
  };

  /** Submits a match. @returns why it still waits; undefined if it is settled */
  const settle = async (match: MatchToSubmit): Promise<Delay | undefined> => {
    try {
      const result = await league.submit(match);
      const delay = result.ok ? undefined : delayOf(match, result.error);
      if (!delay && !signal.aborted) await onResult?.(match, result);
      return delay;
    } catch (error) {
      return { reason: errorOf(error), isOfOne: false };
    }
  };

  const close = async () => {
    stop.abort();
    pause.abort();
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
        checkMatch(match);
        // A copy, whatever the caller does with the object.
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
        // While it is being closed, its end reports the failure.
        else if (isClosed) reject(closedEarly());
        else drains.push({ resolve, reject });
      }),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** The matches to send next, in the order in which they were added. @param isDue whether those behind are sent again */
function nextOf(
  waiting: ReadonlyMap<number, MatchToSubmit>,
  behind: ReadonlySet<number>,
  isDue: boolean,
): (readonly [number, MatchToSubmit])[] {
  const before = Array.from(waiting.keys()).filter((n) => !behind.has(n));
  const chosen = [...before.slice(0, MAX_SENT), ...(isDue ? behind : [])].slice(0, MAX_SENT).sort((a, b) => a - b);
  return chosen.map((n) => [n, waiting.get(n)!]);
}

interface Drain {
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
