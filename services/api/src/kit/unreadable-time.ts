import { type Refusal, refuse, shown } from './refusal.js';

/** An invalid date that remembers the unreadable text it came from, so that the refusal can name its place. */
export class UnreadableTime extends Date {
  readonly received: unknown;

  constructor(received: unknown) {
    super(Number.NaN);
    this.received = received;
  }
}

/** Why an unreadable time is refused; undefined if it could be read. */
export function checkReadable(time: Date, path: readonly (string | number)[]): Refusal | undefined {
  if (!(time instanceof UnreadableTime)) return undefined;
  return refuse('TIME', path, { field: String(path.at(-1)), value: shown(time.received) });
}
