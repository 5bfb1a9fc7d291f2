import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Log } from '../kit/log.js';
import type { Began, Call, CallAnswer, Task, ThreadAnswer, ThreadSetup } from './rater-thread.js';
import { ANSWERED, CALLING, DONE, NUMBERS, PHASE, READY } from './thread-signal.js';

/** Raters of third parties run in threads of their own, so that their slowness, errors and ends cost only the leagues that use them. */
const MODULE = new URL('./rater-thread.js', import.meta.url);
/** Megabytes of heap of a thread. */
const HEAP = 256;
/** How long a piece of work of a thread may take, in milliseconds; then the thread is ended. */
export const MAX_WORK = 10_000;
/** How long a module may take to load, in milliseconds. */
const MAX_LOADING = 30_000;
/** Characters of what a rater prints that go to the log in one line. */
const PRINTED = 1000;
/** Milliseconds between two such lines. */
const PRINT_EVERY = 1000;

/** Why a thread ended. */
export class ThreadEnded extends Error {
  constructor(
    readonly reason: string,
    /** How many parts of its work were done, if the rater was at work; null if it was not. */
    readonly done: number | null,
  ) {
    super(reason);
  }
}

interface Waiting {
  resolve(answer: never): void;
  reject(error: Error): void;
}

export interface ThreadOptions {
  readonly log: Log;
  /** Megabytes of heap; by default 256. */
  readonly heap?: number;
}

/** @param isCorrection whether the end was reported before, with another reason */
type OnEnd = (reason: string, isCorrection: boolean) => void;

/** A thread with the raters of one package, from its start to its end. */
export class Thread {
  readonly began: Promise<Began>;
  readonly #worker: Worker;
  readonly #calls: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT));
  readonly #onEnd: OnEnd;
  #waiting: Waiting | null = null;
  #hasEnded = false;
  #reason: string | null = null;
  #lastCall = 0;

  constructor(specifier: string, { log, heap = HEAP }: ThreadOptions, onEnd: OnEnd) {
    this.#onEnd = onEnd;
    const { port1, port2 } = new MessageChannel();
    this.#calls = port1;
    this.#calls.unref();
    const workerData: ThreadSetup = { specifier, signal: this.#signal, calls: port2 };
    // Nothing of the environment: a rater needs none of its secrets.
    this.#worker = new Worker(MODULE, {
      ...{ workerData, transferList: [port2], env: {}, argv: [], execArgv: [], stdout: true, stderr: true },
      resourceLimits: { maxOldGenerationSizeMb: heap },
      name: `rater ${specifier}`,
    });
    this.#worker.on('message', (answer) => this.#settle((waiting) => waiting.resolve(answer as never)));
    this.#worker.on('error', (error: (Error & { code?: string }) | undefined) => {
      const isFull = error?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const full = `used more than ${heap} MB of memory`;
      // While the service stands still for a call, it only sees that no answer comes.
      if (isFull && this.#hasEnded) this.#onEnd(full, true);
      this.#over(isFull ? full : `threw an error outside of its calls: ${error?.message ?? String(error)}`);
    });
    this.#worker.on('exit', (status) => this.#over(`ended its thread with status ${status}`));
    const print = printer(log, specifier);
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) {
      stream.on('data', print);
    }
    this.began = this.#wait(MAX_LOADING);
    this.began.catch(() => undefined);
  }

  /** @throws ThreadEnded */
  async ask(task: Task): Promise<ThreadAnswer> {
    this.#worker.postMessage(task);
    return this.#wait<ThreadAnswer>(MAX_WORK);
  }

  /**
   * Calls a function while this thread stands still.
   * @throws ThreadEnded
   */
  askNow(call: Call, most: number): CallAnswer {
    const id = ++this.#lastCall;
    const end = performance.now() + most;
    let seen = Atomics.load(this.#signal, ANSWERED);
    this.#calls.postMessage({ id, ...call });
    for (;;) {
      const left = end - performance.now();
      if (left > 0) Atomics.wait(this.#signal, ANSWERED, seen, left);
      seen = Atomics.load(this.#signal, ANSWERED);
      const woken = performance.now();
      for (let got = receiveMessageOnPort(this.#calls); got; got = receiveMessageOnPort(this.#calls)) {
        const answer = got.message as CallAnswer;
        // A large answer takes time to receive, too.
        if (answer.id === id) return { ...answer, spent: answer.spent + performance.now() - woken };
      }
      if (left <= 0 || !this.isReady) throw this.end(`took longer than ${most} ms for ${call.name}`);
    }
  }

  get isReady(): boolean {
    return !this.#hasEnded && Atomics.load(this.#signal, PHASE) === READY;
  }

  end(reason: string): ThreadEnded {
    const hadEnded = this.#hasEnded;
    const error = this.#over(reason);
    if (!hadEnded) void this.#worker.terminate();
    return error;
  }

  async #wait<T>(most: number): Promise<T> {
    // A command must not end while it waits; at other times it may.
    this.#worker.ref();
    const timer = setTimeout(() => this.end(`took longer than ${most / 1000} s`), most);
    try {
      return await new Promise<T>((resolve, reject) => {
        if (this.#hasEnded) reject(new ThreadEnded(this.#reason!, null));
        this.#waiting = { resolve, reject };
      });
    } finally {
      clearTimeout(timer);
      this.#worker.unref();
    }
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) how(waiting);
  }

  #over(reason: string): ThreadEnded {
    const isCalling = Atomics.load(this.#signal, CALLING) === 1;
    const error = new ThreadEnded(this.#reason ?? reason, isCalling ? Atomics.load(this.#signal, DONE) : null);
    if (this.#hasEnded) return error;
    this.#hasEnded = true;
    this.#reason = reason;
    this.#settle(({ reject }) => reject(error));
    this.#onEnd(reason, false);
    return error;
  }
}

/** Logs what a rater prints: the first text at once, and further texts together, at most once in a while. */
function printer(log: Log, rater: string): (text: unknown) => void {
  let kept = '';
  let leftOut = 0;
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    timer = null;
    if (kept === '') return;
    const more = leftOut > 0 ? { charactersLeftOut: leftOut } : {};
    log.info({ rater, text: kept, ...more }, 'A third-party rater printed something');
    kept = '';
    leftOut = 0;
    timer = setTimeout(tell, PRINT_EVERY).unref();
  };
  return (chunk) => {
    const text = String(chunk);
    const fitting = text.slice(0, PRINTED - kept.length);
    kept += fitting;
    leftOut += text.length - fitting.length;
    if (!timer) tell();
  };
}
