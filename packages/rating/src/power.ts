/**
 * A power that has the same bits under every version of Node, on every machine. `**` and `Math.pow` do not, except for squares: Node 20
 * gives 6.656775051475124 for 15 ** 0.7, and Node 24 gives 6.656775051475125. `Math.exp` and `Math.log` are V8's own code.
 * @param base greater than 0
 */
export function power(base: number, exponent: number): number {
  if (exponent === 1) return base;
  return exponent === -1 ? 1 / base : Math.exp(exponent * Math.log(base));
}
