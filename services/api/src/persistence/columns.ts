import { binaryArray, type Element } from './binary-array.js';

/**
 * Columns of rows that are written many at a time, with their types: each is one parameter, an array with an element a
 * row. unnest takes arrays of one length only, so a column that is an array itself travels as text, or, where it is
 * `packed` and none of its elements is null, as one array of them all and where each row's begin and end.
 */
export type Columns = Readonly<Record<string, string>>;

/** A row as it is written; of an array its literal, of a packed one its elements. */
export type Row<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends `packed ${string}` ? readonly number[] : Element;
};

/** What the columns are called, for `INSERT INTO … ( )`. */
export function columnNames(columns: Columns): string {
  return Object.keys(columns).join(', ');
}

/** How many parameters they take. */
export function columnCount(columns: Columns): number {
  return Object.values(columns).reduce((count, type) => count + (packedType(type) ? 3 : 1), 0);
}

/** What they hold, for `SELECT … FROM columnRows()` with the same `first`. */
export function columnValues(columns: Columns, first: number): string {
  return placed(columns, first)
    .map(({ name, type, parameter }) => {
      const element = packedType(type);
      if (element) return `($${parameter}::${element}[])[${name}_begin:${name}_end]`;
      return sentAs(type) === type ? name : `${name}::${type}`;
    })
    .join(', ');
}

/** Their rows: the relation `new`, made of the parameters from `$first` on. */
export function columnRows(columns: Columns, first: number): string {
  const sent = placed(columns, first).flatMap(({ name, type, parameter }) => {
    if (!packedType(type)) return [{ name, value: `$${parameter}::${sentAs(type)}[]` }];
    return ['begin', 'end'].map((bound, n) => ({
      name: `${name}_${bound}`,
      value: `$${parameter + 1 + n}::integer[]`,
    }));
  });
  return `unnest(${sent.map(({ value }) => value).join(', ')}) AS new (${sent.map(({ name }) => name).join(', ')})`;
}

/** The parameters of rows. */
export function columnParameters<C extends Columns>(columns: C, rows: readonly Row<C>[]): Buffer[] {
  return Object.entries(columns).flatMap(([name, type]) => {
    const element = packedType(type);
    if (!element) {
      return [
        binaryArray(
          sentAs(type),
          rows.map((row) => row[name] as Element),
        ),
      ];
    }
    const arrays = rows.map((row) => row[name] as readonly number[]);
    const ends: number[] = [];
    for (const array of arrays) ends.push((ends.at(-1) ?? 0) + array.length);
    return [
      binaryArray(element, arrays.flat()),
      binaryArray('integer', [1, ...ends.map((end) => end + 1)].slice(0, ends.length)),
      binaryArray('integer', ends),
    ];
  });
}

/** For the FROM of a statement that shall write only where `gate` has its row. */
export function gated(gate: string | undefined): string {
  return gate === undefined ? '' : `${gate} CROSS JOIN `;
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

/** What the array of a packed column is made of. */
function packedType(type: string): string | undefined {
  return /^packed (.*)\[\]$/.exec(type)?.[1];
}

/** What an element of the parameter is. */
function sentAs(type: string): string {
  return isArray(type) || type === 'jsonb' ? 'text' : type;
}

function isArray(type: string): boolean {
  return type.endsWith('[]');
}
