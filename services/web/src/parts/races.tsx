import { type Ui, useUi } from '../ui.js';
import { Fact, type Result, Results } from './elements.js';
import { type SideStatus, statusOf } from './sides.js';
import { Table } from './table.js';

interface Placing {
  readonly place: number;
  readonly sides: number;
  readonly status: SideStatus;
}

/** How somebody came off in a race: the place of many, or why they have none. */
export function placingWords({ place, sides, status }: Placing, { t, format }: Ui): string {
  return statusOf({ status }, t) ?? t.placeOf(format.count(place), format.count(sides));
}

/** Places in races as marks, newest first. */
export function Places({ placings }: { readonly placings: readonly Placing[] }) {
  const ui = useUi();
  const { t, format } = ui;
  if (placings.length === 0) return <span class="quiet">{t.none}</span>;
  const words = placings.map((placing) => placingWords(placing, ui));
  return (
    <span class="form places" role="img" aria-label={words.length === 1 ? words[0] : t.formLabel(words)}>
      {placings.map(({ place, status }, index) =>
        status === 'FINISHED' ? (
          <i class={place === 1 ? 'win' : place <= 3 ? 'among-three' : undefined} aria-hidden="true">
            {format.count(place)}
          </i>
        ) : (
          <i title={words[index]} aria-hidden="true">
            {t.none}
          </i>
        ),
      )}
    </span>
  );
}

interface Newest {
  readonly form?: readonly Result[];
  readonly recentPlaces?: readonly Placing[];
}

/** The newest results of a player, or their places in the newest races. */
export function NewestResults({ rating: { form, recentPlaces } }: { readonly rating: Newest }) {
  return recentPlaces ? <Places placings={recentPlaces} /> : <Results results={form ?? []} />;
}

interface RaceFigures {
  readonly raceCount?: number;
  readonly podiums?: number;
  readonly bestPlace?: number | null;
  readonly meanPlace?: number | null;
  readonly fieldBeaten?: number | null;
}

/** How a player comes off in races, as entries of a list of figures. */
export function RaceNumbers({ figures }: { readonly figures: RaceFigures }) {
  const { t, format } = useUi();
  const { raceCount, podiums, bestPlace = null, meanPlace = null, fieldBeaten } = figures;
  if (!raceCount || podiums == null || fieldBeaten == null) return null;
  const numbers = [
    [t.podiums, format.count(podiums)],
    [t.bestPlace, bestPlace === null ? t.none : format.count(bestPlace)],
    [t.meanPlace, meanPlace === null ? t.none : format.decimal(Math.round(meanPlace * 10) / 10)],
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

interface PlaceCountsProps {
  readonly counts?: readonly PlaceCount[] | undefined;
  /** All their races, of which those without a place are the others. */
  readonly races?: number | undefined;
}

/** How often they came in at each place, and how often they did not finish, as bars. */
export function PlaceCounts({ counts = [], races = 0 }: PlaceCountsProps) {
  const { t, format } = useUi();
  const without = counts.reduce((rest, { count }) => rest - count, races);
  const rows = [
    ...counts.map(({ place, count }) => ({ name: format.count(place), isAmongThree: place <= 3, count })),
    ...(without > 0 ? [{ name: t.withoutPlace, isAmongThree: false, count: without }] : []),
  ];
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <section>
      <h2>{t.places}</h2>
      <Table
        class="place-counts"
        label={t.places}
        rows={rows}
        columns={[
          [t.placeColumn, ({ name }) => name, 'number'],
          [t.races, ({ count }) => format.count(count), 'number'],
          [
            null,
            ({ count, isAmongThree }) => (
              <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
                <rect class={isAmongThree ? 'share-0' : 'share-1'} width={(count / most).toFixed(3)} height="1" />
              </svg>
            ),
            undefined,
            'bar',
          ],
        ]}
      />
    </section>
  );
}
