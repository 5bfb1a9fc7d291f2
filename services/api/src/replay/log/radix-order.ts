/** Bits of a key that one pass sorts by. */
const BITS = 11;
const DIGITS = 1 << BITS;

/**
 * The places of keys in their order; equal keys stay in the order in which they are.
 * @param keys not negative
 */
export function radixOrder(keys: Int32Array): Int32Array {
  const highest = keys.reduce((high, key) => Math.max(high, key), 0);
  let order = keys.map((_, place) => place);
  let next = new Int32Array(keys.length);
  // The least digit first: each pass leaves in place what the ones before have sorted.
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
