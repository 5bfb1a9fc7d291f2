import {
  Column,
  type ColumnOptions,
  type ColumnType,
  Entity,
  getMetadataArgsStorage,
  PrimaryGeneratedColumn,
} from 'typeorm';

/** A column of a table, and the values that its rows have. */
interface ColumnOf<Value> extends ColumnOptions {
  /** Whether PostgreSQL numbers the rows. */
  readonly isIdentity?: boolean;
  /** Only for the type: there is no such value. */
  readonly value?: Value;
}

// Without the values: TypeScript would infer them from here, and not from the columns.
type Columns = Readonly<Record<string, Omit<ColumnOf<unknown>, 'value'>>>;

/** The rows of a table. */
type RowsOf<Own extends Columns> = {
  readonly [Name in keyof Own]: Own[Name] extends ColumnOf<infer Value> ? Value : never;
};

/** Declares columns of a type. Pass the type of the values if it is narrower, and for an array. */
function ofType<Values>(type: ColumnType) {
  return <Value = Values>(options: Pick<ColumnOptions, 'default' | 'array'> = {}): ColumnOf<Value> => ({
    type,
    ...options,
  });
}

export const bigint = ofType<number>('bigint');
export const boolean = ofType<boolean>('boolean');
export const bytes = ofType<Buffer>('bytea');
export const day = ofType<string>('date');
export const double = ofType<number>('double precision');
export const integer = ofType<number>('integer');
export const json = ofType<unknown>('jsonb');
/** Sets of integers, in PostgreSQL's notation. */
export const ranges = ofType<string>('int4multirange');
export const smallint = ofType<number>('smallint');
export const text = ofType<string>('text');
export const time = ofType<Date>('timestamptz');

export function nullable<Value>(column: ColumnOf<Value>): ColumnOf<Value | null> {
  return { ...column, nullable: true };
}

/** A column of the primary key. */
export function key<Value>(column: ColumnOf<Value>): ColumnOf<Value> {
  return { ...column, primary: true };
}

/** A column of the primary key that PostgreSQL numbers. */
export function identity(column: ColumnOf<number> = integer()): ColumnOf<number> {
  return { ...key(column), generatedIdentity: 'ALWAYS', isIdentity: true };
}

/**
 * Declares a table. Its columns have the names of the fields, with words separated by `_`. Its indexes and constraints are in the migrations
 * alone; schema/database.sql shows them.
 */
export function table<Own extends Columns>(name: string, columns: Own): new () => RowsOf<Own> {
  const declared = { [name]: class {} }[name]!;
  for (const [field, { isIdentity, ...own }] of Object.entries(columns)) {
    const options = {
      ...own,
      name: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ...(own.primary && { primaryKeyConstraintName: `${name}_pkey` }),
    };
    const declare = isIdentity ? PrimaryGeneratedColumn('identity', options as never) : Column(options);
    declare(declared.prototype, field);
  }
  Entity({ name })(declared);
  return declared as new () => RowsOf<Own>;
}

/** A class that declares a table, and thereby the type of its rows. */
type Table<Row> = abstract new () => Row;
type Field<Row> = keyof Row & string;

/** The name of the column of `playedAt`: `played_at`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** A row with these fields of a table, by the names of their columns. */
export type RowOf<Row, Name extends Field<Row>> = {
  readonly [Column in Name as SnakeCase<Column>]: Readonly<Row[Column]>;
};

/** The columns of these fields, for a SELECT whose rows are `RowOf`. */
export function columnsOf<Row>(table: Table<Row>, ...names: readonly Field<Row>[]): string {
  return names.map((name) => tableColumn(table, name)).join(', ');
}

/**
 * The columns of these fields with their types, to be written in bulk by the functions of columns.ts.
 * @param packed those that are arrays and sent as `packed`
 */
export function typedColumns<Row, Name extends Field<Row>, Packed extends Name = never>(
  table: Table<Row>,
  names: readonly Name[],
  packed: readonly Packed[] = [],
) {
  const types = names.map((field) => {
    const { name = field, type, array } = optionsOf(table, field);
    const isPacked = (packed as readonly Name[]).includes(field);
    return [name, `${isPacked ? 'packed ' : ''}${type}${array ? '[]' : ''}`];
  });
  return Object.fromEntries(types) as {
    readonly [Column in Name as SnakeCase<Column>]: Column extends Packed ? `packed ${string}` : string;
  };
}

/** The columns of these fields under the names of the fields, for a SELECT whose rows need no mapping. @param of name of the relation */
export function fieldsOf<Row>(table: Table<Row>, names: readonly Field<Row>[], of?: string): string {
  return names
    .map((name) => {
      const column = tableColumn(table, name);
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

function tableColumn<Row>(table: Table<Row>, name: Field<Row>): string {
  return optionsOf(table, name).name ?? name;
}

function optionsOf<Row>(table: Table<Row>, name: Field<Row>): ColumnOptions {
  const declared = getMetadataArgsStorage()
    .filterColumns(table)
    .find(({ propertyName }) => propertyName === name);
  if (!declared) throw new Error(`${table.name} has no column for ${name}`);
  return declared.options;
}
