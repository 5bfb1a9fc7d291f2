import { useUi } from '../ui.js';
import { type Named, PlayerLink } from './player.js';
import { Delta } from './results.js';

/** What one match did to one rating, as the API explains it. */
export interface Explained {
  readonly before: { readonly value: number | null };
  readonly after: { readonly value: number | null };
  readonly delta: number | null;
  readonly expectedScore: number;
  readonly actualScore: number;
  readonly contributions: readonly {
    readonly opponent: Named;
    readonly opponentValue: number | null;
    readonly expected: number;
    readonly actual: number;
    readonly delta: number | null;
  }[];
}

interface WhyProps {
  readonly slug: string;
  readonly change: Explained;
}

/** Why a rating changed: in a sentence, and each opponent's part as a bar. */
export function Why({ slug, change }: WhyProps) {
  const { t, format } = useUi();
  const { contributions } = change;
  if (contributions.length === 0) return null;
  const most = Math.max(...contributions.map(({ delta }) => Math.abs(delta ?? 0)), 1e-9);
  return (
    <details class="why">
      <summary>{sentenceOf(change, t, format)}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.opponent}</th>
            <th scope="col" class="number">
              {t.theirRating}
            </th>
            <th scope="col" class="number">
              {t.expected}
            </th>
            <th scope="col" class="number">
              {t.actual}
            </th>
            <th scope="col" class="number">
              {t.effect}
            </th>
            <td class="bar" aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {contributions.map(({ opponent, opponentValue, expected, actual, delta }) => (
            <tr>
              <th scope="row">
                <PlayerLink slug={slug} player={opponent} />
              </th>
              <td class="number">{opponentValue === null ? t.none : format.points(opponentValue)}</td>
              <td class="number">{format.expected(expected)}</td>
              <td class="number">{format.decimal(actual)}</td>
              <td class="number">
                <Delta delta={delta} />
              </td>
              <td class="bar" aria-hidden="true">
                <Bar share={(delta ?? 0) / most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A bar from the middle to the right for a gain and to the left for a loss. @param share -1 to 1 */
function Bar({ share }: { readonly share: number }) {
  const width = Math.abs(share).toFixed(3);
  return (
    <svg viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class={share < 0 ? 'drop' : 'gain'} x={share < 0 ? -Number(width) : 0} width={width} height="1" />
      <path class="axis" d="M0 0V1" />
    </svg>
  );
}

type Ui = ReturnType<typeof useUi>;

function sentenceOf(
  { before, expectedScore, actualScore, contributions }: Explained,
  t: Ui['t'],
  format: Ui['format'],
): string {
  const expected = format.expected(expectedScore);
  const score =
    contributions.length === 1
      ? t.why.single(t.result[resultOf(actualScore)], expected)
      : t.why.many(format.decimal(actualScore), expected, format.count(contributions.length));
  return before.value === null ? `${score} ${t.why.first}` : score;
}

function resultOf(score: number): 'WIN' | 'DRAW' | 'LOSS' {
  if (score === 0.5) return 'DRAW';
  return score > 0.5 ? 'WIN' : 'LOSS';
}
