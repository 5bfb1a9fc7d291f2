/** What V8 needs for an object or an array, beside what is in it. */
const OBJECT = 32;
/** What a typed array needs beside its elements, with its buffer. */
const VIEW = 200;
const POINTER = 8;
/** A number within an object; those in arrays of numbers take no more than a pointer would. */
const NUMBER = 12;

/** About how many bytes of memory a state takes; of a mixed array, one that begins with a number is taken for numbers. */
export function stateSize(state: unknown): number {
  if (typeof state === 'number') return NUMBER;
  if (typeof state === 'string') return OBJECT + 2 * state.length;
  if (typeof state !== 'object' || state === null) return 0;
  if (ArrayBuffer.isView(state)) return VIEW + state.byteLength;
  if (Array.isArray(state) && typeof state[0] === 'number') return OBJECT + POINTER * state.length;
  let size = OBJECT;
  for (const part of partsOf(state)) size += POINTER + stateSize(part);
  return size;
}

function partsOf(state: object): Iterable<unknown> {
  return Array.isArray(state) || state instanceof Map || state instanceof Set ? state : Object.values(state);
}
