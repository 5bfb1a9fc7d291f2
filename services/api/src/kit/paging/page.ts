import { Refused, refuse } from '../refusal.js';

export const MAX_PAGE = 100;

/** Bounds of a page of a list. */
export interface PageInfo {
  /** Whether more follow this page. */
  readonly hasNextPage: boolean;
  /** Whether there are items before this page. */
  readonly hasPreviousPage: boolean;
  /** Cursor of the first; null if the page is empty. */
  readonly startCursor: string | null;
  /** Cursor of the last; null if the page is empty. */
  readonly endCursor: string | null;
}

/** One page of a list. */
export interface Connection<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
}

/**
 * Checks `first`.
 * @throws Refused
 */
export function checkFirst(first: number): number {
  if (first >= 1 && first <= MAX_PAGE) return first;
  throw new Refused(refuse('RANGE', ['first'], { field: 'first', min: 1, max: MAX_PAGE, value: first }));
}

/** The items of a page, and whether there are others before and after it. */
export interface Excerpt<Node> {
  readonly nodes: readonly Node[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** Makes a page of a list of rows. The query must select one row more than `first`, to show whether more follow. */
export function toExcerpt<Node>(rows: readonly Node[], first: number, hasPrevious: boolean): Excerpt<Node> {
  return { nodes: rows.slice(0, first), hasNext: rows.length > first, hasPrevious };
}

/** Makes a page of rows; the query must select one row more than `first`. */
export function toConnection<Node>(
  rows: readonly Node[],
  first: number,
  cursorOf: (node: Node) => string,
  hasPreviousPage: boolean,
): Connection<Node> {
  return withCursors(toExcerpt(rows, first, hasPreviousPage), cursorOf);
}

/** Makes a page of an excerpt. Cursors are made when they are read, because most callers never read them. */
export function withCursors<Node>(
  { nodes, hasNext, hasPrevious }: Excerpt<Node>,
  cursorOf: (node: Node) => string,
): Connection<Node> {
  const cursorAt = (index: number) => (nodes.length === 0 ? null : cursorOf(nodes.at(index)!));
  return {
    nodes,
    get edges() {
      return nodes.map((node) => ({ cursor: cursorOf(node), node }));
    },
    get pageInfo() {
      return {
        hasNextPage: hasNext,
        hasPreviousPage: hasPrevious,
        startCursor: cursorAt(0),
        endCursor: cursorAt(-1),
      };
    },
  };
}
