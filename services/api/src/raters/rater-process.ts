import { deserialize, serialize } from 'node:v8';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Log } from '../kit/log.js';
import type { End, Ended, RelaySetup } from './relay.js';
import type { Began, Call, Question, RaterAnswer, Reply, Task } from './serve-raters.js';

/** Raters of third parties run in separate processes, so that their slowness, errors and crashes affect only the leagues that use them. */
const RELAY = new URL('./relay.js', import.meta.url);
/** Megabytes of heap of a process. */
const HEAP = 256;
/** How long a task of a process may take, in milliseconds, before the process is ended. */
export const MAX_WORK = 10_000;
/** How long a module may take to load, in milliseconds. */
const MAX_LOADING = 30_000;
/** Characters of a rater's output that go to the log in one line. */
const PRINTED = 1000;
/** Milliseconds between two such lines. */
const PRINT_EVERY = 1000;

/** Why a process ended. */
export class ProcessEnded extends Error {
  constructor(
    readonly reason: string,
    /** How many parts of its task were done; null if the rater had no task. */
    readonly done: number | null,
  ) {
    super(reason);
  }
}

interface Waiting {
  resolve(message: never): void;
  reject(error: Error): void;
}

export interface ProcessOptions {
  readonly log: Log;
  /** Megabytes of heap; by default 256. */
  readonly heap?: number;
}

/** A process with the raters of one package, from its start to its end. A command must end it before it can exit. */
export class RaterProcess {
  readonly began: Promise<Began>;
  readonly #relay: Worker;
  readonly #calls: MessagePort;
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #onEnd: (reason: string) => void;
  #waiting: Waiting | null = null;
  #hasBegun = false;
  #ended: Ended | null = null;
  #lastCall = 0;

  /** @param onEnd called once, with the reason */
  constructor(specifier: string, { log, heap = HEAP }: ProcessOptions, onEnd: (reason: string) => void) {
    this.#onEnd = onEnd;
    const { port1, port2 } = new MessageChannel();
    this.#calls = port1;
    this.#calls.unref();
    const workerData: RelaySetup = { specifier, heap, calls: port2, answered: this.#answered };
    this.#relay = new Worker(RELAY, { workerData, transferList: [port2], stdout: true, name: `rater ${specifier}` });
    this.#relay.on('message', (message: Began | Reply | Ended) => {
      if ('ended' in message) this.#over(message);
      else this.#settle((waiting) => waiting.resolve(message as never));
    });
    this.#relay.on('error', (error) => this.#over({ ended: `could not be reached: ${error.message}`, done: null }));
    this.#relay.stdout.on('data', printer(log, specifier));
    this.began = this.#wait<Began>(MAX_LOADING).then((began) => {
      this.#hasBegun = 'raters' in began;
      return began;
    });
    this.began.catch(() => undefined);
  }

  /** @throws ProcessEnded */
  async ask(task: Task): Promise<RaterAnswer> {
    this.#relay.postMessage({ id: null, asked: serialize(task) } satisfies Question);
    const { answer } = await this.#wait<Reply>(MAX_WORK);
    return deserialize(answer) as RaterAnswer;
  }

  /**
   * Calls a function while this thread is blocked.
   * @returns the answer, and the time of the rater for it, in milliseconds
   * @throws ProcessEnded
   */
  askNow(call: Call, most: number): { readonly answer: RaterAnswer; readonly spent: number } {
    const id = ++this.#lastCall;
    const end = performance.now() + most;
    let seen = Atomics.load(this.#answered, 0);
    this.#calls.postMessage({ id, asked: serialize(call) } satisfies Question);
    for (;;) {
      const left = end - performance.now();
      if (left > 0) Atomics.wait(this.#answered, 0, seen, left);
      seen = Atomics.load(this.#answered, 0);
      const woken = performance.now();
      for (let got = receiveMessageOnPort(this.#calls); got; got = receiveMessageOnPort(this.#calls)) {
        const message = got.message as Reply | Ended;
        if ('ended' in message) throw this.#over(message);
        if (message.id !== id) continue;
        const answer = deserialize(message.answer) as RaterAnswer;
        // Even receiving a large answer takes time.
        return { answer, spent: message.spent + performance.now() - woken };
      }
      if (left <= 0) {
        const ended = `took longer than ${most} ms for ${call.name}`;
        this.end(ended);
        throw this.#over({ ended, done: null });
      }
    }
  }

  get isReady(): boolean {
    return this.#hasBegun && this.#ended === null;
  }

  /** Ends the process. Running work fails when it has ended: then it is known how much was done. */
  end(reason: string): void {
    this.#relay.postMessage({ end: reason } satisfies End);
    if (!this.#waiting) this.#over({ ended: reason, done: null });
  }

  async #wait<T>(most: number): Promise<T> {
    const timer = setTimeout(() => this.end(`took longer than ${most / 1000} s`), most);
    try {
      return await new Promise<T>((resolve, reject) => {
        if (this.#ended) reject(new ProcessEnded(this.#ended.ended, null));
        this.#waiting = { resolve, reject };
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) how(waiting);
  }

  #over(ended: Ended): ProcessEnded {
    const isNews = this.#ended === null;
    this.#ended ??= ended;
    const error = new ProcessEnded(this.#ended.ended, ended.done);
    if (isNews) {
      this.#settle(({ reject }) => reject(error));
      this.#onEnd(ended.ended);
    }
    return error;
  }
}

/** Logs the output of a rater: the first text at once, and further texts together, at most once in a while. */
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
