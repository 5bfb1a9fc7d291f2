import { useUi } from '../ui.js';
import { urls } from '../urls.js';

interface ProblemProps {
  readonly title: string;
  readonly text: string;
  /** What the reader can correct, in the words of the API; null if nothing. */
  readonly detail: string | null;
  /** Where the leagues are. */
  readonly home?: string;
}

/** The page that says why another one cannot be shown. */
export function Problem({ title, text, detail, home = urls.front }: ProblemProps) {
  const { t } = useUi();
  return (
    <section class="problem">
      <h1>{title}</h1>
      <p>{text}</p>
      {detail && <p class="detail">{t.refusal({ message: detail })}</p>}
      <p>
        <a href={home}>{t.leagues}</a>
      </p>
    </section>
  );
}
