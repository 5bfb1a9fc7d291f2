/** Bytes that V8 needs for an object or an array, besides its contents. */
const OBJECT = 32;
/** Bytes of a typed array with its buffer, besides its elements. */
const VIEW = 200;
const POINTER = 8;
/** A number within an object; those in arrays of numbers take no more than a pointer would. */
const NUMBER = 12;

/** About how many bytes of memory a state takes. */
export function stateSize(state: unknown): number {
  if (typeof state === 'number') return NUMBER;
  if (typeof state === 'string') return OBJECT + 2 * state.length;
  if (typeof state !== 'object' || state === null) return 0;
  if (ArrayBuffer.isView(state)) return VIEW + state.byteLength;
  if (Array.isArray(state) && isOfNumbers(state)) return OBJECT + POINTER * state.length;
  let size = OBJECT;
  for (const part of partsOf(state)) size += POINTER + stateSize(part);
  return size;
}

/** By its ends, since states are many and long. */
function isOfNumbers(values: readonly unknown[]): boolean {
  return typeof values[0] === 'number' && typeof values.at(-1) === 'number';
}

function partsOf(state: object): Iterable<unknown> {
  return Array.isArray(state) || state instanceof Map || state instanceof Set ? state : Object.values(state);
}
