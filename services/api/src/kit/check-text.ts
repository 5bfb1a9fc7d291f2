import { type Refusal, refuse, shown } from './refusal.js';

const MAX_TEXT_LENGTH = 200;
const UNSAFE_TEXT = /[\p{Cc}\p{Cs}]/u;

/** A short text of one line: 1 to 200 characters, no control characters, no lone surrogates. */
export function checkText(
  text: string,
  path: readonly (string | number)[],
  maxLength = MAX_TEXT_LENGTH,
): Refusal | undefined {
  const field = path.at(-1);
  if (text.trim().length === 0) return refuse('BAD_INPUT', path, `${field} must not be empty`);
  if (text.length > maxLength) {
    return refuse('BAD_INPUT', path, `${field} must be at most ${maxLength} characters long, but has ${text.length}`);
  }
  if (UNSAFE_TEXT.test(text)) {
    return refuse(
      'BAD_INPUT',
      path,
      `${field} must have no control characters or broken Unicode, but is ${shown(text)}`,
    );
  }
  return undefined;
}
