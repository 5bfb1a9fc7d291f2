import { useUi } from '../ui.js';
import { Fact, TableHead } from './elements.js';

interface Placing {
  readonly place: number;
  readonly sides: number;
}

/** Places in races as marks, newest first. */
export function Places({ placings }: { readonly placings: readonly Placing[] }) {
  const { t, format } = useUi();
  if (placings.length === 0) return <span class="quiet">{t.none}</span>;
  const words = placings.map(({ place, sides }) => t.placeOf(format.count(place), format.count(sides)));
  return (
    <span class="form places" role="img" aria-label={words.length === 1 ? words[0] : t.formLabel(words)}>
      {placings.map(({ place }) => (
        <i class={place === 1 ? 'win' : place <= 3 ? 'among-three' : undefined} aria-hidden="true">
          {format.count(place)}
        </i>
      ))}
    </span>
  );
}

/** Wins among the races that a player started in. */
export function Starts({ tally: { wins, matchesPlayed } }: { readonly tally: StartTally }) {
  const { format } = useUi();
  return (
    <span class="record">
      {format.count(wins)} / {format.count(matchesPlayed)}
    </span>
  );
}

interface StartTally {
  readonly wins: number;
  readonly matchesPlayed: number;
}

/** The place in a race by the results against its rated players. */
export function placingOf(contributions: readonly { readonly actual: number }[]): Placing {
  const ahead = contributions.filter(({ actual }) => actual === 0);
  return { place: 1 + ahead.length, sides: 1 + contributions.length };
}

interface RaceFigures {
  readonly podiums?: number;
  readonly bestPlace?: number | null;
  readonly meanPlace?: number | null;
  readonly fieldBeaten?: number | null;
}

/** How a player comes off in races, as entries of a list of figures. */
export function RaceNumbers({ figures }: { readonly figures: RaceFigures }) {
  const { t, format } = useUi();
  const { podiums, bestPlace, meanPlace, fieldBeaten } = figures;
  if (podiums == null || bestPlace == null || meanPlace == null || fieldBeaten == null) return null;
  const numbers = [
    [t.podiums, format.count(podiums)],
    [t.bestPlace, format.count(bestPlace)],
    [t.meanPlace, format.decimal(Math.round(meanPlace * 10) / 10)],
  ] as const;
  return (
    <>
      {numbers.map(([title, text]) => (
        <Fact name={title}>{text}</Fact>
      ))}
      <Fact name={t.fieldBeaten}>{format.percent(fieldBeaten)}</Fact>
    </>
  );
}

interface PlaceCount {
  readonly place: number;
  readonly count: number;
}

/** How often they came in at each place, as bars. */
export function PlaceCounts({ counts }: { readonly counts: readonly PlaceCount[] }) {
  const { t, format } = useUi();
  if (counts.length === 0) return null;
  const most = Math.max(...counts.map(({ count }) => count));
  return (
    <section>
      <h2>{t.places}</h2>
      <table class="place-counts">
        <TableHead
          columns={[
            [t.placeColumn, 'number'],
            [t.races, 'number'],
          ]}
        >
          <td aria-hidden="true" />
        </TableHead>
        <tbody>
          {counts.map(({ place, count }) => (
            <tr>
              <th scope="row" class="number">
                {format.count(place)}
              </th>
              <td class="number">{format.count(count)}</td>
              <td class="bar" aria-hidden="true">
                <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect class={place <= 3 ? 'share-0' : 'share-1'} width={(count / most).toFixed(3)} height="1" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
