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
  const rule = 'must be an RFC 3339 time with an offset, such as 2026-11-20T12:00:00Z';
  return refuse('BAD_INPUT', path, `${path.at(-1)} ${rule}, but is ${shown(time.received)}`);
}
