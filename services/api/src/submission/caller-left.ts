import { Unavailable } from '../kit/unavailable.js';

/** Nobody waits for the rest of a submission. What was settled stays; sent again, the rest is settled. */
export class CallerLeft extends Unavailable {
  override readonly name = 'CallerLeft';

  constructor() {
    super('the caller disconnected before all matches were stored; send the submission again to complete it', {
      retryAfter: 1,
    });
  }
}

/** Aborted when all of these are; null where one is missing, since somebody who can't be asked waits. */
export function whenAllLeft(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  if (signals.length === 0 || signals.includes(undefined)) return undefined;
  const all = new AbortController();
  const look = () => {
    if (signals.every((signal) => signal!.aborted)) all.abort();
  };
  for (const signal of signals) signal!.addEventListener('abort', look, { once: true });
  look();
  return all.signal;
}
