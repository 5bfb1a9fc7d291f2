/** A page of a connection, the form of every list of the service. */
export interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Most items of a request. */
export const PAGE_SIZE = 100;

/** Yields a list from its beginning to its end, a page at a time; the next page is read when needed. */
export async function* pagesOf<Item>(read: (after: string | null) => Promise<Page<Item>>): AsyncGenerator<Item, void> {
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo }: Page<Item> = await read(after);
    yield* nodes;
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}
