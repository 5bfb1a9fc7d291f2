import { arrayLiteral } from './array-literal.js';

/**
 * Columns of rows that are written many at a time, with their types: each is one parameter, an array with an element a
 * row. A column that is an array itself travels as text, since unnest takes arrays of one length only.
 */
export type Columns = Readonly<Record<string, string>>;

/** A row as it is written; of an array, its literal. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: number | boolean | string | null };

/** What the columns are called, for `INSERT INTO … ( )`. */
export function columnNames(columns: Columns): string {
  return Object.keys(columns).join(', ');
}

/** What they hold, for `SELECT … FROM columnRows()`. */
export function columnValues(columns: Columns): string {
  const values = Object.entries(columns).map(([name, type]) => (isArray(type) ? `${name}::${type}` : name));
  return values.join(', ');
}

/** Their rows: the relation `new`, made of as many parameters as there are columns, from `$first` on. */
export function columnRows(columns: Columns, first: number): string {
  const parameters = Object.values(columns).map((type, n) => `$${first + n}::${isArray(type) ? 'text' : type}[]`);
  return `unnest(${parameters.join(', ')}) AS new (${columnNames(columns)})`;
}

/** The parameters of rows. */
export function columnParameters<C extends Columns>(columns: C, rows: readonly Row<C>[]): string[] {
  return Object.keys(columns).map((name) => arrayLiteral(rows.map((row) => row[name]!)));
}

/** For the FROM of a statement that shall write only where `gate` has its row. */
export function gated(gate: string | undefined): string {
  return gate === undefined ? '' : `${gate} CROSS JOIN `;
}

function isArray(type: string): boolean {
  return type.endsWith('[]');
}
