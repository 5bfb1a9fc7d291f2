/**
 * An array of zeros, to be filled with numbers. It is built by pushing fractions. So V8 stores plain numbers instead of objects in the
 * array and in its copies, and knows that none is missing.
 */
export function zeros(length: number): number[] {
  const numbers: number[] = [];
  for (let index = 0; index < length; index++) numbers.push(0.5);
  return numbers.fill(0);
}
