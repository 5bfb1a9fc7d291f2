import { isStorable } from '../kit/sql/columns.js';
import { plainName } from './handle.js';

/** No name contains it, and in the order of bytes it comes after all characters of names. */
const LAST = '\u{10FFFF}';

/** Plain names that begin with a text, from one to another, in the order of bytes, whatever the database's collation. */
export interface NameRange {
  readonly from: string;
  readonly before: string;
}

/** The names that begin with a text, without regard to case and accents; none if no name can. */
export function namesFrom(prefix: string): NameRange {
  const from = isStorable(prefix) ? plainName(prefix) : '';
  return { from, before: from === '' ? '' : from + LAST };
}

/** SQL of a condition on a name for which `membership` has an index. */
export interface NameCondition {
  readonly is: string;
  /** The order of names in that index, if it is not the order of handles. */
  readonly order?: string;
}

/** Conditions on a name, one of which is true if its plain form is in a range. */
export function isInRange(key: string, from: string, before: string): readonly NameCondition[] {
  return ofPlain(key, (name) => `${name} >= ${from} AND ${name} < ${before}`);
}

/** Conditions on a name, one of which is true if this is its plain form. */
export function isNamed(key: string, plain: string): readonly NameCondition[] {
  return ofPlain(key, (name) => `${name} = ${plain}`);
}

/** A name in ASCII is its own plain form; there is an index for the others. */
function ofPlain(key: string, is: (name: string) => string): readonly NameCondition[] {
  const plain = `plain_name(${key}) COLLATE "C"`;
  return [
    { is: is(`${key} COLLATE "C"`) },
    { is: `octet_length(${key}) > length(${key}) AND ${is(plain)}`, order: `${plain}, handle_key COLLATE "C"` },
  ];
}
