import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Rater, RaterFault } from '@openladder/rating';
import { loadThirdParty } from './third-party.js';
import { ANSWERED, CALLING, DONE, ENDED, PHASE, READY, tellThrough } from './thread-signal.js';

/** The data that a thread of raters starts with. */
export interface ThreadSetup {
  /** The module or package; see `loadThirdParty`. */
  readonly specifier: string;
  /** Numbers that are shared; see thread-signal.ts. */
  readonly signal: Int32Array;
  /** Takes the calls for which the caller's thread stands still. */
  readonly calls: MessagePort;
}

/** One call of a function of a rater. */
export interface Call {
  readonly key: string;
  /** A path, such as `restore.from`. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Work of the service with a rater: a function of one of its modules, called with the system and the other arguments. */
export interface Task {
  readonly key: string;
  readonly module: string;
  readonly name: string;
  /** A rating system without its rater. */
  readonly system: object;
  readonly args: readonly unknown[];
}

export type ThreadAnswer = { readonly value: unknown } | { readonly problem: string; readonly isFault: boolean };

/** The answer to a call, with its number, and how long it took, in milliseconds. */
export type CallAnswer = ThreadAnswer & { readonly id: number; readonly spent: number };

/** What is known of a rater without calling it. */
export type Description = Pick<
  Rater,
  'key' | 'version' | 'title' | 'summary' | 'source' | 'settings' | 'presets' | 'isZeroSum' | 'usesWeight' | 'breaks'
> & {
  /** The optional functions that it has. */
  readonly has: readonly Optional[];
  readonly restore:
    | (Pick<NonNullable<Rater['restore']>, 'needs' | 'readsContributions'> & { hasMemory: boolean })
    | null;
};

export const OPTIONAL = [
  'checkSettings',
  'matchesForRank',
  'idle',
  'waited',
  'display',
  'adjustments',
  'explain',
] as const satisfies readonly (keyof Rater)[];
export type Optional = (typeof OPTIONAL)[number];

/** The first message of a thread. */
export type Began = { readonly raters: readonly Description[] } | { readonly problem: string };

type Function = (...args: readonly unknown[]) => unknown;

if (parentPort) await beginThread(parentPort, workerData as ThreadSetup);

async function beginThread(port: MessagePort, { specifier, signal, calls }: ThreadSetup): Promise<void> {
  process.on('exit', () => {
    Atomics.store(signal, PHASE, ENDED);
    wake(signal);
  });
  tellThrough(signal);
  let raters: ReadonlyMap<string, Rater>;
  let began: Began;
  try {
    raters = new Map((await loadThirdParty(specifier)).map((rater) => [rater.key, rater]));
    // Through JSON, so that nothing but data goes on.
    began = { raters: JSON.parse(JSON.stringify([...raters.values()].map(describe))) };
  } catch (error) {
    port.postMessage({ problem: errorMessage(error) } satisfies Began);
    return;
  }
  const answer = (key: string, work: (rater: Rater) => unknown): ThreadAnswer => {
    Atomics.store(signal, DONE, 0);
    Atomics.store(signal, CALLING, 1);
    try {
      return { value: work(raters.get(key)!) };
    } catch (error) {
      return { problem: errorMessage(error), isFault: error instanceof RaterFault };
    } finally {
      Atomics.store(signal, CALLING, 0);
    }
  };
  calls.on('message', ({ id, key, name, args }: Call & { readonly id: number }) => {
    const begin = performance.now();
    const answered = answer(key, (rater) => call(rater, name, args));
    post(calls, { id, spent: performance.now() - begin, ...answered });
    wake(signal);
  });
  port.on('message', async ({ key, module, name, system, args }: Task) => {
    const { [name]: run } = (await import(module)) as Record<string, Function>;
    post(
      port,
      answer(key, (rater) => run!({ ...system, rater }, ...args)),
    );
  });
  Atomics.store(signal, PHASE, READY);
  port.postMessage(began);
}

function wake(signal: Int32Array): void {
  Atomics.add(signal, ANSWERED, 1);
  Atomics.notify(signal, ANSWERED);
}

function call(rater: Rater, path: string, args: readonly unknown[]): unknown {
  const names = path.split('.');
  const last = names.pop()!;
  const owner = names.reduce<Record<string, unknown>>((part, name) => part[name] as never, rater as never);
  return (owner[last] as Function)(...args);
}

/** A rater may answer with what cannot leave the thread. */
function post(port: MessagePort, answer: ThreadAnswer | CallAnswer): void {
  try {
    port.postMessage(answer);
  } catch (error) {
    const problem = `it answered with something that is not plain data: ${errorMessage(error)}`;
    port.postMessage({ ...answer, value: undefined, problem, isFault: true });
  }
}

function describe(rater: Rater): Description {
  const { key, version, title, summary, source, settings, presets, isZeroSum, usesWeight, breaks, restore } = rater;
  return {
    ...{ key, version, title, summary, source, settings, presets, isZeroSum, usesWeight, breaks },
    has: OPTIONAL.filter((name) => rater[name] !== undefined),
    restore: restore
      ? {
          needs: restore.needs,
          readsContributions: restore.readsContributions,
          hasMemory: restore.memory !== undefined,
        }
      : null,
  };
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
