import type { ComponentChildren } from 'preact';
import type { EffectFragment } from '../../operations.js';
import { scaleOf } from '../../parts/chart.js';
import { Axis, type Column, Delta, Table } from '../../parts/elements.js';
import { nameOf } from '../../parts/player.js';
import { type Ui, useUi } from '../../ui.js';

type Move = NonNullable<EffectFragment['atMatch']>[number];

/** How many changes a preview shows; there may be as many as players. */
const MOST = 50;

/** Half of the smallest step that is shown. */
const SEEN = 0.05;

/** Whether a change is visible: by a tenth of a point, now or at the peak, by a rank, or because there was no rating before. */
function isSeen({ delta, rankBefore, rankAfter, peakBefore, peakAfter }: EffectFragment['changes'][number]): boolean {
  return delta === null || Math.abs(delta) >= SEEN || rankBefore !== rankAfter || isMoved(peakBefore, peakAfter);
}

function isMoved(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && Math.abs(after - before) >= SEEN;
}

type Pair = readonly [before: number | null, after: number | null];

/** Writes pairs of values with the same number of digits, enough for differing ones to look different. */
function pairFormat(pairs: readonly Pair[], { t, format }: Ui): (...pair: Pair) => string {
  const isFine = pairs.some(
    ([before, after]) => isMoved(before, after) && format.points(before!) === format.points(after!),
  );
  const value = (number: number | null) =>
    number === null ? t.none : isFine ? format.finePoints(number) : format.points(number);
  return (before, after) => `${value(before)} → ${value(after)}`;
}

/** The moves of players with points and ranks: just after the corrected match, and today. @param effect null: nothing changes */
export function EffectTable({ effect }: { readonly effect: EffectFragment | null }) {
  const ui = useUi();
  const { t, format } = ui;
  const words = t.console.plan;
  const then = (effect?.atMatch ?? []).filter(({ before, after }) => isMoved(before.value, after.value));
  if (!effect || (effect.changeCount === 0 && then.length === 0)) return <p>{words.nothing}</p>;
  const seen = effect.changes.filter(isSeen);
  const shown = seen.slice(0, MOST);
  const charted = [...then, ...shown];
  const twoValues = pairFormat(
    [
      ...charted.map(({ before, after }) => [before.value, after.value] as const),
      ...shown.map(({ peakBefore, peakAfter }) => [peakBefore, peakAfter] as const),
    ],
    ui,
  );
  // The sizes of unlisted changes are unknown.
  const tiny = effect.changes.length - seen.length;
  const more = effect.changeCount - shown.length - tiny;
  const rank = (number: number | null) => (number === null ? t.none : format.count(number));
  const figures: readonly Column<Move>[] = [
    [t.rating, ({ before, after }) => twoValues(before.value, after.value), 'number'],
    [t.change, ({ delta }) => <Delta delta={delta} />, 'number'],
  ];
  const named = ({ player }: Move, more?: ComponentChildren) => (
    <>
      <bdi>{nameOf(player)}</bdi> {more}
    </>
  );
  return (
    <>
      {then.length > 0 && (
        <>
          <h4>{words.atMatch}</h4>
          <MovesChart moves={then} all={charted} />
          <Table
            class="wide"
            label={words.atMatch}
            rows={then}
            columns={[[t.player, (move) => named(move)], ...figures]}
          />
        </>
      )}
      <p>
        {effect.changeCount === 0
          ? words.nothingToday
          : words.changes(effect.changeCount, format.count(effect.changeCount))}
      </p>
      <MovesChart moves={shown} all={charted} />
      {shown.length > 0 && (
        <Table
          class="wide"
          label={words.title}
          rows={shown}
          columns={[
            [
              t.player,
              ({ peakBefore, peakAfter, ...move }) =>
                named(
                  move,
                  isMoved(peakBefore, peakAfter) && (
                    <span class="quiet">{words.peak(twoValues(peakBefore, peakAfter))}</span>
                  ),
                ),
            ],
            ...figures,
            [
              t.rank,
              ({ rankBefore, rankAfter }) =>
                rankBefore === rankAfter ? rank(rankAfter) : `${rank(rankBefore)} → ${rank(rankAfter)}`,
              'number',
            ],
          ]}
        />
      )}
      {more > 0 && <p class="quiet">{words.more(more, format.count(more))}</p>}
      {tiny > 0 && <p class="quiet">{words.tiny(tiny, format.count(tiny))}</p>}
    </>
  );
}

/** A rating before and after a correction. */
type Moving = Omit<Move, 'delta'>;

interface MovesChartProps {
  readonly moves: readonly Moving[];
  /** The moves of all charts shown together, which share one scale. */
  readonly all: readonly Moving[];
}

/** Players in the chart; a table beside it has them all. */
const MAX_ROWS = 8;
const WIDTH = 1000;
/** Half of the height of a row, which is not stretched. */
const MIDDLE = 10;

/** The effect of a correction on ratings: a row for each player, the largest moves first. */
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

/** In points; 0 for players without a rating before or after. */
function moved({ before, after }: Moving): number {
  return before.value === null || after.value === null ? 0 : after.value - before.value;
}

function distance(move: Moving): number {
  return Math.abs(moved(move));
}
