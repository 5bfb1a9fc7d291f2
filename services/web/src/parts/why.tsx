import { useUi } from '../ui.js';
import { addingUp, inTenths } from './adding-up.js';
import { Delta, TableHead } from './elements.js';
import { type Named, PlayerLink } from './player.js';

/** What one match did to one rating, as the API explains it. */
export interface Explained {
  readonly delta: number | null;
  /** The sentence of the rating system. */
  readonly explanation: string;
  readonly contributions: readonly {
    readonly opponent: Named;
    readonly opponentValue: number | null;
    readonly expected: number;
    readonly actual: number;
    readonly delta: number | null;
  }[];
  /** Of all opponents, where only the contributions of the largest effects were read. */
  readonly opponentCount?: number;
  readonly expectedScore?: number;
  readonly actualScore?: number;
  readonly adjustments: readonly { readonly reason: string; readonly points: number }[];
}

interface WhyProps {
  readonly slug: string;
  readonly change: Explained;
  /** The most opponents to show; the rest is added up. */
  readonly most?: number;
}

/** Opponents of a change, unless told otherwise: a race may have a hundred. */
const MAX_OPPONENTS = 12;

/** Why a rating changed: a sentence, and a bar for each opponent and for everything else that moved it. */
export function Why({ slug, change, most: mostShown = MAX_OPPONENTS }: WhyProps) {
  const { t, format } = useUi();
  const { contributions, adjustments, explanation } = change;
  if (contributions.length === 0) return null;
  const shown = largest(contributions, mostShown, change.opponentCount);
  const rest = restOf(change, shown);
  const parts = [...contributions.map(({ delta }) => delta ?? 0), ...adjustments.map(({ points }) => points)];
  const most = Math.max(...parts.map(Math.abs), 1e-9);
  const rows = [...shown.map(({ delta }) => delta), ...(rest ? [rest.delta] : [])];
  const points = shownPoints(change, rows);
  return (
    <details class="why">
      <summary>{explanation}</summary>
      <table aria-label={t.opponents}>
        <TableHead
          columns={[
            t.opponent,
            [t.theirRating, 'number'],
            [t.expected, 'number'],
            [t.actual, 'number'],
            [t.effect, 'number'],
          ]}
        >
          <td class="bar" aria-hidden="true" />
        </TableHead>
        <tbody>
          {shown.map(({ opponent, opponentValue, expected, actual, delta }, index) => (
            <tr>
              <th scope="row">
                <PlayerLink slug={slug} player={opponent} />
              </th>
              <td class="number">{opponentValue === null ? t.none : format.tenths(opponentValue)}</td>
              <td class="number">{format.expected(expected)}</td>
              <td class="number">{format.decimal(actual)}</td>
              <td class="number">
                <Delta delta={delta} shown={points[index]} />
              </td>
              <td class="bar" aria-hidden="true">
                <Bar share={(delta ?? 0) / most} />
              </td>
            </tr>
          ))}
          {rest && (
            <tr>
              <th scope="row">{t.andOthers(format.count(rest.opponents))}</th>
              <td />
              <td class="number">{format.expected(rest.expected)}</td>
              <td class="number">{format.decimal(rest.actual)}</td>
              <td class="number">
                <Delta delta={rest.delta} shown={points.at(-1)} />
              </td>
              <td class="bar" aria-hidden="true" />
            </tr>
          )}
          {adjustments.map(({ reason, points }) => (
            <tr>
              <th scope="row">{t.reason[reason] ?? reason}</th>
              <td />
              <td />
              <td />
              <td class="number">
                <Delta delta={points} />
              </td>
              <td class="bar" aria-hidden="true">
                <Bar share={points / most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The rows of opponents as they are shown: with the adjustments, they add up to the change. Null where the system gives no points. */
function shownPoints({ delta, adjustments }: Explained, rows: readonly (number | null)[]): readonly (number | null)[] {
  const known = rows.filter((row) => row !== null);
  if (delta === null || known.length < rows.length) return rows;
  return addingUp(
    known,
    adjustments.reduce((left, { points }) => left - inTenths(points), inTenths(delta)),
  );
}

type Contributions = Explained['contributions'];

/** The opponents with the largest effects, in their order; one more than the most, if that is all of them. */
function largest(contributions: Contributions, most: number, count = contributions.length): Contributions {
  if (count <= most + 1) return contributions;
  const effectOf = ({ delta }: Contributions[number]) => Math.abs(delta ?? 0);
  const chosen = new Set(contributions.toSorted((left, right) => effectOf(right) - effectOf(left)).slice(0, most));
  return contributions.filter((one) => chosen.has(one));
}

/** All other opponents together; null if there are none. */
function restOf({ contributions, delta, adjustments, ...all }: Explained, shown: Contributions) {
  const opponents = (all.opponentCount ?? contributions.length) - shown.length;
  if (opponents === 0) return null;
  const left = (figure: 'expected' | 'actual', total = sumOf(contributions, figure)) => total - sumOf(shown, figure);
  const moved = all.opponentCount === undefined ? sumOf(contributions, 'delta') : movedBy(delta, adjustments);
  return {
    opponents,
    expected: left('expected', all.expectedScore),
    actual: left('actual', all.actualScore),
    delta: moved - sumOf(shown, 'delta'),
  };
}

/** What all opponents together moved the rating by. */
function movedBy(delta: number | null, adjustments: Explained['adjustments']): number {
  return adjustments.reduce((left, { points }) => left - points, delta ?? 0);
}

function sumOf(contributions: Contributions, figure: 'expected' | 'actual' | 'delta'): number {
  return contributions.reduce((sum, one) => sum + (one[figure] ?? 0), 0);
}

/** A bar that goes right from the middle for a gain, and left for a loss. @param share -1 to 1 */
function Bar({ share }: { readonly share: number }) {
  const width = Math.abs(share).toFixed(3);
  return (
    <svg viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class={share < 0 ? 'drop' : 'gain'} x={share < 0 ? -Number(width) : 0} width={width} height="1" />
      <path class="axis" d="M0 0V1" />
    </svg>
  );
}
