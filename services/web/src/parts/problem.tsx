import { useUi } from '../ui.js';
import { urls } from '../urls.js';

interface ProblemProps {
  readonly title: string;
  readonly text: string;
  /** What the reader can mend; null where there is nothing. */
  readonly detail: string | null;
}

/** The page in place of one that cannot be shown. */
export function Problem({ title, text, detail }: ProblemProps) {
  const { t } = useUi();
  return (
    <section class="problem">
      <h1>{title}</h1>
      <p>{text}</p>
      {detail && <p class="detail">{detail}</p>}
      <p>
        <a href={urls.front}>{t.leagues}</a>
      </p>
    </section>
  );
}
