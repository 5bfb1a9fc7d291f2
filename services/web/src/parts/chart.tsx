import { useUi } from '../ui.js';
import { type ChartPoint, scaleOf } from './scale.js';
import { Time } from './time.js';

/** Size of the drawing, which is stretched to the width of the page. */
const WIDTH = 1000;
const HEIGHT = 300;

interface ChartProps {
  readonly points: readonly ChartPoint[];
  readonly label: string;
}

/**
 * A rating over time with a band of one deviation. The drawing is stretched to any width, but its lines and labels are not. A table
 * behind it has every point.
 */
export function Chart({ points, label }: ChartProps) {
  const { t, format } = useUi();
  if (points.length < 2) return null;
  const hasBand = points.some(({ deviation }) => deviation !== null);
  const scale = scaleOf(points);
  const start = Date.parse(points[0]!.at);
  const length = Math.max(Date.parse(points.at(-1)!.at) - start, 1);
  const x = ({ at }: ChartPoint) => round(((Date.parse(at) - start) / length) * WIDTH);
  const y = (value: number) => round(HEIGHT - ((value - scale.low) / (scale.high - scale.low)) * HEIGHT);
  const line = points.map((point) => `${x(point)} ${y(point.value)}`).join('L');
  const upper = points.map((point) => `${x(point)} ${y(point.value + (point.deviation ?? 0))}`);
  const lower = points.map((point) => `${x(point)} ${y(point.value - (point.deviation ?? 0))}`).reverse();
  const peak = points.reduce((best, point) => (point.value > best.value ? point : best));
  const times = [points[0]!.at, new Date(start + length / 2).toISOString(), points.at(-1)!.at];
  // In a short career, two of them would be in the same month.
  const isShort = new Set(times.map(format.month)).size < times.length;
  return (
    <figure class="chart">
      <div class="plot">
        <ol class="values" aria-hidden="true">
          {scale.lines.map((value) => (
            <li>{format.points(value)}</li>
          ))}
        </ol>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {scale.lines.map((value) => (
            <path class="grid" d={`M0 ${y(value)}H${WIDTH}`} />
          ))}
          {hasBand && <path class="band" d={`M${upper.join('L')}L${lower.join('L')}Z`} />}
          <path class="line" d={`M${line}`} />
          <path class="dot" d={`M${x(peak)} ${y(peak.value)}h0`} />
        </svg>
        <ol class="times" aria-hidden="true">
          {times.map((at) => (
            <li>{isShort ? format.day(at) : format.month(at)}</li>
          ))}
        </ol>
      </div>
      <figcaption>
        <p>
          {hasBand && t.chartBand} {t.chartPeak}
        </p>
        <details>
          <summary>{t.chartTable}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.date}</th>
                <th scope="col" class="number">
                  {t.rating}
                </th>
                {hasBand && (
                  <th scope="col" class="number">
                    {t.deviation}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr>
                  <td>
                    <Time at={point.at} />
                  </td>
                  <td class="number">{format.points(point.value)}</td>
                  {hasBand && (
                    <td class="number">{point.deviation === null ? t.none : `±${format.points(point.deviation)}`}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
