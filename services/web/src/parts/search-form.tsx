import { useUi } from '../ui.js';
import { urls } from '../urls.js';

/** The API refuses a longer text. */
export const LONGEST_SEARCH = 200;

/** A field for a search of everything. @param text what is in it */
export function SearchForm({ text }: { readonly text: string }) {
  const { t } = useUi();
  return (
    <search>
      <form action={urls.search}>
        <input
          name="q"
          type="search"
          aria-label={t.searchHint}
          placeholder={t.searchPlaceholder}
          value={text}
          maxLength={LONGEST_SEARCH}
          required
          data-suggest=""
        />
        <button type="submit">{t.search}</button>
      </form>
    </search>
  );
}
