import type { ApiRefusal } from '../texts/refusal.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';

interface ProblemProps {
  readonly title: string;
  readonly text: string;
  /** What the reader can correct; null if nothing. */
  readonly told: ApiRefusal | null;
  /** Where the leagues are. */
  readonly home?: string;
}

/** The page that says why another one cannot be shown. */
export function Problem({ title, text, told, home = urls.front }: ProblemProps) {
  const { t } = useUi();
  return (
    <section class="problem">
      <h1>{title}</h1>
      <p>{text}</p>
      {told && <p class="detail">{t.refusal(told)}</p>}
      <p>
        <a href={home}>{t.leagues}</a>
      </p>
    </section>
  );
}
