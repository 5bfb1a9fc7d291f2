import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { BEGUN, DONE, OVER, SAYING } from './in-child.js';

export interface ChildOptions {
  /** What the module finds from `process.argv[3]` on. */
  readonly args?: readonly string[];
  /** Megabytes of V8's heap; Node's own limit if omitted. */
  readonly heap?: number | undefined;
  /** Megabytes that the process may take beside its heap, if that has a limit: for code, and for what lies outside of the heap. */
  readonly beside: number;
  /** Gets what the module sends. */
  readonly onMessage: (message: never) => void;
  /** Gets what the module prints; nobody gets it if omitted. */
  readonly onPrinted?: (from: Readable) => void;
}

/** What ends a process of V8 that has no memory left. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

/**
 * A process that runs a module of the service, so that its end, as by a lack of memory, costs nothing else. It gets nothing of the
 * environment but the time zone, passes over signals that ask the service to stop, and ends with the service.
 */
export class Child {
  /** Why it has ended, to be said after its name; after this, nothing comes from it. */
  readonly ended: Promise<string>;
  /** How many parts of its work in progress are done; null if it is not at work. It is exact when the process has ended. */
  done: number | null = null;
  readonly #process: ChildProcess;
  #reason: string | null = null;
  #lastWords = '';

  constructor(module: URL, { args = [], heap, beside, onMessage, onPrinted }: ChildOptions) {
    const most = heap === undefined ? 0 : heap + beside;
    this.#process = fork(module, [String(most), ...args], {
      serialization: 'advanced',
      execArgv: heap === undefined ? [] : [`--max-old-space-size=${heap}`],
      env: { TZ: new Intl.DateTimeFormat().resolvedOptions().timeZone },
      stdio: ['ignore', onPrinted ? 'pipe' : 'ignore', onPrinted ? 'pipe' : 'ignore', 'ipc', 'pipe'],
    });
    this.ended = new Promise((resolve) => {
      this.#process.on('error', (error) => resolve(`could not be started: ${error.message}`));
      this.#process.once('close', async (status: number | null, signal: string | null) => {
        // Its last messages may still be on their way.
        if (this.#process.connected) await once(this.#process, 'disconnect');
        resolve(this.#reason ?? (this.#lastWords || endOf(status, signal, heap)));
      });
    });
    if (this.#process.pid === undefined) return;
    this.#process.on('message', onMessage as (message: unknown) => void);
    (this.#process.stdio[SAYING] as Readable).on('data', (said: Buffer) => this.#hear(said));
    for (const printed of [this.#process.stdout, this.#process.stderr]) if (printed) onPrinted?.(printed);
  }

  /** Resolves when the message has been handed over, or the process has ended. */
  send(message: object | string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#process.connected) this.#process.send(message, () => resolve());
      else resolve();
    });
  }

  /** @param reason what `ended` says, unless the process ended before */
  end(reason: string): void {
    this.#reason ??= reason;
    this.#process.kill('SIGKILL');
  }

  #hear(said: Buffer): void {
    for (const [place, sign] of said.entries()) {
      if (this.#lastWords === '' && sign === BEGUN) this.done = 0;
      else if (this.#lastWords === '' && sign === DONE) this.done!++;
      else if (this.#lastWords === '' && sign === OVER) this.done = null;
      else {
        this.#lastWords += said.toString('utf8', place);
        return;
      }
    }
  }
}

function endOf(status: number | null, signal: string | null, heap: number | undefined): string {
  if (OUT_OF_MEMORY.includes(signal))
    return `used more than ${heap === undefined ? 'its memory' : `${heap} MB of memory`}`;
  return signal === null ? `ended its process with status ${status}` : `was ended by ${signal}`;
}
