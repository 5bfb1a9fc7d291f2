import type { ComponentChildren, VNode } from 'preact';
import { withQuery } from '../page.js';
import { formatOf, isMidnight, useUi } from '../ui.js';

interface TimeProps {
  /** A time of the API; null means never. */
  readonly at: string | null | undefined;
  readonly form?: 'day' | 'minute';
  /** The time zone of the league; that of the page if omitted. */
  readonly zone?: string;
  /** Its property in the surrounding item, in terms of schema.org. */
  readonly property?: string;
  /** Whether it stays in that zone, like days on a page about the league's days. */
  readonly isFixed?: boolean;
}

/**
 * A time in the reader's format and the league's zone. A script rewrites it in the zone of the browser. Midnight in the league's zone
 * means a day: no minute is shown, and no script rewrites it, because elsewhere it would be another day.
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
  /** Whether it is below the drawing or beside it. */
  readonly class: 'times' | 'values';
  readonly marks: readonly string[];
}

/** The scale of a drawing. Readers who hear the page have its table. */
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

/** The options of a field, with their words. */
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

/** Items of a text, with the same separator between each two of them. */
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

/** A link labelled by a name that somebody chose. */
export function NamedLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a href={href}>
      <bdi>{name}</bdi>
    </a>
  );
}

/** A name with its value, in a list of them. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shares of a whole, which add up to 1, as the parts of one bar. Words beside it explain them. */
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

export interface BarsProps {
  readonly days: readonly { readonly day: string; readonly count: number }[];
  /** The first of the days, in milliseconds since 1970. */
  readonly start: number;
  /** How many bars, and how many milliseconds each is of. */
  readonly bars: number;
  readonly span: number;
}

/** Matches by day or week as bars, the last of which is not over. Words beside it say what they come to. */
export function Bars({ days, start, bars, span }: BarsProps) {
  const counts = countsOf({ days, start, bars, span });
  const most = Math.max(...counts, 1);
  const bar = (at: number) => (counts[at] ? `M${at} ${most}v-${counts[at]}h.8v${counts[at]}z` : '');
  const before = Array.from({ length: bars - 1 }, (_, at) => bar(at));
  return (
    <svg class="pulse" viewBox={`0 0 ${bars} ${most}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={before.join('')} />
      <path class="last" d={bar(bars - 1)} />
    </svg>
  );
}

/** The matches of each bar. */
export function countsOf({ days, start, bars, span }: BarsProps): readonly number[] {
  const counts = new Array<number>(bars).fill(0);
  for (const { day, count } of days) {
    const at = Math.floor((Date.parse(day) - start) / span);
    if (at >= 0 && at < bars) counts[at]! += count;
  }
  return counts;
}

interface DeltaProps {
  readonly delta: number | null | undefined;
  /** The delta as rounded together with others, if that is not the nearest tenth. */
  readonly shown?: number | null | undefined;
}

/** Points gained or lost, with a sign. The colour repeats the sign. */
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

interface NextPageProps {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  /** The text of the link, if not the usual one. */
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

type Title = string | VNode;

interface TableHeadProps {
  /** Titles of columns, with the classes of a column if it has some. False ones are omitted; a drawing has no title. */
  readonly columns: readonly (Title | readonly [title: Title | null, classes: string | undefined] | false)[];
}

/** The head of a table, a row of titles. */
export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (column === false) return null;
          const [title, classes] = typeof column === 'object' && 'length' in column ? column : [column, undefined];
          if (title === null) return <td class={classes} aria-hidden="true" />;
          return (
            <th scope="col" class={classes}>
              {title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A column: its title, its cell in a row, the classes of both, and further classes by row. False ones are omitted. */
export type Column<Row> =
  | readonly [
      title: Title | null,
      cellOf: (row: Row, index: number) => ComponentChildren,
      classes?: string,
      own?: string,
    ]
  | false;

interface TableProps<Row> {
  readonly class?: string;
  /** Its name, if nothing on the page names it. */
  readonly label?: string;
  readonly caption?: VNode;
  readonly columns: readonly Column<NoInfer<Row>>[];
  readonly rows: readonly Row[];
  /** The column that names the subject of a row. */
  readonly heading?: number;
}

/** A table with one row per item. On narrow screens, a wide one is a list, in which each cell has its title. */
export function Table<Row>({ class: looks, label, caption, columns, rows, heading = 0 }: TableProps<Row>) {
  const shown = columns.filter((column) => column !== false);
  return (
    <table class={looks} aria-label={label}>
      {caption}
      <TableHead columns={shown.map(([title, , classes]) => [title, classes] as const)} />
      <tbody>
        {rows.map((row, index) => (
          <tr>
            {shown.map(([title, cellOf, ...own], place) => {
              const classes = own.filter(Boolean).join(' ') || undefined;
              return place === heading ? (
                <th scope="row" class={classes}>
                  {cellOf(row, index)}
                </th>
              ) : (
                <td
                  class={classes}
                  data-label={looks === 'wide' ? (title as string) : undefined}
                  aria-hidden={title === null || undefined}
                >
                  {cellOf(row, index)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The content of a drawing, as a table that opens behind it. @param props.label the name of the drawing */
export function AsTable<Row>(props: TableProps<Row>) {
  const { t } = useUi();
  return (
    <details>
      <summary>{t.asTable}</summary>
      <Table {...props} />
    </details>
  );
}
