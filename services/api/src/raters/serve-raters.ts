import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { type Rater, RaterFault } from '@openladder/rating';
import { BEGUN, beginChild, say, sendToService, textOf } from '../kit/child/in-child.js';
import { factsOf } from './guarded-rater.js';
import { loadThirdParty, locateModule, OPTIONAL } from './third-party.js';

/** Bytes of an answer to a call, and to a task: while the service reads them, everybody waits, for up to a quarter of a second. */
const MAX_ANSWER = 2 ** 20;
const MAX_WORK_ANSWER = 2 ** 22;
/** Places of errors that are printed: a rater that fails on every match reports the place once. */
const MAX_PRINTED = 100;

/** One call of a function of a rater. */
export interface Call {
  readonly key: string;
  /** A path, such as `restore.from`. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A task of the service with a rater: a function of one of its modules, called with the system and the other arguments. */
export interface Task {
  readonly key: string;
  readonly module: string;
  readonly name: string;
  /** A rating system without its rater. */
  readonly system: object;
  readonly args: readonly unknown[];
}

/** A question to a process. */
export interface Question {
  /** Null for a task. */
  readonly id: number | null;
  /** A `Call` or a `Task`, serialized by V8. */
  readonly asked: Uint8Array;
}

export interface Reply {
  /** The id of the question. */
  readonly id: number | null;
  /** How long it took, in milliseconds. */
  readonly spent: number;
  /** A `RaterAnswer`, serialized by V8. */
  readonly answer: Uint8Array;
}

export type RaterAnswer = { readonly value: unknown } | { readonly problem: string; readonly isFault: boolean };

/** The known facts about a rater that need no call. */
export type Description = ReturnType<typeof factsOf> & {
  /** Its optional functions. */
  readonly has: readonly (typeof OPTIONAL)[number][];
  readonly restore:
    | (Pick<NonNullable<Rater['restore']>, 'needs' | 'readsContributions'> & { hasMemory: boolean })
    | null;
};

/** The first message of a process. */
export type Began =
  | { readonly raters: readonly Description[] /** SHA-256 of the module's file. */; readonly file: string }
  | { readonly problem: string };

type Function = (...args: readonly unknown[]) => unknown;

await serveRaters(process.argv[3]!);

/** Answers the service from a separate process. */
async function serveRaters(specifier: string): Promise<void> {
  const questions = beginChild<Question>();
  let raters: ReadonlyMap<string, Rater>;
  try {
    raters = new Map((await loadThirdParty(specifier, printOnce())).map((rater) => [rater.key, rater]));
    // Through JSON, so that only data is sent.
    const described = JSON.parse(JSON.stringify([...raters.values()].map(describe))) as Description[];
    const file = createHash('sha256')
      .update(await readFile(new URL(locateModule(specifier))))
      .digest('hex');
    sendToService({ raters: described, file } satisfies Began);
  } catch (error) {
    sendToService({ problem: textOf(error) } satisfies Began);
  }
  for await (const { id, asked } of questions) {
    const begin = performance.now();
    const question = deserialize(asked) as Call | Task;
    const answer = 'module' in question ? await doTask(raters!, question) : answerCall(raters!, question);
    sendToService({ id, spent: performance.now() - begin, answer } satisfies Reply);
  }
}

/** Prints an error of each place once, whatever its players: the output goes to the log. */
function printOnce(): (text: string) => void {
  const printed = new Set<string>();
  return (text) => {
    const place = /\n +at [\s\S]*$/.exec(text)?.[0] ?? text;
    if (printed.size === MAX_PRINTED || printed.has(place)) return;
    printed.add(place);
    console.error(text);
  };
}

function answerCall(raters: ReadonlyMap<string, Rater>, { key, name, args }: Call): Uint8Array {
  const rater = raters.get(key)!;
  return answered(rater, MAX_ANSWER, () => call(rater, name, args));
}

async function doTask(
  raters: ReadonlyMap<string, Rater>,
  { key, module, name, system, args }: Task,
): Promise<Uint8Array> {
  const { [name]: run } = (await import(module)) as Record<string, Function>;
  say(BEGUN);
  const rater = raters.get(key)!;
  return answered(rater, MAX_WORK_ANSWER, () => run!({ ...system, rater }, ...args));
}

function answered({ key, version }: Rater, most: number, ask: () => unknown): Uint8Array {
  try {
    const answer = plainBytes(`${key} ${version}`, { value: ask() });
    if (answer.length <= most) return answer;
    throw new RaterFault(`${key} ${version} answered with ${answer.length} bytes; at most ${most} are allowed`);
  } catch (error) {
    return serialize({ problem: textOf(error), isFault: error instanceof RaterFault } satisfies RaterAnswer);
  }
}

/** @throws RaterFault if a rater's answer cannot leave the process */
function plainBytes(name: string, answer: RaterAnswer): Uint8Array {
  try {
    return serialize(answer);
  } catch (error) {
    throw new RaterFault(`${name} answered with something that is not plain data: ${textOf(error)}`);
  }
}

function call(rater: Rater, path: string, args: readonly unknown[]): unknown {
  const names = path.split('.');
  const last = names.pop()!;
  const owner = names.reduce<Record<string, unknown>>((part, name) => part[name] as never, rater as never);
  return (owner[last] as Function)(...args);
}

function describe(rater: Rater): Description {
  const { restore } = rater;
  return {
    ...factsOf(rater),
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
