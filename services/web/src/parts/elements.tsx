import type { ComponentChildren, VNode } from 'preact';
import { type Format, formatOf, isMidnight } from '../format.js';
import type { Texts } from '../texts/en/site.js';
import { useUi } from '../ui.js';
import { withQuery } from '../urls.js';

interface TimeProps {
  /** A time of the API; null means never. */
  readonly at: string | null | undefined;
  readonly form?: 'day' | 'minute';
  /** The time zone of the league; that of the page if omitted. */
  readonly zone?: string;
  /** What it is of the thing around it, in the words of schema.org. */
  readonly property?: string;
  /** Whether it stays in that zone, as days do on a page about days of the league. */
  readonly isFixed?: boolean;
}

/**
 * A time in the reader's format and the league's zone. A script rewrites it in the zone of the browser. Midnight in the league's zone
 * stands for a day: no minute is shown, and no script rewrites it, because elsewhere it would be another day.
 */
export function Time({ at, form = 'day', zone, property, isFixed = false }: TimeProps) {
  const { t, locale, format: own } = useUi();
  const format = zone === undefined ? own : formatOf(locale.tag, zone);
  if (!at) return <span>{t.none}</span>;
  const isDay = isMidnight(at, format.zone);
  return (
    <time dateTime={at} data-form={isFixed || isDay ? undefined : form} itemprop={property}>
      {format[isDay && !isFixed ? 'day' : form](at)}
    </time>
  );
}

interface AxisProps {
  /** Whether it stands below the drawing or beside it. */
  readonly class: 'times' | 'values';
  readonly marks: readonly string[];
}

/** The scale of a drawing. Its table says more to those who hear the page. */
export function Axis({ class: place, marks }: AxisProps) {
  return (
    <ol class={place} aria-hidden="true">
      {marks.map((mark) => (
        <li>{mark}</li>
      ))}
    </ol>
  );
}

interface OptionsProps {
  readonly options: readonly (readonly [value: string | number, text: string])[];
  readonly chosen: string | number | undefined;
}

/** What may be chosen in a field, with its words. */
export function Options({ options, chosen }: OptionsProps) {
  return (
    <>
      {options.map(([value, text]) => (
        <option value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </>
  );
}

/** Items of a text, with the same between each two of them. */
export function joined(items: readonly ComponentChildren[], between = ', '): VNode {
  return (
    <>
      {items.map((item, index) => (
        <>
          {index > 0 && between}
          {item}
        </>
      ))}
    </>
  );
}

/** A link to something by the name that somebody gave it. */
export function NamedLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a href={href}>
      <bdi>{name}</bdi>
    </a>
  );
}

/** A name and what it stands for, in a list of them. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export type Result = 'WIN' | 'DRAW' | 'LOSS';

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

interface BalanceProps {
  /** Whether wins are shown among the races that somebody started in, and not beside draws and losses. */
  readonly races?: boolean;
  readonly of: {
    readonly wins: number;
    readonly draws: number;
    readonly losses: number;
    readonly matchesPlayed?: number;
  };
}

/** How often somebody won. */
export function Balance({ races = false, of }: BalanceProps) {
  const { format } = useUi();
  const [counts, between] = races ? [[of.wins, of.matchesPlayed!], ' / '] : [[of.wins, of.draws, of.losses], '–'];
  return <span class="record">{counts.map(format.count).join(between)}</span>;
}

/** Shares of a whole, which add up to 1, as the parts of one bar. Words beside it say what they are. */
export function Shares({ shares }: { readonly shares: readonly number[] }) {
  let end = 0;
  return (
    <svg class="shares" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {shares.map((share, index) => {
        end += share;
        return <rect class={`share-${index % 2}`} x={(end - share).toFixed(4)} width={share.toFixed(4)} height="1" />;
      })}
    </svg>
  );
}

/** A rating in points with one decimal, as sentences have it, and its whole value for programs. */
export function Points({ value }: { readonly value: number | null }) {
  const { t, format } = useUi();
  return value === null ? t.none : <data value={String(value)}>{format.tenths(value)}</data>;
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

interface SpreadProps {
  readonly rating: Spreading;
  /** Whether it stands beside points with a decimal. */
  readonly isInTenths?: boolean;
}

/** A deviation, behind the points that it is of if they are not displayed already. */
export function Spread({ rating, isInTenths = false }: SpreadProps) {
  const { t, format } = useUi();
  const { value, deviation } = rating;
  if (value === null || deviation === null) return <>{t.none}</>;
  const shown = isInTenths ? format.tenths : format.points;
  const points = (whole: number) => <data value={String(whole)}>{shown(whole)}</data>;
  return (
    <>
      {!isInPoints(rating, format) && points(value)} ± {points(deviation)}
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
