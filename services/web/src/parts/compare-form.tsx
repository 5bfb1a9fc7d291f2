import { useUi } from '../ui.js';
import { urls } from '../urls.js';
import { MAX_LINES } from './chart.js';
import { PlayerField } from './suggestions.js';

interface CompareFormProps {
  readonly slug: string;
  /** Who is compared already. */
  readonly handles: readonly string[];
}

/** A form that adds a player to those on one chart, as long as there is room. */
export function CompareForm({ slug, handles }: CompareFormProps) {
  const { t } = useUi();
  if (handles.length >= MAX_LINES) return null;
  return (
    <form class="filters" action={urls.compare(slug, []).replace(/\?$/, '')}>
      {handles.map((handle) => (
        <input type="hidden" name="p" value={handle} />
      ))}
      <PlayerField label={handles.length > 0 ? t.stories.compareWith : t.player} name="p" slug={slug} />
      <button type="submit">{t.compare}</button>
    </form>
  );
}
