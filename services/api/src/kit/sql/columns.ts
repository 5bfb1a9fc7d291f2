import { binaryArray, type Element } from './arrays.js';

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
