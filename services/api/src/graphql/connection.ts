import { type ClassType, Field, ObjectType } from 'type-graphql';
import { Refused, refuse } from '../refusal.js';

export const MAX_PAGE = 100;
/** The description of every `first` argument. */
export const FIRST = `How many to answer, 1 to ${MAX_PAGE}.`;
/** The description of every `after` argument. */
export const AFTER = 'Cursor after which to go on: an `endCursor` of the page before.';

@ObjectType({ description: 'Where a page of a list begins and ends.', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more follow this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether others stand before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first; null where the page is empty.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last; null where the page is empty.' })
  endCursor!: string | null;
}

/** One page of a list. */
export interface Connection<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
}

/** Declares the connection type of a node type. */
export function connectionType(name: string, nodeType: () => ClassType, what: string): ClassType {
  @ObjectType(`${name}Edge`, { description: `One of the ${what}, with its place in the list.`, simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Place in the list, for `after`.' })
    cursor!: string;

    @Field(nodeType, { description: `One of the ${what}.` })
    node!: unknown;
  }

  @ObjectType(`${name}Connection`, { description: `One page of the ${what}.`, simpleResolvers: true })
  class ConnectionType {
    @Field(() => [Edge], { description: 'The page, each with its cursor.' })
    edges!: Edge[];

    @Field(() => [nodeType()], { description: 'The page, without cursors.' })
    nodes!: unknown[];

    @Field(() => PageInfo, { description: 'Where the page begins and ends.' })
    pageInfo!: PageInfo;
  }
  return ConnectionType;
}

/**
 * Checks `first`.
 * @throws Refused
 */
export function checkFirst(first: number): number {
  if (first >= 1 && first <= MAX_PAGE) return first;
  throw new Refused(refuse('BAD_INPUT', ['first'], `first must be 1 to ${MAX_PAGE}, but is ${first}`));
}

/**
 * Makes a page of rows of which one more than `first` was asked for, to see whether more follow.
 */
export function toConnection<Node>(
  rows: readonly Node[],
  first: number,
  cursorOf: (node: Node) => string,
  hasPreviousPage: boolean,
): Connection<Node> {
  const nodes = rows.slice(0, first);
  const edges = nodes.map((node) => ({ cursor: cursorOf(node), node }));
  return {
    edges,
    nodes,
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
