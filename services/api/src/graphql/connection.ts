import {
  ArgsType,
  type ClassType,
  Field,
  FieldResolver,
  Int,
  type MaybePromise,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import type { NeedsSeal } from '../kit/needs.js';
import {
  type Connection,
  checkFirst,
  decodeCursor,
  encodeCursor,
  type Key,
  MAX_PAGE,
  type PageInfo,
  type Shape,
  toConnection,
} from '../kit/paging/page.js';
import { Cost } from './limits/cost.js';

/** The description of every `first` argument. */
export const FIRST = `Number of items to return, 1 to ${MAX_PAGE}.`;

/** The arguments of every connection. What a page costs follows from them and its type; see limits/cost.ts. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: 20, description: FIRST })
  first!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor to continue after: the `endCursor` of the previous page.',
  })
  after?: string | null;
}

/** The start of a list: no part of a key. */
type Start<S extends Shape> = { -readonly [Index in keyof S]: null };

/**
 * Makes the function that reads the pages of a list.
 * @param list what its cursors are for; those of another list are refused
 * @param shape types of the parts of a key, by which the list is in order
 * @param keyOf the key of a node
 * @returns it takes the arguments of the page, and a function that reads at most `limit` nodes after a key, whose parts are null for the
 * first page
 * @throws Refused
 */
export function pagesBy<Node, const S extends Shape>(list: string, shape: S, keyOf: (node: Node) => Readonly<Key<S>>) {
  return async <Own extends Node>(
    { seal }: NeedsSeal,
    { first, after }: PageArgs,
    read: (limit: number, ...after: Key<S> | Start<S>) => MaybePromise<readonly Own[]>,
  ): Promise<Connection<Own>> => {
    const key = decodeCursor(seal, list, shape, after) ?? (shape.map(() => null) as unknown as Start<S>);
    const nodes = await read(checkFirst(first) + 1, ...key);
    return toConnection(nodes, first, (node) => encodeCursor(seal, list, ...keyOf(node)), after != null);
  };
}

@ObjectType('PageInfo', { description: 'Where a page begins and ends.', simpleResolvers: true })
class PageInfoType implements PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more items after this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null if the page is empty.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null if the page is empty.' })
  endCursor!: string | null;
}

/** What the pages of a connection have besides their items. */
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
  nodeType: () => ClassType,
  what: string,
  { counts, work = 0, isPartly = false }: ConnectionOptions = {},
): ClassType {
  @ObjectType(`${name}Edge`, { description: `One item in a page of ${what}, with its cursor.`, simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Cursor to pass as `after`.' })
    cursor!: string;

    @Field(nodeType, { description: 'The item.' })
    node!: unknown;
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${what}.`, simpleResolvers: true })
  class ConnectionType {
    @Field(() => [Edge], { description: 'Items with their cursors.' })
    edges!: Edge[];

    @Field(() => [nodeType()], { description: 'Items without cursors.' })
    nodes!: unknown[];

    @Field(() => PageInfoType, { description: 'Where the page begins and ends.' })
    pageInfo!: PageInfo;
  }
  if (counts) declareTotalCount(ConnectionType, counts, work);
  if (isPartly) declareUnreachable(ConnectionType);
  return ConnectionType;
}

/** A page of a list that is counted only if someone asks. */
export type Counted<Node> = Connection<Node> & { readonly count: () => MaybePromise<number> };

export function counted<Node>(connection: Connection<Node>, count: () => MaybePromise<number>): Counted<Node> {
  return Object.assign(connection, { count });
}

function declareTotalCount(connection: ClassType, counts: string, work: number): void {
  @Resolver(() => connection)
  class TotalCountResolver {
    @Cost({ work })
    @FieldResolver(() => Int, { description: `Number of ${counts}, on all pages together.` })
    totalCount(@Root() { count }: Counted<unknown>): MaybePromise<number> {
      return count();
    }
  }
  void TotalCountResolver;
}

/** How many leagues `unreachable` names. */
const MAX_UNREACHABLE = 100;

/** What a page of a list over all leagues says of those that are missing in it. */
export interface Partly {
  readonly unreachable: readonly string[];
}

export function withUnreachable<Page extends object>(page: Page, { unreachable }: Partly): Page & Partly {
  return Object.assign(page, { unreachable });
}

function declareUnreachable(connection: ClassType): void {
  @Resolver(() => connection)
  class UnreachableResolver {
    @FieldResolver(() => [String], {
      description: `Slugs of leagues that may be missing here, on any page, because their server cannot be reached at the moment: the first ${MAX_UNREACHABLE} by slug of those that the caller may read. Empty if all leagues can be reached.`,
    })
    unreachable(@Root() { unreachable }: Partly): readonly string[] {
      return unreachable.slice(0, MAX_UNREACHABLE);
    }
  }
  void UnreachableResolver;
}
