/** Places of the numbers that a thread of raters shares with the service, which reads them while the thread is busy or has ended. */
export const ANSWERED = 0;
export const PHASE = 1;
/** 1 while the thread calls a rater: if it ends then, that call has ended it. */
export const CALLING = 2;
/** How many parts of the work in progress are done. */
export const DONE = 3;
export const NUMBERS = 4;

export const STARTING = 0;
export const READY = 1;
export const ENDED = 2;

let own: Int32Array | null = null;

/** Makes `tellDone` write there. */
export function tellThrough(signal: Int32Array): void {
  own = signal;
}

/** Says how many parts of a work are done: if the rater ends its thread, the next part is to blame. Does nothing elsewhere. */
export function tellDone(parts: number): void {
  if (own) Atomics.store(own, DONE, parts);
}
