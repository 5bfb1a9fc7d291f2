import { Refused, refuse, shown } from '../refusal.js';

type Value = string | number | boolean;
interface Types {
  string: string;
  /** Of 32 bits, as ids and sequences are. */
  integer: number;
  number: number;
  boolean: boolean;
  date: Date;
}
type Shape = readonly (keyof Types)[];
type Key<S extends Shape> = { readonly [Index in keyof S]: Types[S[Index]] };

const MAX_INTEGER = 2 ** 31 - 1;
/** As every time has that the API takes; JavaScript knows times that PostgreSQL does not. */
const FOUR_DIGIT_YEAR = /^\d{4}-/;

/** Keyset cursor: the sort key of a row, opaque to clients. */
export function encodeCursor(kind: string, ...key: readonly (Value | Date)[]): string {
  const values = key.map((value) => (value instanceof Date ? value.toISOString() : encodeNumber(value)));
  return Buffer.from(JSON.stringify([kind, ...values])).toString('base64url');
}

/**
 * Reads a cursor back.
 * @param shape the types of the key's parts
 * @returns null where there is no cursor
 * @throws Refused where it is not one of ours, or belongs to another list
 */
export function decodeCursor<const S extends Shape>(
  kind: string,
  shape: S,
  cursor: string | null | undefined,
  argument = 'after',
): Key<S> | null {
  if (cursor == null) return null;
  const parts = parse(cursor);
  const key = Array.isArray(parts) && parts[0] === kind && parts.length === shape.length + 1 ? parts.slice(1) : null;
  const values = key?.map((value, index) => decodeValue(shape[index]!, value));
  if (!values || values.includes(undefined)) {
    throw new Refused(
      refuse('BAD_INPUT', [argument], `${argument} must be a cursor of this list, but is ${shown(cursor)}`),
    );
  }
  return values as unknown as Key<S>;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function encodeNumber(value: Value): Value {
  return value === Number.NEGATIVE_INFINITY ? '-Infinity' : value;
}

function decodeValue(type: Shape[number], value: unknown): Value | Date | undefined {
  if (type === 'number') {
    if (value === '-Infinity') return Number.NEGATIVE_INFINITY;
    return Number.isFinite(value) ? (value as number) : undefined;
  }
  if (type === 'integer') {
    return Number.isInteger(value) && Math.abs(value as number) <= MAX_INTEGER ? (value as number) : undefined;
  }
  if (type === 'date') {
    const date = new Date(typeof value === 'string' && FOUR_DIGIT_YEAR.test(value) ? value : Number.NaN);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
  return typeof value === type && !(typeof value === 'string' && value.includes('\0')) ? (value as Value) : undefined;
}
