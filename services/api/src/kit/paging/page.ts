import { Refused, refuse, shown } from '../refusal.js';
import type { Seal } from '../seal.js';

export const MAX_PAGE = 100;

/** Bounds of a page of a list. */
export interface PageInfo {
  /** Whether more follow this page. */
  readonly hasNextPage: boolean;
  /** Whether there are items before this page. */
  readonly hasPreviousPage: boolean;
  /** Cursor of the first; null if the page is empty. */
  readonly startCursor: string | null;
  /** Cursor of the last; null if the page is empty. */
  readonly endCursor: string | null;
}

/** One page of a list. */
export interface Connection<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
}

/**
 * Checks the requested number of items of a list.
 * @throws Refused
 */
export function checkFirst(first: number, field = 'first'): number {
  return checkWithin(field, first, 1, MAX_PAGE);
}

/** Checks an argument. @throws Refused */
export function checkWithin(field: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw new Refused(refuse('RANGE', [field], { field, min, max, value }));
}

/** The items of a page, and whether there are others before and after it. */
export interface Excerpt<Node> {
  readonly nodes: readonly Node[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** Makes a page of a list of rows. The query must select one row more than `first`, to show whether more follow. */
export function toExcerpt<Node>(rows: readonly Node[], first: number, hasPrevious: boolean): Excerpt<Node> {
  return { nodes: rows.slice(0, first), hasNext: rows.length > first, hasPrevious };
}

/** Makes a page of an excerpt. Cursors are made when they are read, because most callers never read them. */
export function withCursors<Node>(
  { nodes, hasNext, hasPrevious }: Excerpt<Node>,
  cursorOf: (node: Node) => string,
): Connection<Node> {
  const cursorAt = (index: number) => (nodes.length === 0 ? null : cursorOf(nodes.at(index)!));
  return {
    nodes,
    get edges() {
      return nodes.map((node) => ({ cursor: cursorOf(node), node }));
    },
    pageInfo: {
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
      get startCursor() {
        return cursorAt(0);
      },
      get endCursor() {
        return cursorAt(-1);
      },
    },
  };
}

type Value = string | number | boolean;
interface Types {
  string: string;
  /** Integers of 32 bits, as ids and sequences are. */
  integer: number;
  /** A whole number of more bits, such as a version, or an id of something very numerous. */
  long: number;
  /** A place in a list, from 1; 0 is before the first. */
  place: number;
  number: number;
  boolean: boolean;
  date: Date;
}
export type Shape = readonly (keyof Types)[];
export type Key<S extends Shape> = { -readonly [Index in keyof S]: Types[S[Index]] };

/** The smallest and the greatest of whole numbers. */
const WHOLE: Readonly<Partial<Record<keyof Types, readonly [number, number]>>> = {
  integer: [1 - 2 ** 31, 2 ** 31 - 1],
  long: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  // No list is longer, and the first place of the next page is still an integer.
  place: [0, 1e9],
};
/** All times that the API accepts begin like this; JavaScript knows times that PostgreSQL does not. */
const FOUR_DIGIT_YEAR = /^\d{4}-/;

/** Keyset cursor: the sort key of a row, sealed so that clients cannot read it. */
export function encodeCursor(seal: Seal, kind: string, ...key: readonly (Value | Date)[]): string {
  const values = key.map((value) => (value instanceof Date ? value.toISOString() : encodeNumber(value)));
  return seal.sealText(JSON.stringify([kind, ...values]));
}

/**
 * Reads a cursor back.
 * @param shape types of the key's parts
 * @returns null if there is no cursor
 * @throws Refused if it is not one of ours, or belongs to another list
 */
export function decodeCursor<const S extends Shape>(
  seal: Seal,
  kind: string,
  shape: S,
  cursor: string | null | undefined,
  { argument = 'after' } = {},
): Key<S> | null {
  if (cursor == null) return null;
  const parts = parseCursor(seal.openText(cursor) ?? '');
  const key = Array.isArray(parts) && parts[0] === kind && parts.length === shape.length + 1 ? parts.slice(1) : null;
  const values = key?.map((value, index) => decodeValue(shape[index]!, value));
  if (!values || values.includes(undefined)) {
    throw new Refused(refuse('CURSOR', [argument], { field: argument, value: shown(cursor) }));
  }
  return values as unknown as Key<S>;
}

function parseCursor(text: string): unknown {
  try {
    return JSON.parse(text);
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
  const range = WHOLE[type];
  if (range) {
    const [least, most] = range;
    const whole = Number.isInteger(value) ? (value as number) : Number.NaN;
    return whole >= least && whole <= most ? whole : undefined;
  }
  if (type === 'date') {
    const date = new Date(typeof value === 'string' && FOUR_DIGIT_YEAR.test(value) ? value : Number.NaN);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
  return typeof value === type && !(typeof value === 'string' && value.includes('\0')) ? (value as Value) : undefined;
}
