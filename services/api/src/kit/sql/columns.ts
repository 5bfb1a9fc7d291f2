import { MAX_PAGE } from '../paging/page.js';

/**
 * Columns of rows that are written in bulk, with their types. Each is one parameter: an array with an element for each row, or an empty one
 * if every row has null. The members of an array of arrays would have to be equally long, so a column that is an array itself is sent as
 * text or, if it is `packed`, as one array of all elements with the beginning and end of each row's part.
 */
export type Columns = Readonly<Record<string, string>>;

/** A row to be written: arrays as literals, packed ones as their elements. */
export type Row<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends `packed ${string}` ? PackedArray : Element;
};

type PackedArray = readonly Element[] | null;

/** Column names, for `INSERT INTO … ( )`. */
export function columnNames(columns: Columns): string {
  return Object.keys(columns).join(', ');
}

/** How many parameters they take. */
export function columnCount(columns: Columns): number {
  return Object.values(columns).reduce((count, type) => count + (packedType(type) ? 3 : 1), 0);
}

/** Column values, for `SELECT … FROM columnRows()` with the same `first`. */
export function columnValues(columns: Columns, first: number): string {
  return placed(columns, first)
    .map(({ name, type, parameter }) => {
      const element = packedType(type);
      if (element) return `($${parameter}::${element}[])[${name}_begin:${name}_end]`;
      return sentAs(type) === type ? name : `${name}::${type}`;
    })
    .join(', ');
}

/**
 * The rows: the relation `new`, made of the parameters from `$first` on. Arrays are unnested in the list of a SELECT: in its FROM, each
 * would first be written to a store of its own.
 */
export function columnRows(columns: Columns, first: number): string {
  const sent = placed(columns, first).flatMap(({ name, type, parameter }) => {
    if (!packedType(type)) return [`unnest($${parameter}::${sentAs(type)}[]) AS ${name}`];
    return ['begin', 'end'].map((bound, n) => `unnest($${parameter + 1 + n}::integer[]) AS ${name}_${bound}`);
  });
  return `(SELECT ${sent.join(', ')}) AS new`;
}

/** The parameters of rows. */
export function columnParameters<C extends Columns>(columns: C, rows: readonly Row<C>[]): Buffer[] {
  return Object.entries(columns).flatMap(([name, type]) => {
    const element = packedType(type);
    if (element) {
      return packed(
        element,
        rows.map((row) => row[name] as PackedArray),
      );
    }
    return [
      elements(
        sentAs(type),
        rows.map((row) => row[name] as Element),
      ),
    ];
  });
}

/** All elements, and the beginning and end of each row's part: null if the row has null. */
function packed(type: string, arrays: readonly PackedArray[]): Buffer[] {
  const all: Element[] = [];
  const begins: (number | null)[] = [];
  const ends: (number | null)[] = [];
  for (const array of arrays) {
    begins.push(array && all.length + 1);
    if (array) all.push(...array);
    ends.push(array && all.length);
  }
  return [binaryArray(type, all), elements('integer', begins), elements('integer', ends)];
}

/** Arrays shorter than the others are filled with nulls, which need not be sent. */
function elements(type: string, values: readonly Element[]): Buffer {
  return binaryArray(type, values.every((value) => value === null) ? [] : values);
}

/** The WHERE of a statement that writes only if the relation `gate` has a row. */
export function gatedBy(gate: string | undefined): string {
  return gate === undefined ? '' : `WHERE EXISTS (SELECT FROM ${gate})`;
}

/** Each column with the first of its parameters. */
function placed(columns: Columns, first: number) {
  let parameter = first;
  return Object.entries(columns).map(([name, type]) => {
    const column = { name, type, parameter };
    parameter += columnCount({ [name]: type });
    return column;
  });
}

/** Type of the elements of a packed column. */
function packedType(type: string): string | undefined {
  return /^packed (.*)\[\]$/.exec(type)?.[1];
}

/** Type of the parameter's elements. */
function sentAs(type: string): string {
  return isArray(type) || type === 'jsonb' ? 'text' : type;
}

function isArray(type: string): boolean {
  return type.endsWith('[]');
}

/** Types of an element; a Date is a timestamp. */
export type Element = number | boolean | string | Date | Buffer | null;

/** How a value of a type is sent. The numbers are in https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat. */
export interface Encoding {
  readonly oid: number;
  /** Bytes of an element that is not null. */
  size(value: Element): number;
  write(to: Buffer, at: number, value: Element, numbers: DataView): void;
}

/** By the name of the type in PostgreSQL. */
export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  boolean: { oid: 16, size: () => 1, write: (to, at, value) => (to[at] = Number(value)) },
  bytea: { oid: 17, size: (value) => (value as Buffer).length, write: (to, at, value) => to.set(value as Buffer, at) },
  smallint: { oid: 21, size: () => 2, write: (_, at, value, numbers) => numbers.setInt16(at, value as number) },
  integer: { oid: 23, size: () => 4, write: (_, at, value, numbers) => numbers.setInt32(at, value as number) },
  text: {
    oid: 25,
    size: (value) => Buffer.byteLength(value as string),
    write: (to, at, value) => to.write(value as string, at),
  },
  'double precision': {
    oid: 701,
    size: () => 8,
    write: (_, at, value, numbers) => numbers.setFloat64(at, value as number),
  },
  jsonb: {
    oid: 3802,
    size: (value) => 1 + Buffer.byteLength(value as string),
    write: (to, at, value) => to.write(value as string, to.writeUInt8(JSONB_VERSION, at)),
  },
  timestamptz: {
    oid: 1184,
    size: () => 8,
    write: (_, at, value, numbers) => numbers.setBigInt64(at, microsecondsSince2000(value as Date)),
  },
};

const NULL = -1;
const JSONB_VERSION = 1;
/** Dimensions, whether there are nulls, and the type; then the length and the first index of the only dimension. */
const HEAD = 5 * 4;

/**
 * A PostgreSQL array in its binary form. Writing digits on one side and reading them on the other costs more than all other work on a
 * number.
 * @param type of the elements, by its name in PostgreSQL
 */
export function binaryArray(type: string, values: readonly Element[]): Buffer {
  const encoding = ENCODINGS[type]!;
  const { oid } = encoding;
  let length = HEAD;
  for (let index = 0; index < values.length; index++) length += valueSize(encoding, values[index]!);
  const array = Buffer.allocUnsafe(length);
  const numbers = new DataView(array.buffer, array.byteOffset, length);
  let hasNulls = 0;
  let at = HEAD;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (value === null) hasNulls = 1;
    at = writeValue(array, at, encoding, value, numbers);
  }
  [1, hasNulls, oid, values.length, 1].forEach((word, place) => {
    numbers.setInt32(4 * place, word);
  });
  return array;
}

/** How many bytes a value takes, including its length, which comes first. */
export function valueSize({ size }: Encoding, value: Element): number {
  return 4 + (value === null ? 0 : size(value));
}

/**
 * Writes a value with its length.
 * @param numbers the same memory as `to`
 * @returns where it ends
 */
export function writeValue(
  to: Buffer,
  at: number,
  { size, write }: Encoding,
  value: Element,
  numbers: DataView,
): number {
  if (value === null) {
    numbers.setInt32(at, NULL);
    return at + 4;
  }
  const taken = size(value);
  numbers.setInt32(at, taken);
  write(to, at + 4, value, numbers);
  return at + 4 + taken;
}

const SINCE_2000 = Date.UTC(2000, 0, 1);

function microsecondsSince2000(time: Date): bigint {
  return BigInt(time.getTime() - SINCE_2000) * 1000n;
}

/**
 * A PostgreSQL array as text, for a parameter. Several times faster than pg's own, and can be an element of an array of arrays of different
 * lengths, unlike a parameter.
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

/** Whether PostgreSQL can store a text: it cannot store NUL. Other texts need not be searched for. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** The LIKE pattern that matches exactly this text. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * A parameter that is an array, as an expression whose length PostgreSQL never knows when it plans. It assumes ten elements for a plain
 * parameter, finds the plan for the actual one cheaper, and plans the statement again each time.
 * @param type of the elements
 */
export function hideArrayLength(parameter: string, type: string): string {
  return `(SELECT ${parameter}::${type}[])::${type}[]`;
}

/**
 * The first moment of the day of a time, in SQL. If clocks go back over midnight, as on the Azores, 00:00 comes twice: date_trunc gives the
 * second one, and just before it, local time is ahead by the change.
 * @param at, zone SQL of a timestamptz and of the name of a time zone
 */
export function dayStart(at: string, zone: string): string {
  const midnight = `date_trunc('day', ${at}, ${zone})`;
  const ahead = `(${midnight} - interval '1 second') AT TIME ZONE ${zone} + interval '1 second'`;
  return `(${midnight} - greatest(interval '0', ${ahead} - ${midnight} AT TIME ZONE ${zone}))`;
}

/** The first midnight after a time, in SQL; see dayStart. Days have 23 to 25 hours, some without a 00:00. */
export function nextMidnight(at: string, zone: string): string {
  return dayStart(`date_trunc('day', ${at}, ${zone}) + interval '36 hours'`, zone);
}

/**
 * A limit that PostgreSQL knows when it plans. For a plain parameter it assumes a tenth of the table, considers that plan costlier, and
 * plans the statement again each time.
 * @param limit value of the parameter
 */
export function limitedTo(query: string, parameter: string, limit: number): string {
  return `SELECT * FROM (${query} LIMIT ${mostOf(limit)}) AS most LIMIT ${parameter}`;
}

/** A limit that is the same for all pages, so that all use the same statement. */
export function mostOf(limit: number): number {
  return Math.max(limit, MAX_PAGE + 1);
}
