import { type ClassType, Field, InputType, ObjectType } from 'type-graphql';
import { Cost, type FieldCost } from './limits/cost.js';
import { Node } from './node.type.js';

/** In descriptions of fields for administrators of a league. */
export const NEEDS_ADMIN = 'Requires the scope league:admin for the league.';

/** What a field can have: a scalar, an enum, a declared type, or a list of those. */
export type FieldType = object | readonly [FieldType];

/** The values of a type of the schema. */
type ValueOf<Type> = Type extends readonly [infer Item]
  ? ValueOf<Item>[]
  : Type extends StringConstructor
    ? string
    : Type extends BooleanConstructor
      ? boolean
      : Type extends { parseValue(value: unknown): infer Value }
        ? Value
        : Type extends abstract new () => infer Value
          ? Value
          : Type[keyof Type];

interface FieldOptions<Value> {
  /** The value of an input that is omitted. */
  readonly defaultValue?: Value;
  readonly cost?: FieldCost;
}

export interface FieldOf<Value, IsOptional extends boolean> extends FieldOptions<Value> {
  readonly type: FieldType;
  readonly description: string;
  readonly nullable: IsOptional | (IsOptional extends true ? 'itemsAndList' : never);
}

/** The fields of a type, by name. */
export type Fields = Readonly<Record<string, FieldOf<unknown, boolean>>>;

/** A field that is never null. @param description meaning, unit and range */
export function field<const Type extends FieldType>(
  type: Type,
  description: string,
  options?: FieldOptions<ValueOf<Type>>,
): FieldOf<ValueOf<Type>, false> {
  return { type, description, nullable: false, ...options };
}

/** A field that can be null, or left out of an input. @param description meaning, unit, range, and when it is null */
export function optional<const Type extends FieldType>(
  type: Type,
  description: string,
  options?: FieldOptions<ValueOf<Type>>,
): FieldOf<ValueOf<Type>, true> {
  return { type, description, nullable: true, ...options };
}

type OptionalNames<Own> = { [Name in keyof Own]: Own[Name] extends FieldOf<unknown, true> ? Name : never }[keyof Own];
type Held<Own, Name extends keyof Own> = Own[Name] extends FieldOf<infer Value, boolean> ? Value : never;

/** An object with the values of some fields. */
export type ValuesOf<Own> = { [Name in Exclude<keyof Own, OptionalNames<Own>>]: Held<Own, Name> } & {
  [Name in OptionalNames<Own>]?: Held<Own, Name> | null;
};

/** The values of a declared type. */
export type Of<Type extends abstract new () => unknown> = InstanceType<Type>;

/** Declares a type of objects. */
export function objectType<Own extends Fields>(
  name: string,
  description: string,
  fields: Own,
): ClassType<ValuesOf<Own>> {
  const type = classOf(fields);
  ObjectType(name, { description, simpleResolvers: true })(type);
  return type as ClassType<ValuesOf<Own>>;
}

/** Declares a type of objects with global ids. */
export function nodeType<Own extends Fields>(name: string, description: string, fields: Own): ClassType<ValuesOf<Own>> {
  const type = classOf(fields);
  ObjectType(name, { description, implements: Node, simpleResolvers: true })(type);
  return type as ClassType<ValuesOf<Own>>;
}

/** Declares a type of inputs. */
export function inputType<Own extends Fields>(
  name: string,
  description: string,
  fields: Own,
): ClassType<ValuesOf<Own>> {
  const type = classOf(fields);
  InputType(name, { description })(type);
  return type as ClassType<ValuesOf<Own>>;
}

/** A class with some fields, for a decorator to declare. */
export function classOf(fields: Fields): ClassType {
  class Declared {}
  for (const [name, { type, cost, ...options }] of Object.entries(fields)) {
    Field(() => type as ClassType, options)(Declared.prototype, name);
    if (cost) Cost(cost)(Declared.prototype, name);
  }
  return Declared;
}
