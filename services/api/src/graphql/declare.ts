import 'reflect-metadata';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import {
  Args,
  ArgsType,
  type ClassType,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  InterfaceType,
  type MaybePromise,
  ObjectType,
  Query,
  Resolver,
  Subscription,
} from 'type-graphql';
import { AccessDenied, canAdminister } from '../access/access.js';
import type { NeedsSeal } from '../kit/needs.js';
import {
  type Connection,
  checkFirst,
  decodeCursor,
  encodeCursor,
  type Key,
  MAX_PAGE,
  type Shape,
  toExcerpt,
  withCursors,
} from '../kit/paging/page.js';
import type { League } from '../league/league.js';
import type { Reached } from '../reading/listed-leagues.js';
import type { Context } from './context.js';
import { Cost, type FieldCost } from './limits/cost.js';
import { sizedList } from './selection.js';

/** In descriptions of fields for administrators of a league. */
export const NEEDS_ADMIN = 'Requires the scope league:admin for the league.';

/** The type of a field: a scalar, an enum, a declared type, or a list of those. */
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

/** A field that is as it is in its object, or in its input. */
export interface FieldOf<Value, IsOptional extends boolean> extends FieldOptions<Value> {
  readonly type: FieldType;
  readonly description: string;
  readonly nullable: IsOptional | (IsOptional extends true ? 'itemsAndList' : never);
  readonly compute?: never;
}

/** The fields of an input, by name. */
export type Fields = Readonly<Record<string, FieldOf<unknown, boolean>>>;

/** Computes the value of a field from its object and its arguments. */
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

/** Declares a field. With a function, its value is computed from its object; without one, the object or the input contains it. */
interface Declare<IsOptional extends boolean> {
  <Own, const Given extends Fields>(
    type: FieldType,
    description: string,
    compute: Compute<Own, ValuesOf<Given>>,
  ): ComputedField<Own>;
  <Own, const Given extends Fields>(
    type: FieldType,
    description: string,
    options: ComputedOptions<Given>,
    compute: Compute<Own, ValuesOf<Given>>,
  ): ComputedField<Own>;
  <const Type extends FieldType>(
    type: Type,
    description: string,
    options?: FieldOptions<ValueOf<Type>>,
  ): FieldOf<ValueOf<Type>, IsOptional>;
}

/** A field that is never null. @param description meaning, unit and range */
export const field = declaring(false) as Declare<false>;

/** A field that can be null, or left out of an input. @param description meaning, unit, range, and when it is null */
export const optional = declaring(true) as Declare<true>;

function declaring(nullable: boolean) {
  return (type: FieldType, description: string, ...how: readonly object[]) => {
    const [last, options] = how.toReversed();
    const given = typeof last === 'function' ? { ...options, compute: last } : last;
    return { type, description, nullable, ...given };
  };
}

type OptionalNames<Own> = { [Name in keyof Own]: Own[Name] extends FieldOf<unknown, true> ? Name : never }[keyof Own];
type ComputedNames<Own> = { [Name in keyof Own]: Own[Name] extends ComputedField<never> ? Name : never }[keyof Own];
type Held<Own, Name extends keyof Own> = Own[Name] extends FieldOf<infer Value, boolean> ? Value : never;

/** An object with the values of some fields, without those that are made from it. */
export type ValuesOf<Own> = {
  [Name in Exclude<keyof Own, OptionalNames<Own> | ComputedNames<Own>>]: Held<Own, Name>;
} & {
  [Name in OptionalNames<Own>]?: Held<Own, Name> | null;
};

/** The values of a declared type. */
export type Of<Type extends abstract new () => unknown> = InstanceType<Type>;

type ObjectFields = Readonly<Record<string, FieldOf<unknown, boolean> | ComputedField<never>>>;

/** Anything that can be found by a global id. */
export const Node = classOf({ id: field(ID, 'Opaque global id.') });
InterfaceType('Node', {
  description: 'Anything that can be found by a global id.',
  autoRegisterImplementations: true,
  resolveType: ({ __typename }: { readonly __typename: string }) => __typename,
})(Node);

/** Declares a type of objects. */
export const objectType = declaringTypes<ObjectFields>((name, description) =>
  ObjectType(name, { description, simpleResolvers: true }),
);

/** Declares a type of objects with global ids. */
export const nodeType = declaringTypes<ObjectFields>((name, description) =>
  ObjectType(name, { description, implements: Node, simpleResolvers: true }),
);

/** Declares a type of inputs. */
export const inputType = declaringTypes<Fields>((name, description) => InputType(name, { description }));

function declaringTypes<Allowed extends ObjectFields>(decorate: (name: string, description: string) => ClassDecorator) {
  return <Own extends Allowed>(name: string, description: string, fields: Own): ClassType<ValuesOf<Own>> => {
    const type = classOf(fields);
    decorate(name, description)(type);
    return type as ClassType<ValuesOf<Own>>;
  };
}

/** A class with some fields, for a decorator to declare. */
export function classOf(fields: ObjectFields): ClassType {
  class Declared {}
  const computed: Record<string, ComputedField<never>> = {};
  for (const [name, declared] of Object.entries(fields)) {
    if (declared.compute) {
      computed[name] = declared;
      continue;
    }
    const { type, cost, ...options } = declared;
    Field(() => type as ClassType, options)(Declared.prototype, name);
    if (cost) Cost(cost)(Declared.prototype, name);
  }
  if (Object.keys(computed).length > 0) computeFields(Declared, computed);
  return Declared;
}

/** Computes the value of a field of a type. The type is named if it has no class. */
export interface DeclaredResolver {
  readonly of: 'Query' | 'Mutation' | 'Subscription' | ClassType;
  readonly name: string;
  readonly resolve: GraphQLFieldResolver<never, never, never>;
}

/** The resolvers of all fields that are not simply in their objects. */
export const DECLARED_RESOLVERS: DeclaredResolver[] = [];

/** Adds fields to a type, each of which is made from the object. */
export function computeFields<Own>(type: ClassType, fields: ComputedFields<Own>): void {
  declareEach(fields, type);
}

/** Declares queries. */
export function queries(fields: ComputedFields<unknown>): void {
  declareEach(fields, 'Query');
}

function declareEach(fields: ComputedFields<never>, of: 'Query' | ClassType): void {
  class Declared {}
  const { prototype } = Declared;
  const decorator = of === 'Query' ? Query : FieldResolver;
  for (const [name, { type, compute, args, cost, ...options }] of Object.entries(fields)) {
    if (args) takeArgs(prototype, name, args);
    decorator(() => type as ClassType, options)(prototype, name, {});
    if (cost) Cost(cost)(prototype, name);
    const resolve: DeclaredResolver['resolve'] = (own, given, context, info) => compute(own, context, given, info);
    DECLARED_RESOLVERS.push({ of, name, resolve });
  }
  (of === 'Query' ? Resolver() : Resolver(() => of))(Declared);
}

function takeArgs(prototype: object, name: string, args: Fields): void {
  const type = classOf(args);
  ArgsType()(type);
  Args(() => type)(prototype, name, 0);
}

/** Declares a subscription. @param follow yields its events, which are the values of its field */
export function subscription<const Given extends Fields>(
  name: string,
  type: FieldType,
  description: string,
  args: Given,
  follow: (args: ValuesOf<Given>, context: Context) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>,
): void {
  class Declared {}
  const { prototype } = Declared;
  takeArgs(prototype, name, args);
  Subscription(() => type as ClassType, {
    description,
    subscribe: ({ args: given, context }) => follow(given as ValuesOf<Given>, context as Context),
  })(prototype, name, {});
  Resolver()(Declared);
  DECLARED_RESOLVERS.push({ of: 'Subscription', name, resolve: (event) => event });
}

/** The description of every `first` argument. */
const FIRST = `Number of items to return, 1 to ${MAX_PAGE}.`;

/** How many items of a list to return. @param usual if no number is requested */
export function firstOf(usual: number) {
  return { first: field(Int, FIRST, { defaultValue: usual }) };
}

/** A list of which an object has all items, and returns the first ones. @param usual how many, if no number is requested */
export function computedList<Own, Item>(
  type: FieldType,
  description: string,
  usual: number,
  listOf: (own: Own) => readonly Item[],
): ComputedField<Own> {
  return field([type], description, { args: firstOf(usual) }, (own: Own, { size }, { first }, info) =>
    sizedList(size, info, listOf(own).slice(0, checkFirst(first))),
  );
}

/** The arguments of every connection. The cost of a page follows from them and its type; see limits/cost.ts. */
export const PAGE_ARGS = {
  ...firstOf(20),
  after: optional(String, 'Cursor to continue after: the `endCursor` of the previous page.'),
};

/** The start of a list: no part of a key. */
type Start<S extends Shape> = { -readonly [Index in keyof S]: null };

/** The result of reading a list: some nodes, or those of leagues that can be reached. */
type Read<Node> = MaybePromise<readonly Node[] | Reached<readonly Node[]>>;

type Pages<Node, S extends Shape> = <Own extends Node>(
  needs: NeedsSeal,
  args: ValuesOf<typeof PAGE_ARGS>,
  read: (limit: number, ...after: Key<S> | Start<S>) => Read<Own>,
) => Promise<Connection<Own> & Partly>;

/**
 * Makes the function that reads the pages of a list.
 * @param list what its cursors are for; those of another list are refused
 * @param shape types of the parts of a key, by which the list is in order
 * @param keyOf the key of a node
 * @returns it takes the arguments of the page, and a function that reads at most `limit` nodes after a key, whose parts are null for the
 * first page
 * @throws Refused
 */
export function pagesBy<Node, const S extends Shape>(
  list: string,
  shape: S,
  keyOf: (node: Node) => Readonly<Key<S>>,
): Pages<Node, S> {
  return async ({ seal }, { first, after }, read) => {
    const key = decodeCursor(seal, list, shape, after) ?? (shape.map(() => null) as unknown as Start<S>);
    const rows = await read(checkFirst(first) + 1, ...key);
    const { found, unreachable } = 'found' in rows ? rows : { found: rows, unreachable: [] };
    const excerpt = toExcerpt(found, first, after != null);
    const page = withCursors(excerpt, (node) => encodeCursor(seal, list, ...keyOf(node)));
    return Object.assign(page, { unreachable });
  };
}

/** A list of an object that can only be read in pages. */
export function computedPages<Own, Node, S extends Shape>(
  type: FieldType,
  description: string,
  pages: Pages<Node, S>,
  read: (own: Own, context: Context, limit: number, ...after: Key<S> | Start<S>) => Read<Node>,
): ComputedField<Own> {
  return field(type, description, { args: PAGE_ARGS }, (own: Own, context, page) =>
    pages(context.app, page, (limit, ...after) => read(own, context, limit, ...after)),
  );
}

/** The same for a league and its admins. @param what noun for the items */
export function pagesForAdmins<Node, S extends Shape>(
  type: FieldType,
  [what, description]: readonly [what: string, description: string],
  pages: Pages<Node, S>,
  read: (league: League, context: Context, limit: number, ...after: Key<S> | Start<S>) => Read<Node>,
): ComputedField<League> {
  return field(type, `${description} ${NEEDS_ADMIN}`, { args: PAGE_ARGS }, (league: League, context, page) => {
    const { app, access } = context;
    if (!canAdminister(access, league)) throw new AccessDenied(access, `read the ${what} of ${league.slug}`);
    return pages(app, page, (limit, ...after) => read(league, context, limit, ...after));
  });
}

const PageInfoType = objectType('PageInfo', 'Where a page begins and ends.', {
  hasNextPage: field(Boolean, 'Whether there are more items after this page.'),
  hasPreviousPage: field(Boolean, 'Whether there are items before this page.'),
  startCursor: optional(String, 'Cursor of the first item; null if the page is empty.'),
  endCursor: optional(String, 'Cursor of the last item; null if the page is empty.'),
});

/** Fields of a connection's pages besides their items. */
interface ConnectionOptions {
  /** Noun for what `totalCount` counts; its pages are `Counted`. */
  readonly counts?: string;
  /** What counting costs, in points. */
  readonly work?: number;
  /** Whether it is a list over all leagues, some of which may be on a server that is away; its pages are `Partly`. */
  readonly isPartly?: boolean;
}

/** Declares the connection type of a node type. @param what noun for the items */
export function connectionType(
  name: string,
  nodeType: ClassType,
  what: string,
  { counts, work = 0, isPartly = false }: ConnectionOptions = {},
): ClassType {
  const Edge = objectType(`${name}Edge`, `One item in a page of ${what}, with its cursor.`, {
    cursor: field(String, 'Cursor to pass as `after`.'),
    node: field(nodeType, 'The item.'),
  });
  const type = objectType(`${name}Connection`, `A page of ${what}.`, {
    edges: field([Edge], 'Items with their cursors.'),
    nodes: field([nodeType], 'Items without cursors.'),
    pageInfo: field(PageInfoType, 'Where the page begins and ends.'),
  });
  if (counts) {
    const description = `Number of ${counts}, on all pages together.`;
    computeFields<Counted<unknown>>(type, {
      totalCount: field(Int, description, { cost: { work } }, ({ count }) => count()),
    });
  }
  if (isPartly) computeFields<Partly>(type, { unreachable });
  return type;
}

/** A page of a list that is counted only on request. */
export type Counted<Node> = Connection<Node> & { readonly count: () => MaybePromise<number> };

export function counted<Node>(connection: Connection<Node>, count: () => MaybePromise<number>): Counted<Node> {
  return Object.assign(connection, { count });
}

/** How many leagues `unreachable` names. */
const MAX_UNREACHABLE = 100;

/** The leagues that are missing on a page of a list over all leagues. */
interface Partly {
  readonly unreachable: readonly string[];
}

const unreachable = field(
  [String],
  `Slugs of leagues that may be missing here, on any page, because their server cannot be reached at the moment: the first ${MAX_UNREACHABLE} by slug of those that the caller may read. Empty if all leagues can be reached.`,
  ({ unreachable }: Partly) => unreachable.slice(0, MAX_UNREACHABLE),
);
