import { Column, type ColumnOptions, type ColumnType, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A column of a table, and the values that its rows have. */
interface ColumnOf<Value> extends ColumnOptions {
  /** Whether PostgreSQL numbers the rows. */
  readonly isIdentity?: boolean;
  /** Only a type: there is no such value. */
  readonly value?: Value;
}

// Without the values: TypeScript would take them from here, and not from the columns.
type Columns = Readonly<Record<string, Omit<ColumnOf<unknown>, 'value'>>>;

/** The rows of a table. */
type RowsOf<Own extends Columns> = {
  readonly [Name in keyof Own]: Own[Name] extends ColumnOf<infer Value> ? Value : never;
};

/** Declares columns of a type. Name the values of a column where they are narrower, and those of an array. */
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
/** Sets of integers, as PostgreSQL writes them. */
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

/** A column of the primary key whose numbers PostgreSQL gives. */
export function identity(column: ColumnOf<number> = integer()): ColumnOf<number> {
  return { ...key(column), generatedIdentity: 'ALWAYS', isIdentity: true };
}

/**
 * Declares a table. Its columns are named as the fields, with words divided by `_`.
 * @param rules its indexes, constraints and foreign keys, by the decorators of TypeORM
 */
export function table<Own extends Columns>(
  name: string,
  columns: Own,
  ...rules: readonly ClassDecorator[]
): new () => RowsOf<Own> {
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
  for (const rule of rules) rule(declared);
  Entity({ name })(declared);
  return declared as new () => RowsOf<Own>;
}
