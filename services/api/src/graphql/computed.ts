import type { GraphQLResolveInfo } from 'graphql';
import {
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  FieldResolver,
  Info,
  Int,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { checkFirst, MAX_PAGE } from '../kit/paging/page.js';
import type { Context } from './context.js';
import { classOf, type Fields, type FieldType, field, type ValuesOf } from './declare.js';
import { Cost, type FieldCost } from './limits/cost.js';
import { sizedList } from './selection.js';

/** What makes the value of a field, from its object and its arguments. */
type Compute<Own, Given> = (own: Own, context: Context, args: Given, info: GraphQLResolveInfo) => unknown;

interface ComputedOptions<Given extends Fields> {
  readonly args?: Given;
  readonly cost?: FieldCost;
}

/** A field that is made from its object, and how. */
export interface ComputedField<Own> extends ComputedOptions<Fields> {
  readonly type: FieldType;
  readonly description: string;
  readonly nullable: boolean;
  readonly compute: Compute<Own, never>;
}

type ComputedFields<Own> = Readonly<Record<string, ComputedField<Own>>>;

/** Adds fields to a type, each of which is made from the object. */
export function computeFields<Own>(type: ClassType, fields: ComputedFields<Own>): void {
  declareEach(
    fields,
    FieldResolver,
    Resolver(() => type),
  );
}

/** Declares queries. */
export function queries(fields: ComputedFields<unknown>): void {
  declareEach(fields, Query, Resolver());
}

function declareEach(
  fields: ComputedFields<never>,
  decorator: typeof FieldResolver | typeof Query,
  resolver: ClassDecorator,
): void {
  class Declared {}
  const { prototype } = Declared;
  for (const [name, { type, compute, args, cost, ...options }] of Object.entries(fields)) {
    Object.assign(prototype, { [name]: compute });
    // A function gets as many parameters as it names.
    Root()(prototype, name, 0);
    if (compute.length > 1) Ctx()(prototype, name, 1);
    if (args || compute.length > 2) takeArgs(prototype, name, 2, args ?? {});
    if (compute.length > 3) Info()(prototype, name, 3);
    decorator(() => type as ClassType, options)(prototype, name, {});
    if (cost) Cost(cost)(prototype, name);
  }
  resolver(Declared);
}

function takeArgs(prototype: object, name: string, place: number, args: Fields): void {
  const type = classOf(args);
  ArgsType()(type);
  Args(() => type)(prototype, name, place);
}

/** Declares a subscription. @param follow makes its events, which are the values of its field */
export function subscription<const Given extends Fields>(
  name: string,
  type: FieldType,
  description: string,
  args: Given,
  follow: (args: ValuesOf<Given>, context: Context) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>,
): void {
  class Declared {
    [name](event: unknown) {
      return event;
    }
  }
  const { prototype } = Declared;
  Root()(prototype, name, 0);
  takeArgs(prototype, name, 1, args);
  Subscription(() => type as ClassType, {
    description,
    subscribe: ({ args: given, context }) => follow(given as ValuesOf<Given>, context as Context),
  })(prototype, name, {});
  Resolver()(Declared);
}

type Computed<Own, Given extends Fields> =
  | [compute: Compute<Own, ValuesOf<Given>>]
  | [options: ComputedOptions<Given>, compute: Compute<Own, ValuesOf<Given>>];

/** A field that is never null. @param description meaning, unit and range */
export function computed<Own, const Given extends Fields>(
  type: FieldType,
  description: string,
  ...how: Computed<Own, Given>
): ComputedField<Own> {
  const [compute, options] = how.toReversed() as [Compute<Own, never>, ComputedOptions<Given>?];
  return { type, description, nullable: false, compute, ...options };
}

/** A field that can be null. @param description meaning, unit, range, and when it is null */
export function computedOptional<Own, const Given extends Fields>(
  type: FieldType,
  description: string,
  ...how: Computed<Own, Given>
): ComputedField<Own> {
  return { ...computed<Own, Given>(type, description, ...how), nullable: true };
}

/** The description of every `first` argument. */
export const FIRST = `Number of items to return, 1 to ${MAX_PAGE}.`;

/** How many items of a list to return. @param usual if nothing is asked for */
export function firstOf(usual: number) {
  return { first: field(Int, FIRST, { defaultValue: usual }) };
}

/** A list of which an object has all items, and returns the first ones. @param usual how many, if nothing is asked for */
export function computedList<Own, Item>(
  type: FieldType,
  description: string,
  usual: number,
  listOf: (own: Own) => readonly Item[],
): ComputedField<Own> {
  return computed([type], description, { args: firstOf(usual) }, (own: Own, { size }, { first }, info) =>
    sizedList(size, info, listOf(own).slice(0, checkFirst(first))),
  );
}
