import assert from 'node:assert/strict';
import { defaultSettings, type Json, type Rater, RaterFault } from '@openladder/rating';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { FairSemaphore } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import { ProcessEnded, type ProcessOptions, RaterProcess } from './rater-process.js';
import type { Began, Call, Description, RaterAnswer, Task } from './serve-raters.js';
import { type OPTIONAL, REQUIRED } from './third-party.js';

/** A process restarts after this many milliseconds, and after twice as many for each further end within a minute. */
const FIRST_DELAY = 100;
const LONGEST_DELAY = 60_000;
/** How long work waits for a new process, in milliseconds, before its caller has to retry. */
const WAIT_FOR_START = 2000;
/** A rater that works for this long after its process ended, in milliseconds, counts as recovered. */
const CALM = 5000;
/** Tries of a task whose process ended for another reason. */
const TRIES = 3;
/** Milliseconds that a call may take without counting as a delay of the service. */
const QUICK = 2;
/** Milliseconds of counted delays that are forgotten in each millisecond that passes. */
const FORGOTTEN = 0.1;
/**
 * Leagues of third parties' raters that may be locked at once, each of another package. Fewer than all leagues that are written at once
 * (see the budget of connections), so that bad raters, however many, never keep the others waiting.
 */
const writers = new FairSemaphore<Package>(2);
/** Cached results of calls with the same settings. */
const REMEMBERED = 1000;

export interface ApartOptions extends ProcessOptions {
  /**
   * How long the service may block for a call of a small function, and for all of them in a row, in milliseconds. Work that is likely
   * to take longer goes through `askRater`, and blocks nothing.
   */
  readonly timeout: number;
}

/** What is wrong with a rater. */
export interface RaterTrouble {
  readonly since: Date;
  readonly message: string;
}

/** The rater ended its process, or had to be ended, in this piece of work. */
export class RaterEnded extends RaterFault {
  constructor(
    message: string,
    /** How many parts of the work were done. */
    readonly done: number,
    /** How long it took until then, in milliseconds. */
    readonly spent: number,
  ) {
    super(message);
  }
}

/** The process of a rater starts again. */
export class RaterAway extends Unavailable {
  override readonly name = 'RaterAway';
}

/** The answer of a rater, or a substitute: a rater that fails or is away must not break a page. */
export function orElse<T>(asked: () => T, otherwise: () => T): T {
  try {
    return asked();
  } catch (error) {
    if (error instanceof RaterFault || error instanceof RaterAway) return otherwise();
    throw error;
  }
}

/** Keeps a process of a package running: starts another one when it ends. */
class Keeper {
  trouble: RaterTrouble | null = null;
  /** The package's description at the start. */
  #known: string | null = null;
  #process: RaterProcess;
  /** Whether the process has started with the same description. */
  #isChecked = false;
  #ends: number[] = [];
  #startsAt = 0;
  #next: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Milliseconds for which the service was blocked recently. */
  #lost = 0;
  #lostAt = 0;
  readonly #inTurn = pLimit(1);

  constructor(
    readonly specifier: string,
    readonly options: ApartOptions,
  ) {
    this.#process = this.#start();
  }

  /** The raters of the first process. Further processes are used only if theirs are the same. */
  async describe(): Promise<readonly Description[]> {
    const began = await this.#process.began;
    if ('problem' in began) throw new Error(began.problem);
    this.#known = JSON.stringify(began);
    this.#isChecked = true;
    return began.raters;
  }

  /** @throws RaterEnded, RaterAway, or RaterFault if the rater fails */
  ask(task: Task, name: string): Promise<unknown> {
    return this.#inTurn(async () => {
      for (let tries = 1; ; tries++) {
        const started = await this.#running(name);
        const begin = performance.now();
        try {
          return answerOf(await started.ask(task));
        } catch (error) {
          if (!(error instanceof ProcessEnded)) throw error;
          if (error.done !== null) {
            throw new RaterEnded(`${name} ${error.reason}`, error.done, performance.now() - begin);
          }
          if (tries === TRIES) throw this.#away(name);
        }
      }
    });
  }

  /** @throws RaterEnded, RaterAway, or RaterFault if the rater fails */
  askNow(call: Call, name: string): unknown {
    const { timeout } = this.options;
    if (!this.#isChecked || !this.#process.isReady) throw this.#away(name);
    const begin = performance.now();
    try {
      const { answer, spent } = this.#process.askNow(call, timeout);
      this.#count(spent);
      const value = answerOf(answer);
      this.works();
      return value;
    } catch (error) {
      throw error instanceof ProcessEnded
        ? new RaterEnded(`${name} ${error.reason}`, 0, performance.now() - begin)
        : error;
    }
  }

  /** Counts the time of the rater for a call. A late turn on a busy machine is not the rater's fault. */
  #count(spent: number): void {
    const { timeout } = this.options;
    const now = performance.now();
    this.#lost = Math.max(0, this.#lost - FORGOTTEN * (now - this.#lostAt)) + Math.max(0, spent - QUICK);
    this.#lostAt = now;
    if (this.#lost <= timeout) return;
    this.#lost = 0;
    this.#process.end(`kept the service waiting for more than ${timeout} ms`);
  }

  /** The rater has worked: if that lasts for a while, the trouble is over. */
  works(): void {
    if (this.trouble && Date.now() - (this.#ends.at(-1) ?? 0) > CALM) this.trouble = null;
  }

  close(): void {
    this.#isClosed = true;
    this.#process.end('was closed');
  }

  #away(name: string): RaterAway {
    const seconds = Math.max(1, Math.ceil((this.#startsAt - Date.now()) / 1000));
    const reason = this.trouble ? `, because it ${this.trouble.message}` : '';
    return new RaterAway(`${name} is started again${reason}. Try again in ${seconds} s.`, { retryAfter: seconds });
  }

  async #running(name: string): Promise<RaterProcess> {
    for (;;) {
      if (this.#startsAt - Date.now() > WAIT_FOR_START) throw this.#away(name);
      await this.#next;
      const started = this.#process;
      const began = await started.began.catch(() => null);
      if (started.isReady && began) return started;
      if (started === this.#process && this.#startsAt <= Date.now()) throw this.#away(name);
    }
  }

  #isKnown(began: Began): boolean {
    return JSON.stringify(began) === this.#known;
  }

  #start(): RaterProcess {
    this.#isChecked = false;
    const started = new RaterProcess(this.specifier, this.options, (reason) => this.#onEnd(reason));
    void started.began.then(
      (began) => {
        this.#isChecked = started === this.#process && this.#isKnown(began);
        if (this.#known === null || this.#isKnown(began)) return;
        const problem = 'problem' in began ? began.problem : 'its files have changed; restart the service';
        started.end(`could not be started again: ${problem}`);
      },
      () => undefined,
    );
    return started;
  }

  #onEnd(reason: string): void {
    if (this.#isClosed || this.#known === null) return;
    const now = Date.now();
    this.#ends = [...this.#ends.filter((end) => end > now - LONGEST_DELAY), now];
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (this.#ends.length - 1));
    this.#startsAt = now + delay;
    this.trouble = { since: this.trouble?.since ?? new Date(now), message: reason };
    this.options.log.error(
      { rater: this.specifier, reason, startsAgainIn: delay },
      'Restarting a third-party rater; leagues of other raters are not affected',
    );
    this.#next = new Promise((resolve) => {
      setTimeout(() => {
        try {
          if (!this.#isClosed) this.#process = this.#start();
        } catch (error) {
          this.#onEnd(`could not be started: ${(error as Error).message}`);
        }
        resolve();
      }, delay).unref();
    });
  }
}

/** A package of raters, in two processes: one for work, and one that answers calls meanwhile. */
interface Package {
  readonly answers: Keeper;
  readonly work: Keeper;
}

interface Place {
  readonly package: Package;
  readonly key: string;
  /** The rater's key and version. */
  readonly name: string;
}

const places = new WeakMap<Rater, Place>();

/**
 * Loads the raters of a third party in processes of their own.
 * @param specifier see `loadThirdParty`
 * @throws Error
 */
export async function loadApart(specifier: string, options: ApartOptions): Promise<readonly Rater[]> {
  const own: Package = {
    answers: new Keeper(specifier, options),
    work: new Keeper(specifier, options),
  };
  try {
    const [raters, same] = await Promise.all([own.answers.describe(), own.work.describe()]);
    assert.deepEqual(raters, same, 'its raters must be the same each time that it is loaded');
    return raters.map((description) => proxyOf(description, own));
  } catch (error) {
    closePackage(own);
    throw error;
  }
}

function answerOf(answer: RaterAnswer): unknown {
  if (!('problem' in answer)) return answer.value;
  throw answer.isFault ? new RaterFault(answer.problem) : new Error(answer.problem);
}

/**
 * Runs a write that holds a league's lock while its rater works. The leagues of a package wait for each other in its process; here they
 * wait before they hold any resource that others need. Do not nest it.
 */
export function inWritersTurn<T>(rater: Rater | undefined, write: () => Promise<T>): Promise<T> {
  const place = rater && places.get(rater);
  return place ? writers.run(place.package, write) : write();
}

/** Pure functions of settings, which are called repeatedly. */
const OF_SETTINGS: ReadonlySet<string> = new Set(['checkSettings', 'formats', 'matchesForRank', 'initial']);

/** The rater of a description, whose functions are called in its process. */
function proxyOf(description: Description, own: Package): Rater {
  const { has, restore, ...plain } = description;
  const { key, version } = plain;
  const name = `${key} ${version}`;
  const call =
    (path: string) =>
    (...args: readonly unknown[]) =>
      own.answers.askNow({ key, name: path, args }, name) as never;
  const remembered = (path: string) => {
    const answers = new LRUCache<string, { readonly value: unknown }>({ max: REMEMBERED });
    const ask = call(path);
    return (settings: unknown) => {
      const asked = JSON.stringify(settings);
      const answer = answers.get(asked) ?? { value: ask(settings) };
      answers.set(asked, answer);
      return answer.value as never;
    };
  };
  const functions = [...REQUIRED, ...has].map((path) => [path, (OF_SETTINGS.has(path) ? remembered : call)(path)]);
  const rater: Rater = {
    ...plain,
    ...(Object.fromEntries(functions) as Pick<Rater, (typeof REQUIRED | typeof OPTIONAL)[number]>),
    restore: restore
      ? {
          needs: restore.needs,
          readsContributions: restore.readsContributions,
          memory: restore.hasMemory
            ? { width: remembered('restore.memory.width'), of: call('restore.memory.of') }
            : undefined,
          from: call('restore.from'),
        }
      : undefined,
  };
  places.set(rater, { package: own, key, name });
  // These are known while the process restarts, at least for the settings of most leagues.
  const defaults = defaultSettings<Record<string, Json>>(rater.settings);
  for (const settings of [defaults, ...(rater.presets ?? []).map((preset) => ({ ...defaults, ...preset.settings }))]) {
    for (const ask of [rater.formats, rater.initial, rater.matchesForRank]) {
      if (ask)
        orElse(
          () => void ask(settings),
          () => undefined,
        );
    }
  }
  return rater;
}

/** Whether a rater runs in a separate process. */
export function isApart(rater: Rater): boolean {
  return places.has(rater);
}

/** A function of a module of the service whose arguments and results are data, except for the rater of the system. */
export interface Work<S, A extends readonly unknown[], R> {
  /** `import.meta.url` of the module that exports it. */
  readonly module: string;
  readonly run: (system: S, ...args: A) => R;
}

/**
 * Calls a function with a rating system: here if its rater is built in, and otherwise in its process.
 * @throws RaterEnded, RaterAway, or RaterFault if the rater fails
 */
export function askRater<S extends { readonly rater: Rater }, A extends readonly unknown[], R>(
  system: S,
  { module, run }: Work<S, A, R>,
  ...args: A
): R | Promise<R> {
  const place = places.get(system.rater);
  if (!place) return run(system, ...args);
  const { rater: _, ...rest } = system;
  const task = { key: place.key, module, name: run.name, system: rest, args };
  return place.package.work.ask(task, place.name) as Promise<R>;
}

/** What is wrong with a rater at present; null for one that works. */
export function troubleOf(rater: Rater): RaterTrouble | null {
  const place = places.get(rater);
  if (!place) return null;
  const trouble = place.package.work.trouble ?? place.package.answers.trouble;
  return trouble && { ...trouble, message: `${place.name} ${trouble.message}` };
}

/** Records that a rater has rated correctly, or its fault. @param message continues after the rater's name; null: nothing */
export function noteTrouble(rater: Rater, message: string | null): void {
  const work = places.get(rater)?.package.work;
  if (!work) return;
  if (message === null) {
    work.works();
    return;
  }
  work.trouble = { since: work.trouble?.since ?? new Date(), message };
  work.options.log.warn({ rater: work.specifier, reason: message }, 'A third-party rater does not work');
}

/** Ends the processes of raters. */
export function closeRaters(raters: Iterable<Rater>): void {
  for (const rater of raters) {
    const place = places.get(rater);
    if (place) closePackage(place.package);
  }
}

function closePackage({ answers, work }: Package): void {
  answers.close();
  work.close();
}
