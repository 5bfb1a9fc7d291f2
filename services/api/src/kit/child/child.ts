import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { BEGUN, DONE, SAYING } from './in-child.js';

export interface ChildOptions {
  /** Arguments of the module, from `process.argv[3]` on. */
  readonly args?: readonly string[];
  /** Megabytes of V8's heap; Node's own limit if omitted. */
  readonly heap?: number | undefined;
  /** Megabytes that the process may take in addition to a limited heap: for code, and for memory outside the heap. */
  readonly beside: number;
  /** Gets the messages of the module. */
  readonly onMessage: (message: never) => void;
  /** Gets the output of the module; it is discarded if omitted. */
  readonly onPrinted?: (from: Readable) => void;
}

/** Signals and exit codes of a V8 process that ran out of memory. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

/**
 * A process that runs a module of the service, so that its end, for example by a lack of memory, affects nothing else. From the
 * environment it gets only the time zone. It ignores signals that stop the service, and ends with the service.
 */
export class Child {
  /** Why it has ended, as text after its name; after this, it sends nothing. */
  readonly ended: Promise<string>;
  /** How many tasks it has begun, and how many parts of the newest are done. They are exact when the process has ended. */
  begun = 0;
  done = 0;
  /** Whether it ran out of memory; known when it has ended. */
  lackedMemory = false;
  readonly #process: ChildProcess | null;
  #reason: string | null = null;
  #lastWords = '';

  constructor(module: URL, { args = [], heap, beside, onMessage, onPrinted }: ChildOptions) {
    const most = heap === undefined ? 0 : heap + beside;
    const started = start(module, [String(most), ...args], heap, onPrinted !== undefined);
    if (started instanceof Error) {
      this.#process = null;
      this.ended = Promise.resolve(`could not be started: ${started.message}`);
      return;
    }
    this.#process = started;
    if (started.pid === undefined) {
      this.ended = event(started, 'error').then(([error]) => `could not be started: ${(error as Error).message}`);
      return;
    }
    const said = started.stdio[SAYING] as Readable;
    // Its output may come later, or never end: a program that it started may keep it open.
    const [exit, ...rest] = [event(started, 'exit'), event(said, 'close'), event(started, 'disconnect')];
    this.ended = Promise.all([exit, ...rest]).then(([[status, signal]]) => {
      this.lackedMemory = this.#reason === null && OUT_OF_MEMORY.includes(signal as string | null);
      return this.#reason ?? (this.#lastWords || endOfProcess(status as number | null, signal as string | null, heap));
    });
    started.on('error', () => undefined);
    started.on('message', onMessage as (message: unknown) => void);
    said.on('data', (text: Buffer) => this.#hear(text));
    for (const printed of [started.stdout, started.stderr]) if (printed) onPrinted?.(printed);
  }

  /** Resolves when the message has been handed over, or the process has ended. */
  send(message: object | string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#process?.connected) this.#process.send(message, () => resolve());
      else resolve();
    });
  }

  /** @param reason the value of `ended`, unless the process has ended already */
  end(reason: string): void {
    this.#reason ??= reason;
    this.#process?.kill('SIGKILL');
  }

  #hear(said: Buffer): void {
    for (const [place, sign] of said.entries()) {
      if (this.#lastWords === '' && sign === BEGUN) {
        this.begun++;
        this.done = 0;
      } else if (this.#lastWords === '' && sign === DONE) this.done++;
      else {
        this.#lastWords += said.toString('utf8', place);
        return;
      }
    }
  }
}

/** The arguments of an event. Unlike Node's function, it ignores errors. */
function event(emitter: NodeJS.EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((resolve) => emitter.once(name, (...emitted: unknown[]) => resolve(emitted)));
}

/** A process, or the error that Node throws; other errors come as an event. */
function start(module: URL, args: readonly string[], heap: number | undefined, isHeard: boolean): ChildProcess | Error {
  const printed = isHeard ? 'pipe' : 'ignore';
  try {
    return fork(module, args, {
      serialization: 'advanced',
      execArgv: heap === undefined ? [] : [`--max-old-space-size=${heap}`],
      env: { TZ: new Intl.DateTimeFormat().resolvedOptions().timeZone },
      stdio: ['ignore', printed, printed, 'ipc', 'pipe'],
    });
  } catch (error) {
    return error as Error;
  }
}

function endOfProcess(status: number | null, signal: string | null, heap: number | undefined): string {
  if (OUT_OF_MEMORY.includes(signal))
    return `used more than ${heap === undefined ? 'its memory' : `${heap} MB of memory`}`;
  return signal === null ? `ended its process with status ${status}` : `was ended by ${signal}`;
}
