/** Bits of a key that one pass sorts by. */
const BITS = 11;
const DIGITS = 1 << BITS;

/**
 * The positions of keys in sorted order; the sort is stable.
 * @param keys not negative
 */
export function radixOrder(keys: Int32Array): Int32Array {
  const highest = keys.reduce((high, key) => Math.max(high, key), 0);
  let order = keys.map((_, place) => place);
  let next = new Int32Array(keys.length);
  // The lowest digit first: each pass keeps the order of the passes before.
  for (let shift = 0; shift < 32 && highest >>> shift > 0; shift += BITS) {
    const starts = new Int32Array(DIGITS + 1);
    for (const key of keys) starts[digit(key, shift) + 1]!++;
    for (let d = 0; d < DIGITS; d++) starts[d + 1]! += starts[d]!;
    for (const place of order) next[starts[digit(keys[place]!, shift)]!++] = place;
    [order, next] = [next, order];
  }
  return order;
}

function digit(key: number, shift: number): number {
  return (key >>> shift) & (DIGITS - 1);
}
