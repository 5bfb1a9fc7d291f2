import { getMetadataArgsStorage } from 'typeorm';

/** A class that declares a table, and thereby the type of its rows. */
type Table<Row> = abstract new () => Row;
type Field<Row> = keyof Row & string;

/** `playedAt` as its column is named: `played_at`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** A row with these fields of a table, by the names of their columns. */
export type RowOf<Row, Name extends Field<Row>> = {
  readonly [Column in Name as SnakeCase<Column>]: Readonly<Row[Column]>;
};

/** The columns of these fields, for a SELECT whose rows are `RowOf`. */
export function columnsOf<Row>(table: Table<Row>, ...names: readonly Field<Row>[]): string {
  return names.map((name) => columnOf(table, name)).join(', ');
}

/** The columns of these fields under the names of the fields, for a SELECT whose rows need no mapping. @param of name of the relation */
export function fieldsOf<Row>(table: Table<Row>, names: readonly Field<Row>[], of?: string): string {
  return names
    .map((name) => {
      const column = columnOf(table, name);
      return `${of === undefined ? '' : `${of}.`}${column}${column === name ? '' : ` AS "${name}"`}`;
    })
    .join(', ');
}

/** All fields of a table but these, as by `fieldsOf`. */
export function fieldsBut<Row>(table: Table<Row>, ...without: readonly Field<Row>[]): string {
  const names = getMetadataArgsStorage()
    .filterColumns(table)
    .map(({ propertyName }) => propertyName as Field<Row>);
  return fieldsOf(
    table,
    names.filter((name) => !without.includes(name)),
  );
}

function columnOf<Row>(table: Table<Row>, name: Field<Row>): string {
  const declared = getMetadataArgsStorage()
    .filterColumns(table)
    .find(({ propertyName }) => propertyName === name);
  if (!declared) throw new Error(`${table.name} has no column for ${name}`);
  return declared.options.name ?? name;
}
