import type { EffectFragment } from '../../operations.js';
import { Axis } from '../../parts/elements.js';
import { nameOf } from '../../parts/player.js';
import { scaleOf } from '../../parts/scale.js';
import { useUi } from '../../ui.js';

/** A rating as it is, and as a correction would make it. */
type Move = Omit<NonNullable<EffectFragment['atMatch']>[number], 'delta'>;

interface MovesChartProps {
  readonly moves: readonly Move[];
  /** Those of all charts that are seen together, which have one scale. */
  readonly all: readonly Move[];
}

/** Players in the chart; a table beside it has them all. */
const MAX_ROWS = 8;
const WIDTH = 1000;
/** Half of the height of a row, which is not stretched. */
const MIDDLE = 10;

/** Where ratings go by a correction, from what they are: a row for each player, those who move most first. */
export function MovesChart({ moves, all }: MovesChartProps) {
  const { t, format } = useUi();
  const rows = moves.filter((move) => moved(move) !== 0).toSorted((one, other) => distance(other) - distance(one));
  if (rows.length === 0) return null;
  const { low, high, lines } = scaleOf([0, ...all.map(moved)].map((value) => ({ at: '', value, deviation: null })));
  const x = (value: number) => Math.round(((value - low) / (high - low)) * WIDTH);
  const grid = lines.map((value) => `M${x(value)} 0V${2 * MIDDLE}`).join('');
  return (
    <figure class="chart moves">
      <div class="plot">
        {rows.slice(0, MAX_ROWS).map((move) => (
          <>
            <bdi>{nameOf(move.player)}</bdi>
            <svg
              viewBox={`0 0 ${WIDTH} ${2 * MIDDLE}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={t.named(nameOf(move.player), format.delta(moved(move)))}
            >
              <path class="grid" d={grid} />
              <path class="line" d={`M${x(0)} ${MIDDLE}H${x(moved(move))}`} />
              <path class="dot before" d={`M${x(0)} ${MIDDLE}h0`} />
              <path class="dot" d={`M${x(moved(move))} ${MIDDLE}h0`} />
            </svg>
          </>
        ))}
        <Axis
          class="times"
          marks={lines.toReversed().map((value) => `${value > 0 ? '+' : ''}${format.decimal(value)}`)}
        />
      </div>
      <figcaption>{t.console.plan.chart}</figcaption>
    </figure>
  );
}

/** In points; 0 for those without a rating before or after. */
function moved({ before, after }: Move): number {
  return before.value === null || after.value === null ? 0 : after.value - before.value;
}

function distance(move: Move): number {
  return Math.abs(moved(move));
}
