import { oneLine } from '../kit/one-line.js';

const LONGEST = 200;
/** The second half of a letter that was cut in two. */
const HALF = /^[\uDC00-\uDFFF]/;

/** The name of a file as it is stored and shown: on one line, at most 200 characters, of a longer one the end. */
export function shownFileName(name: string): string {
  return oneLine(name).trim().slice(-LONGEST).replace(HALF, '') || 'file';
}
