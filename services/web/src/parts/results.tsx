import type { Format } from '../format.js';
import type { Texts } from '../texts/en/site.js';
import { useUi } from '../ui.js';

type Result = 'WIN' | 'DRAW' | 'LOSS';

/** Results as marks, newest first. */
export function Results({ results }: { readonly results: readonly Result[] }) {
  const { t } = useUi();
  if (results.length === 0) return <span class="quiet">{t.none}</span>;
  return (
    <span class="form" role="img" aria-label={labelOf(results, t)}>
      {results.map((result) => (
        <i class={result.toLowerCase()} aria-hidden="true">
          {t.resultMark[result]}
        </i>
      ))}
    </span>
  );
}

function labelOf(results: readonly Result[], t: Texts): string {
  const words = results.map((result) => t.result[result]);
  return words.length === 1 ? words[0]! : t.formLabel(words);
}

interface Tally {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** Wins, draws and losses. */
export function Record({ tally: { wins, draws, losses } }: { readonly tally: Tally }) {
  const { format } = useUi();
  return <span class="record">{[wins, draws, losses].map(format.count).join('–')}</span>;
}

/** A rating in points, and its whole value for programs. */
export function Points({ value }: { readonly value: number | null }) {
  const { t, format } = useUi();
  return value === null ? t.none : <data value={String(value)}>{format.points(value)}</data>;
}

interface DeltaProps {
  readonly delta: number | null | undefined;
  /** The delta as it is shown among others, where that is not the nearest tenth. */
  readonly shown?: number | null | undefined;
}

/** Points gained or lost, with a sign. The colour repeats what the sign says. */
export function Delta({ delta, shown = delta }: DeltaProps) {
  const { t, format } = useUi();
  if (delta === null || delta === undefined || shown === null || shown === undefined)
    return <span class="quiet">{t.none}</span>;
  const sign = Math.abs(shown) < 0.05 ? 'even' : shown > 0 ? 'gain' : 'drop';
  return (
    <data class={`delta ${sign}`} value={String(delta)}>
      {format.delta(shown)}
    </data>
  );
}

interface Spreading {
  readonly display: string;
  readonly value: number | null;
  readonly deviation: number | null;
}

/** Whether what a rating displays is its points. */
export function isInPoints({ display, value }: Spreading, format: Format): boolean {
  return value !== null && format.rating(display) === format.points(value);
}

/** A deviation, behind the points that it is of if they are not displayed already. */
export function Spread({ rating }: { readonly rating: Spreading }) {
  const { t, format } = useUi();
  const { value, deviation } = rating;
  if (value === null || deviation === null) return <>{t.none}</>;
  return (
    <>
      {!isInPoints(rating, format) && <Points value={value} />} ± <Points value={deviation} />
    </>
  );
}

/** Ranks gained or lost; nothing for neither. */
export function Movement({ ranks }: { readonly ranks: number | null }) {
  const { t, format } = useUi();
  if (!ranks) return null;
  const shown = format.count(Math.abs(ranks));
  const [kind, label] = ranks > 0 ? ['gain', t.up(shown)] : ['drop', t.down(shown)];
  return (
    <span class={`movement ${kind}`} role="img" aria-label={label}>
      {shown}
    </span>
  );
}
