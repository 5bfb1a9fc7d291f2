import { type ClassType, Int, type MaybePromise } from 'type-graphql';
import type { NeedsSeal } from '../kit/needs.js';
import {
  type Connection,
  checkFirst,
  decodeCursor,
  encodeCursor,
  type Key,
  type Shape,
  toConnection,
} from '../kit/paging/page.js';
import { computed, computeFields, firstOf } from './computed.js';
import { field, objectType, optional, type ValuesOf } from './declare.js';

/** The arguments of every connection. What a page costs follows from them and its type; see limits/cost.ts. */
export const PAGE_ARGS = {
  ...firstOf(20),
  after: optional(String, 'Cursor to continue after: the `endCursor` of the previous page.'),
};

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
    { first, after }: ValuesOf<typeof PAGE_ARGS>,
    read: (limit: number, ...after: Key<S> | Start<S>) => MaybePromise<readonly Own[]>,
  ): Promise<Connection<Own>> => {
    const key = decodeCursor(seal, list, shape, after) ?? (shape.map(() => null) as unknown as Start<S>);
    const nodes = await read(checkFirst(first) + 1, ...key);
    return toConnection(nodes, first, (node) => encodeCursor(seal, list, ...keyOf(node)), after != null);
  };
}

const PageInfoType = objectType('PageInfo', 'Where a page begins and ends.', {
  hasNextPage: field(Boolean, 'Whether there are more items after this page.'),
  hasPreviousPage: field(Boolean, 'Whether there are items before this page.'),
  startCursor: optional(String, 'Cursor of the first item; null if the page is empty.'),
  endCursor: optional(String, 'Cursor of the last item; null if the page is empty.'),
});

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
      totalCount: computed(Int, description, { cost: { work } }, ({ count }) => count()),
    });
  }
  if (isPartly) computeFields<Partly>(type, { unreachable });
  return type;
}

/** A page of a list that is counted only if someone asks. */
export type Counted<Node> = Connection<Node> & { readonly count: () => MaybePromise<number> };

export function counted<Node>(connection: Connection<Node>, count: () => MaybePromise<number>): Counted<Node> {
  return Object.assign(connection, { count });
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

const unreachable = computed(
  [String],
  `Slugs of leagues that may be missing here, on any page, because their server cannot be reached at the moment: the first ${MAX_UNREACHABLE} by slug of those that the caller may read. Empty if all leagues can be reached.`,
  ({ unreachable }: Partly) => unreachable.slice(0, MAX_UNREACHABLE),
);
