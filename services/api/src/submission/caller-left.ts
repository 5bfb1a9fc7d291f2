import { Unavailable } from '../kit/unavailable.js';

/** The caller left before the whole submission was written. What was written stays; sending it again completes it. */
export class CallerLeft extends Unavailable {
  override readonly name = 'CallerLeft';

  constructor() {
    super('the caller disconnected before all matches were stored; send the submission again to complete it', {
      retryAfter: 1,
    });
  }
}

/** A signal that is aborted once all of these are; undefined if one is missing, because that caller may still be waiting. */
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
