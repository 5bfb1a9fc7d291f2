import { useUi } from '../ui.js';
import { withQuery } from '../urls.js';

interface NextPageProps {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  /** What the link says, if not the usual. */
  readonly words?: string;
}

/** The way to the next page of a list, if there is one. */
export function NextPage({ path, query, pageInfo: { hasNextPage, endCursor }, words }: NextPageProps) {
  const { t } = useUi();
  if (!hasNextPage || !endCursor) return null;
  return (
    <p class="pages">
      <a rel="next" href={withQuery(path, query, { after: endCursor, done: undefined })}>
        {words ?? t.nextPage}
      </a>
    </p>
  );
}
