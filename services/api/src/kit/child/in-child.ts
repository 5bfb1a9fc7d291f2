import { on } from 'node:events';
import { writeFileSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** The file descriptor for messages that must not be lost when the process ends: written data has left the process. */
export const SAYING = 4;
/** Signs that are written there. Anything else is the text of an uncaught error. */
export const BEGUN = 0;
export const DONE = 1;

/** Characters of a text that is sent to the service. */
const MAX_TEXT = 1000;

let send: ((message: unknown, onSent: () => void) => void) | null = null;
let sent: Promise<void> = Promise.resolve();

/**
 * Makes this process a child as `Child` expects it. Call it once, before anything else.
 * @returns the messages of the service, in order
 */
export function beginChild<M>(): AsyncGenerator<M> {
  send = process.send!.bind(process) as typeof send;
  // Some packages send a message when they are ready, if they can. The service would take it for a response.
  delete process.send;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    if (!isEnding) say(`threw an error outside of its calls: ${textOf(error)}`);
    isEnding = true;
    // Its responses must arrive.
    void sent.then(() => process.exit(1));
  });
  process.on('disconnect', () => process.exit());
  // Linux ends this process first when memory runs out.
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
  // Notices the end of the service, and memory outside the heap, while this thread is busy.
  new Worker(new URL('./watch-child.js', import.meta.url), { workerData: Number(process.argv[2]) }).unref();
  return received(on(process, 'message'));
}

async function* received<M>(events: AsyncIterable<unknown[]>): AsyncGenerator<M> {
  for await (const [message] of events) yield message as M;
}

export function sendToService(message: unknown): void {
  sent = new Promise((resolve) => send!(message, () => resolve()));
}

/** Reports that a task begins, or that one more part of it is done. Does nothing in the service itself. */
export function say(what: typeof BEGUN | typeof DONE | string): void {
  if (!send) return;
  try {
    writeSync(SAYING, typeof what === 'string' ? Buffer.from(what) : Buffer.of(what));
  } catch {
    // The service has ended, so nobody would read it.
  }
}

/** The text of an error, cut to a reasonable length. */
export function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_TEXT);
}
