import { type ClassType, Int, type MaybePromise } from 'type-graphql';
import { AccessDenied, canAdminister } from '../access/access.js';
import type { NeedsSeal } from '../kit/needs.js';
import {
  type Connection,
  checkFirst,
  decodeCursor,
  encodeCursor,
  type Key,
  type Shape,
  toExcerpt,
  withCursors,
} from '../kit/paging/page.js';
import type { League } from '../league/league.js';
import type { Reached } from '../reading/listed-leagues.js';
import type { Context } from './context.js';
import {
  type ComputedField,
  computeFields,
  type FieldType,
  field,
  firstOf,
  NEEDS_ADMIN,
  objectType,
  optional,
  type ValuesOf,
} from './declare.js';

/** The arguments of every connection. What a page costs follows from them and its type; see limits/cost.ts. */
export const PAGE_ARGS = {
  ...firstOf(20),
  after: optional(String, 'Cursor to continue after: the `endCursor` of the previous page.'),
};

/** The start of a list: no part of a key. */
type Start<S extends Shape> = { -readonly [Index in keyof S]: null };

/** What is read of a list: some nodes, or those of leagues that can be reached. */
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

/** A list of an object, of which the pages are all that can be asked for. */
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

/** The same, of a league and for its admins. @param what noun for the items */
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
      totalCount: field(Int, description, { cost: { work } }, ({ count }) => count()),
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
interface Partly {
  readonly unreachable: readonly string[];
}

const unreachable = field(
  [String],
  `Slugs of leagues that may be missing here, on any page, because their server cannot be reached at the moment: the first ${MAX_UNREACHABLE} by slug of those that the caller may read. Empty if all leagues can be reached.`,
  ({ unreachable }: Partly) => unreachable.slice(0, MAX_UNREACHABLE),
);
