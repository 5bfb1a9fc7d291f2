import { nameOf } from '../../parts/player.js';
import { scaleOf } from '../../parts/scale.js';
import { useUi } from '../../ui.js';

interface Move {
  readonly player: { readonly handle: string; readonly displayName: string | null };
  readonly before: { readonly value: number | null };
  readonly after: { readonly value: number | null };
}

/** Players in the chart; a table beside it has them all. */
const MOST = 8;
const WIDTH = 1000;
/** Half of the height of a row, which is not stretched. */
const MIDDLE = 10;

/** Ratings before and after a correction, a row for each player: those who move most are first. */
export function MovesChart({ moves }: { readonly moves: readonly Move[] }) {
  const { t, format } = useUi();
  const words = t.console.plan;
  const rows = moves.flatMap(({ player, before, after }) =>
    before.value === null || after.value === null ? [] : [{ player, from: before.value, to: after.value }],
  );
  if (rows.length === 0) return null;
  const shown = rows
    .toSorted((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from))
    .slice(0, MOST);
  const values = shown.flatMap(({ from, to }) => [from, to]);
  const { low, high, lines } = scaleOf(values.map((value) => ({ at: '', value, deviation: null })));
  const x = (value: number) => Math.round(((value - low) / (high - low)) * WIDTH);
  const grid = lines.map((value) => `M${x(value)} 0V${2 * MIDDLE}`).join('');
  return (
    <figure class="chart moves">
      <div class="plot">
        {shown.map(({ player, from, to }) => (
          <>
            <bdi>{nameOf(player)}</bdi>
            <svg
              viewBox={`0 0 ${WIDTH} ${2 * MIDDLE}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`${nameOf(player)}: ${format.decimal(from)} → ${format.decimal(to)}`}
            >
              <path class="grid" d={grid} />
              <path class="line" d={`M${x(from)} ${MIDDLE}H${x(to)}`} />
              <path class="dot before" d={`M${x(from)} ${MIDDLE}h0`} />
              <path class="dot" d={`M${x(to)} ${MIDDLE}h0`} />
            </svg>
          </>
        ))}
        <ol class="times" aria-hidden="true">
          {lines.toReversed().map((value) => (
            <li>{format.points(value)}</li>
          ))}
        </ol>
      </div>
      <figcaption>{words.chart}</figcaption>
    </figure>
  );
}
