/**
 * A PostgreSQL array as text, for a parameter. Several times faster than what pg makes of an array, and good for the
 * elements of an array of arrays of different lengths, which no parameter can be.
 */
export function arrayLiteral(values: readonly (number | boolean | string | null)[]): string {
  let literal = '{';
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (index > 0) literal += ',';
    literal += typeof value === 'string' ? quoted(value) : value === null ? 'NULL' : String(value);
  }
  return `${literal}}`;
}

const SPECIAL = /["\\]/;
const SPECIALS = /["\\]/g;

function quoted(value: string): string {
  return `"${SPECIAL.test(value) ? value.replace(SPECIALS, '\\$&') : value}"`;
}
