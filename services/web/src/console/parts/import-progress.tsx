import { useUi } from '../../ui.js';
import { Form, Send } from '../form.js';
import type { Import } from '../pages/import.js';
import { places } from '../urls.js';

/** How far the check or the import of a file is. */
export function ImportProgress({ slug, file }: { readonly slug: string; readonly file: Import }) {
  const { t, format } = useUi();
  const words = t.console.imports;
  const { id, status, progress, accepted } = file;
  return (
    <section class="plan">
      <p data-progress>
        <progress value={progress} max={1} aria-label={t.console.progress} /> {format.percent(progress)}
      </p>
      <p>{status === 'CHECKING' ? words.checking : words.importing(accepted, format.count(accepted))}</p>
      <noscript>
        <p>
          <a href={places.import(slug, id)}>{words.look}</a>
        </p>
      </noscript>
      <Form action="cancel" class="bare">
        <Send looks="plain">{t.console.cancel}</Send>
      </Form>
    </section>
  );
}
