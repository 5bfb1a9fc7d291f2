import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Child } from '../kit/child/child.js';
import type { Began, Question, Reply } from './serve-raters.js';

const MODULE = new URL('./serve-raters.js', import.meta.url);
/** Megabytes that the process of a package may take in addition to its heap. */
const BESIDE = 256;

/** Milliseconds in which the last output of a process may come after its end. */
const LAST_PRINTS = 1000;

/** The data that a relay starts with. */
export interface RelaySetup {
  /** The module or package; see `loadThirdParty`. */
  readonly specifier: string;
  /** Megabytes of heap of the process. */
  readonly heap: number;
  /** Receives the questions for which the service is blocked, and contains their answers. */
  readonly calls: MessagePort;
  /** One number, which increases with each answer to them. */
  readonly answered: Int32Array;
}

/** The last message of a relay. */
export interface Ended {
  readonly ended: string;
  /** How many parts of its task were done; null if the rater had no task. */
  readonly done: number | null;
}

/** Ends the process. */
export interface End {
  readonly end: string;
}

/**
 * Passes questions to the process of a package, and answers back, in a separate thread: the thread of the service may be blocked for an
 * answer, and this one passes only bytes.
 */
function relay(port: MessagePort, { specifier, heap, calls, answered }: RelaySetup): void {
  const answerCall = (message: Reply | Ended) => {
    calls.postMessage(message);
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  };
  /** Tasks whose answers have arrived. */
  let done = 0;
  const child = new Child(MODULE, {
    args: [specifier],
    heap,
    beside: BESIDE,
    onMessage: (message: Began | Reply) => {
      if (!('answer' in message)) {
        port.postMessage(message);
        return;
      }
      // A copy: a slice would transfer its whole buffer.
      const reply: Reply = { ...message, answer: new Uint8Array(message.answer) };
      if (reply.id !== null) answerCall(reply);
      else {
        done++;
        port.postMessage(reply);
      }
    },
    onPrinted: (from) => from.pipe(process.stdout, { end: false }),
  });
  port.on('message', (message: Question | End) => {
    if ('end' in message) child.end(message.end);
    else void child.send(message);
  });
  calls.on('message', (question: Question) => void child.send(question));
  void child.ended.then((ended) => {
    const last: Ended = { ended, done: child.begun > done ? child.done : null };
    answerCall(last);
    port.postMessage(last);
    calls.close();
    port.close();
    // Its last output gets a moment; a program that it started may keep the pipe open.
    setTimeout(() => process.exit(), LAST_PRINTS).unref();
  });
}

relay(parentPort!, workerData as RelaySetup);
