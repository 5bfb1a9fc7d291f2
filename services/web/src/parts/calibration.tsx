import { useUi } from '../ui.js';
import { AsTable, Axis } from './elements.js';

/** Scores or results with about the same expectation. */
interface Group {
  readonly expected: number;
  readonly scored: number;
  readonly count: number;
}

/** Size of the drawing, a square. Expected values increase to the right, actual ones upwards. */
const SIZE = 100;
const GRID = [0, 0.25, 0.5, 0.75, 1];
/** The radius of a dot grows with its number of scores. */
const LEAST_RADIUS = 1;
const MORE_RADIUS = 2.5;

interface CalibrationProps {
  readonly groups: readonly Group[];
  /** Expected scores with scores, or predicted chances with results. */
  readonly of: 'scores' | 'chances';
}

/** Actual compared with expected values. On the diagonal they are equal. A table behind it has the figures. */
export function Calibration({ groups, of }: CalibrationProps) {
  const { t, format } = useUi();
  const words = t.calibrated[of];
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(...groups.map(({ count }) => count));
  const off = groups.reduce((sum, { expected, scored, count }) => sum + Math.abs(expected - scored) * count, 0) / all;
  const points = Math.round(off * 1_000) / 10;
  const x = ({ expected }: Group) => roundedPlace(expected * SIZE);
  const y = ({ scored }: Group) => roundedPlace((1 - scored) * SIZE);
  return (
    <figure class="calibration">
      <p>{words.off(points, format.decimal(points))}</p>
      <div class="plot">
        <p class="axis-name" aria-hidden="true">
          {words.actual}
        </p>
        <Axis class="values" marks={GRID.toReversed().map((share) => format.percent(share))} />
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={t.calibration}>
          {GRID.map((share) => (
            <path class="grid" d={`M0 ${share * SIZE}H${SIZE}M${share * SIZE} 0V${SIZE}`} />
          ))}
          <path class="diagonal" d={`M0 ${SIZE}L${SIZE} 0`} />
          <path class="line" d={`M${groups.map((group) => `${x(group)} ${y(group)}`).join('L')}`} />
          {groups.map((group) => (
            <circle
              cx={x(group)}
              cy={y(group)}
              r={roundedPlace(LEAST_RADIUS + MORE_RADIUS * Math.sqrt(group.count / most))}
            >
              <title>{words.point(format.percent(group.expected), format.percent(group.scored))}</title>
            </circle>
          ))}
        </svg>
        <Axis class="times" marks={GRID.map((share) => format.percent(share))} />
        <p class="axis-name across" aria-hidden="true">
          {words.expected}
        </p>
      </div>
      <AsTable
        label={t.calibration}
        rows={groups}
        heading={-1}
        columns={[
          [words.expected, ({ expected }) => format.percent(expected), 'number'],
          [words.actual, ({ scored }) => format.percent(scored), 'number'],
          [t.scores, ({ count }) => format.count(count), 'number'],
        ]}
      />
    </figure>
  );
}

function roundedPlace(value: number): number {
  return Math.round(value * 100) / 100;
}
