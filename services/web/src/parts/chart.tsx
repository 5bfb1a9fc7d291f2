import type { ComponentChildren } from 'preact';
import { urls } from '../page.js';
import { useUi } from '../ui.js';
import { Axis, TableHead, Time } from './elements.js';
import { Name, type Named, nameOf } from './player.js';

/** A point of a career. */
export interface ChartPoint {
  readonly at: string;
  readonly value: number;
  readonly deviation: number | null;
}

/** The grid has at most about this many intervals. */
const MAX_STEPS = 5;

/** The bounds of a chart on round numbers, and its grid lines from the highest down. */
export function scaleOf(points: readonly ChartPoint[]) {
  const least = Math.min(...points.map(({ value, deviation }) => value - (deviation ?? 0)));
  const most = Math.max(...points.map(({ value, deviation }) => value + (deviation ?? 0)));
  const step = stepFor((most - least || 1) / (MAX_STEPS - 1));
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const count = Math.round((high - low) / step);
  const lines = Array.from({ length: count + 1 }, (_, index) => high - index * step);
  return { low, high, lines };
}

/** The least of 1, 2, 5, 10, 20, 25, 50, … that is at least this. */
function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factors = power < 10 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  return power * (factors.find((factor) => factor * power >= least - 1e-9) ?? 10);
}

/** Grid lines of a chart of ranks at equal distances, from the first rank down to one that is at least the last. */
export function rankLinesOf(ranks: readonly number[]): number[] {
  const below = Math.max(...ranks, 2) - 1;
  const step = Math.ceil(below / Math.min(MAX_STEPS, below));
  return Array.from({ length: Math.ceil(below / step) + 1 }, (_, index) => 1 + index * step);
}

/** Size of the drawing, which is stretched to the width of the page. */
const WIDTH = 1000;
const HEIGHT = 300;
/** Lines that the styles distinguish, by colour and by dashes. */
export const MAX_LINES = 5;

interface Point extends ChartPoint {
  readonly match?: { readonly externalId: string };
}

interface ChartLine {
  /** Named in the table if there are several lines. */
  readonly player: Named;
  readonly points: readonly Point[];
}

interface ChartProps {
  readonly slug: string;
  readonly lines: readonly ChartLine[];
  readonly label: string;
  /** Whether its values are next to points with a decimal. */
  readonly isInTenths?: boolean;
}

/** Ratings over time, of up to MAX_LINES players; of a single one, with a band of one deviation. */
export function Chart({ slug, lines, label, isInTenths = false }: ChartProps) {
  const { t, format } = useUi();
  const [first] = lines;
  if (!first || lines.every(({ points }) => points.length < 2)) return null;
  const isAlone = lines.length === 1;
  const all = lines.flatMap(({ points }) => points);
  const hasBand = isAlone && all.some(({ deviation }) => deviation !== null);
  const { low, high, lines: grid } = scaleOf(isAlone ? all : all.map((point) => ({ ...point, deviation: null })));
  const times = spanOf(all);
  const x = scaleOfTimes(times);
  const y = (value: number) => round(HEIGHT - ((value - low) / (high - low)) * HEIGHT);
  const edge = (sign: 1 | -1) =>
    first.points.map((point) => `${x(point.at)} ${y(point.value + sign * (point.deviation ?? 0))}`);
  const peak = all.reduce((best, point) => (point.value > best.value ? point : best));
  const points = isInTenths ? format.tenths : format.points;
  const cellsOf = ({ at, value, deviation, match }: Point): Cells => [
    match ? (
      <a href={urls.match(slug, match.externalId)}>
        <Time at={at} />
      </a>
    ) : (
      <Time at={at} />
    ),
    points(value),
    ...(hasBand ? [deviation === null ? t.none : `±${points(deviation)}`] : []),
  ];
  return (
    <Figure
      label={label}
      values={grid.map((value) => ({ y: y(value), text: format.points(value) }))}
      times={times}
      tables={lines.map(({ player, points }) => ({ player, rows: points.map(cellsOf) }))}
      heads={[t.rating, ...(hasBand ? [t.deviation] : [])]}
      caption={isAlone && `${hasBand ? `${t.chartBand} ` : ''}${t.chartPeak}`}
    >
      {hasBand && <path class="band" d={`M${edge(1).join('L')}L${edge(-1).reverse().join('L')}Z`} />}
      {lines.map(({ points }, index) => (
        <path
          class={isAlone ? 'line' : `line line-${index}`}
          data-hue={isAlone ? undefined : index}
          // A single point is a dot.
          d={`M${points.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')}${points.length === 1 ? 'h0' : ''}`}
        />
      ))}
      {isAlone && <path class="dot" d={`M${x(peak.at)} ${y(peak.value)}h0`} />}
    </Figure>
  );
}

interface RankChartProps {
  readonly player: Named;
  readonly points: readonly { readonly at: string; readonly rank: number }[];
  readonly label: string;
}

/** Ranks over time, the first at the top. A rank holds until the next one. */
export function RankChart({ player, points, label }: RankChartProps) {
  const { t, format } = useUi();
  if (points.length < 2) return <p>{t.stories.noRanks}</p>;
  const grid = rankLinesOf(points.map(({ rank }) => rank));
  const times = spanOf(points);
  const x = scaleOfTimes(times);
  const y = (rank: number) => round(((rank - 1) / (grid.at(-1)! - 1)) * HEIGHT);
  const corners = points.map(({ at, rank }, index) =>
    index === 0 ? `${x(at)} ${y(rank)}` : `${x(at)} ${y(points[index - 1]!.rank)}L${x(at)} ${y(rank)}`,
  );
  return (
    <Figure
      label={label}
      values={grid.map((rank) => ({ y: y(rank), text: format.count(rank) }))}
      times={times}
      tables={[{ player, rows: points.map(({ at, rank }) => [<Time at={at} />, t.rankOf(format.count(rank))]) }]}
      heads={[t.rank]}
      caption={t.stories.rankWhy}
    >
      <path class="line" d={`M${corners.join('L')}`} />
    </Figure>
  );
}

/** The description of a point: its time, with a link to its match, and figures. */
type Cells = readonly ComponentChildren[];

interface FigureProps {
  readonly label: string;
  /** Values beside the drawing, from the top down. */
  readonly values: readonly { readonly y: number; readonly text: string }[];
  readonly times: readonly string[];
  /** The points of each line. */
  readonly tables: readonly { readonly player: Named; readonly rows: readonly Cells[] }[];
  /** The heads of the columns after the date. */
  readonly heads: readonly string[];
  readonly caption: string | false;
  readonly children: ComponentChildren;
}

/**
 * A drawing that is stretched to any width, without its lines and labels; the newest point in words; and a table with every point, which
 * the script `chart` uses to describe the others. It finds the points of a line by their order.
 */
function Figure({ label, values, times, tables, heads, caption, children }: FigureProps) {
  const { t, format } = useUi();
  const named = tables.length > 1;
  // In a short career, two of them would be in the same month.
  const isShort = new Set(times.map(format.month)).size < times.length;
  const { player, rows } = tables.find((table) => table.rows.length > 0)!;
  return (
    <figure class="chart" data-chart>
      <p class="readout">
        {named && (
          <span>
            <Name name={nameOf(player)} />
          </span>
        )}
        {rows.at(-1)!.map((cell) => (
          <span>{cell}</span>
        ))}
      </p>
      <div class="plot">
        <Axis class="values" marks={values.map(({ text }) => text)} />
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {values.map(({ y }) => (
            <path class="grid" d={`M0 ${y}H${WIDTH}`} />
          ))}
          {children}
        </svg>
        <Axis class="times" marks={times.map((at) => (isShort ? format.day(at) : format.month(at)))} />
      </div>
      <figcaption>
        {caption && <p>{caption}</p>}
        <details>
          <summary>{t.chartTable}</summary>
          <table aria-label={label}>
            <TableHead columns={[t.date, ...heads.map((head) => [head, 'number'] as const)]} />
            {tables.map((table) => (
              <tbody>
                {named && (
                  <tr>
                    <th scope="rowgroup" colSpan={heads.length + 1}>
                      <Name name={nameOf(table.player)} />
                    </th>
                  </tr>
                )}
                {table.rows.map(([date, ...figures]) => (
                  <tr>
                    <td>{date}</td>
                    {figures.map((figure) => (
                      <td class="number">{figure}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </details>
      </figcaption>
    </figure>
  );
}

/** The first time, the middle and the last. */
function spanOf(points: readonly { readonly at: string }[]): readonly [string, string, string] {
  const times = points.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return [first, (first + last) / 2, last].map((time) => new Date(time).toISOString()) as [string, string, string];
}

function scaleOfTimes([first, , last]: readonly [string, string, string]): (at: string) => number {
  const start = Date.parse(first);
  const length = Math.max(Date.parse(last) - start, 1);
  return (at) => round(((Date.parse(at) - start) / length) * WIDTH);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
