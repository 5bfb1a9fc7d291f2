import { type Refusal, refuse, shown } from './refusal.js';

const MAX_TEXT_LENGTH = 200;
const UNSAFE_TEXT = /[\p{Cc}\p{Cs}]/u;

/** A short text of one line: 1 to 200 characters, no control characters, no lone surrogates. */
export function checkText(
  text: string,
  path: readonly (string | number)[],
  maxLength = MAX_TEXT_LENGTH,
): Refusal | undefined {
  const field = String(path.at(-1));
  if (text.trim().length === 0) return refuse('EMPTY', path, { field });
  if (text.length > maxLength) {
    return refuse('MAX_LENGTH', path, { field, max: maxLength, length: text.length });
  }
  if (UNSAFE_TEXT.test(text)) {
    return refuse('SAFE_TEXT', path, { field, value: shown(text) });
  }
  return undefined;
}

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
