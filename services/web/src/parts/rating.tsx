import type { Texts } from '../texts/en/site.js';
import { type Format, type Ui, useUi } from '../ui.js';
import { Fact, Table } from './elements.js';
import { type SideStatus, statusOf } from './sides.js';

/** A rating in points with one decimal, for sentences, and its whole value for programs. */
export function Points({ value }: { readonly value: number | null }) {
  const { t, format } = useUi();
  return value === null ? t.none : <data value={String(value)}>{format.tenths(value)}</data>;
}

interface Spreading {
  readonly display: string;
  readonly value: number | null;
  readonly deviation: number | null;
}

/** Whether a rating's display is its points. */
export function isInPoints({ display, value }: Pick<Spreading, 'display' | 'value'>, format: Format): boolean {
  return value !== null && format.rating(display) === format.points(value);
}

interface SpreadProps {
  readonly rating: Spreading;
  /** Whether it is next to points with a decimal. */
  readonly isInTenths?: boolean;
}

/** A deviation, after its points unless they are displayed already. */
export function Spread({ rating, isInTenths = false }: SpreadProps) {
  const { t, format } = useUi();
  const { value, deviation } = rating;
  if (value === null || deviation === null) return <>{t.none}</>;
  const shown = isInTenths ? format.tenths : format.points;
  const points = (whole: number) => <data value={String(whole)}>{shown(whole)}</data>;
  return (
    <>
      {!isInPoints(rating, format) && points(value)} ± {points(deviation)}
    </>
  );
}

/** The widest range of points on a page, from which its drawings are scaled. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Whether ratings say how certain they are. */
  readonly hasDeviation: boolean;
}

/** The range of ratings with their deviations; null if none has points. */
export function scaleOfRatings(ratings: readonly Spreading[]): Scale | null {
  const ends = ratings.flatMap(({ value, deviation }) =>
    value === null ? [] : [value - (deviation ?? 0), value + (deviation ?? 0)],
  );
  if (ends.length === 0) return null;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { low, high: Math.max(high, low + 1), hasDeviation: ratings.some(({ deviation }) => deviation !== null) };
}

/** Steps of a drawing from one edge to the other. */
const STEPS = 1000;

/** The markup of a drawing that is stretched to its place. A board has a hundred of them: as components they would take longer than all else of it. */
function drawing(kind: 'interval' | 'spark', width: number, height: number, line: string, dot: string): string {
  return `<svg class="${kind}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path d="${line}"/><path class="dot" d="M${dot}h0"/></svg>`;
}

/** Where a rating lies among those of the page, one deviation either way; without one, how far it is behind the highest. */
export function intervalOf({ value, deviation }: Spreading, scale: Scale): string {
  if (value === null) return '';
  const at = (points: number) => Math.round(((points - scale.low) / (scale.high - scale.low)) * STEPS);
  const [from, to] = deviation === null ? [value, scale.high] : [value - deviation, value + deviation];
  const isOpen = deviation === null && scale.hasDeviation;
  const band = isOpen ? '' : `M${Math.max(at(from), 0)} 1H${Math.min(at(to), STEPS)}`;
  return drawing('interval', STEPS, 2, band, `${Math.min(Math.max(at(value), 0), STEPS)} 1`);
}

/** The ends of the scale of a column of intervals. */
export function ScaleEnds({ low, high }: Scale) {
  const { t, format } = useUi();
  const ends = [format.points(low), format.points(high)] as const;
  return (
    <>
      <span class="hidden">{t.boards.between(...ends)}</span>
      <span class="ends" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </span>
    </>
  );
}

/** Matches of which a small line is drawn. */
export const SPARK = 12;
/** The share of a rating that fills the height of a small line at least, so that little changes look little. */
const LEAST_RISE = 0.03;

/** The newest values as a small line that ends today; nothing without a match, and a dot after one. */
export function sparkOf(values: readonly number[]): string {
  if (values.length === 0) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rise = Math.max(high - low, LEAST_RISE * Math.max(Math.abs(low), Math.abs(high), 1));
  const y = (value: number) => Math.round(50 - ((value - (low + high) / 2) / rise) * 100);
  const start = SPARK - values.length;
  const line = values.map((value, place) => `${start + place} ${y(value)}`).join('L');
  return drawing('spark', SPARK - 1, 100, `M${line}`, `${SPARK - 1} ${y(values.at(-1)!)}`);
}

/** Places as a small line that ends at the newest race, each by the share of the field that came in behind; without a place, at the foot. */
export function placesLineOf(placings: readonly Placing[], most: number): string {
  if (placings.length === 0) return '';
  const y = ({ place, sides, status }: Placing) =>
    status === 'FINISHED' && sides > 1 ? Math.round((100 * (place - 1)) / (sides - 1)) : 100;
  const line = placings.map((placing, ago) => `${most - 1 - ago} ${y(placing)}`).reverse();
  return drawing('spark', most - 1, 100, `M${line.join('L')}`, line.at(-1)!);
}

/** Ranks gained or lost; nothing for neither. */
export function Movement({ ranks }: { readonly ranks: number | null }) {
  const { t, format } = useUi();
  if (!ranks) return null;
  const shown = format.count(Math.abs(ranks));
  const [kind, label] = ranks > 0 ? ['gain', t.up(shown)] : ['drop', t.down(shown)];
  return (
    <span class={`movement ${kind}`} role="img" aria-label={label}>
      {shown}
    </span>
  );
}

export type Result = 'WIN' | 'DRAW' | 'LOSS';

/** Results as marks, newest first. */
export function Results({ results }: { readonly results: readonly Result[] }) {
  const { t } = useUi();
  if (results.length === 0) return <span class="quiet">{t.none}</span>;
  return (
    <span
      class="form"
      role="img"
      aria-label={labelOf(results, t)}
      dangerouslySetInnerHTML={{ __html: results.map((result) => markOf(result, t)).join('') }}
    />
  );
}

/** Written out, because boards have hundreds of them. */
function markOf(result: Result, t: Texts): string {
  return `<i class="${result.toLowerCase()}" aria-hidden="true">${t.resultMark[result]}</i>`;
}

function labelOf(results: readonly Result[], t: Texts): string {
  const words = results.map((result) => t.result[result]);
  return words.length === 1 ? words[0]! : t.formLabel(words);
}

interface BalanceProps {
  /** Whether wins are shown as a share of started races, and not with draws and losses. */
  readonly races?: boolean;
  readonly of: {
    readonly wins: number;
    readonly draws: number;
    readonly losses: number;
    readonly matchesPlayed?: number;
  };
}

/** How often somebody won. */
export function Balance({ races = false, of }: BalanceProps) {
  const { format } = useUi();
  const [counts, between] = races ? [[of.wins, of.matchesPlayed!], ' / '] : [[of.wins, of.draws, of.losses], '–'];
  return <span class="record">{counts.map(format.count).join(between)}</span>;
}

interface Placing {
  readonly place: number;
  readonly sides: number;
  readonly status: SideStatus;
}

/** A player's result in a race: the place of many, or why they have none. */
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
  readonly points?: number | null;
}

/** A player's results in races, as entries of a list of figures. */
export function RaceNumbers({ figures }: { readonly figures: RaceFigures }) {
  const { t, format } = useUi();
  const { raceCount, podiums, bestPlace = null, meanPlace = null, fieldBeaten, points = null } = figures;
  if (!raceCount || podiums == null || fieldBeaten == null) return null;
  const numbers = [
    [t.podiums, format.count(podiums)],
    [t.bestPlace, bestPlace === null ? t.none : format.count(bestPlace)],
    [t.meanPlace, meanPlace === null ? t.none : format.decimal(Math.round(meanPlace * 10) / 10)],
  ] as const;
  return (
    <>
      {points !== null && <Fact name={t.racePoints}>{format.decimal(points)}</Fact>}
      {numbers.map(([title, text]) => (
        <Fact name={title}>{text}</Fact>
      ))}
      <Fact name={t.fieldBeaten}>{format.percent(fieldBeaten)}</Fact>
    </>
  );
}

interface TitleFigures {
  readonly podiums?: number;
  readonly bestPlace?: number | null;
  readonly meanPlace?: number | null;
  readonly didNotFinish?: number;
}

/** The columns of `TitleCells`, on a board in the order of points. */
export function titleColumns(t: Texts): (readonly [string, string])[] {
  return [t.podiums, t.bestPlace, t.meanPlaceShort, t.notFinished].map((title) => [title, 'number wide'] as const);
}

/** How a player comes off in races, as cells of a row. */
export function TitleCells({ figures }: { readonly figures: TitleFigures }) {
  const { t, format } = useUi();
  const { podiums, bestPlace, meanPlace, didNotFinish } = figures;
  const mean = meanPlace == null ? t.none : format.tenths(meanPlace);
  const counts = [podiums, bestPlace, mean, didNotFinish].map((figure) =>
    typeof figure === 'string' ? figure : figure ? format.count(figure) : t.none,
  );
  return (
    <>
      {counts.map((text) => (
        <td class="number wide">{text}</td>
      ))}
    </>
  );
}

interface PlaceCount {
  readonly place: number;
  readonly count: number;
}

interface PlaceCountsProps {
  readonly counts?: readonly PlaceCount[] | undefined;
  /** All their races; the remaining ones are without a place. */
  readonly races?: number | undefined;
}

/** How often they finished at each place, and how often they did not finish, as bars. */
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

/** Texts and formats. */
type Words = Pick<Ui, 't' | 'format'>;

interface RankedLeague {
  readonly lastMatchAt: string | null;
  readonly matchesForRank: number;
  readonly activeWithin: number | null;
}

const DAY = 86_400_000;
/** A league without a match for this many days has ended, or rests. */
const RESTING_DAYS = 90;
/** After this many matches, more of them will not make a rating certain enough. */
const MANY_MATCHES = 50;

/**
 * Why nobody in a league with matches has a rank, and when somebody gets one.
 * @param nobodyRanked the API's reason; null if unknown
 */
export function whyUnranked(
  league: RankedLeague,
  nobodyRanked: { readonly reason: string; readonly mostMatches: number } | null,
  now: Date,
  { t, format }: Words,
): string {
  const asleep = whyAsleep(league, now, { t, format });
  if (asleep) return asleep;
  if (nobodyRanked === null) return t.unrankedUnknown;
  const { lastMatchAt, matchesForRank } = league;
  const isResting = now.getTime() - Date.parse(lastMatchAt!) > RESTING_DAYS * DAY;
  const { reason, mostMatches } = nobodyRanked;
  // If it rests, no match will come that could make a rating more certain.
  if (reason === 'TOO_UNCERTAIN' && (mostMatches >= MANY_MATCHES || isResting))
    return t.unrankedStill(format.count(mostMatches));
  if (reason === 'TOO_FEW_MATCHES' && matchesForRank > 1)
    return t.unrankedBelow(matchesForRank, format.count(matchesForRank));
  return isResting ? t.unrankedResting(format.day(lastMatchAt!)) : t.unrankedUnsure;
}

/** The same if only the top of the board is known: it states only facts that are true of each of them. */
export function whyTopUnranked(
  league: RankedLeague,
  top: readonly Provisional[],
  now: Date,
  { t, format }: Words,
): string {
  const asleep = whyAsleep(league, now, { t, format });
  if (asleep) return asleep;
  const [reason, ...others] = new Set(top.map((rating) => reasonUnranked(league, rating, now)));
  const { matchesForRank } = league;
  if (others.length === 0 && reason === 'TOO_FEW_MATCHES')
    return t.unrankedBelow(matchesForRank, format.count(matchesForRank));
  return others.length === 0 && reason === 'TOO_UNCERTAIN' ? t.unrankedTop : t.unrankedUnknown;
}

/** States that nobody has played for as long as a rank lasts; null if somebody has. */
function whyAsleep({ lastMatchAt, activeWithin }: RankedLeague, now: Date, { t, format }: Words) {
  const isAsleep = activeWithin !== null && now.getTime() - Date.parse(lastMatchAt!) > activeWithin * DAY;
  return isAsleep ? t.unrankedAsleep(activeWithin, format.count(activeWithin)) : null;
}

/** Why a player has no rank: too few matches, none for longer than the league allows, or a rating that is too uncertain for its system. */
type Reason = 'TOO_FEW_MATCHES' | 'AWAY' | 'TOO_UNCERTAIN';

type RankRules = Pick<RankedLeague, 'matchesForRank' | 'activeWithin'>;

interface Provisional {
  readonly matchesPlayed: number;
  readonly isProvisional: boolean;
  readonly lastPlayedAt: string | null;
}

/** @param now when the rating is or was shown @returns null if the player has a rank */
export function reasonUnranked(league: RankRules, rating: Provisional, now: Date): Reason | null {
  const { matchesForRank, activeWithin } = league;
  if (!rating.isProvisional) return null;
  if (rating.matchesPlayed < matchesForRank) return 'TOO_FEW_MATCHES';
  return activeWithin !== null && daysAway(rating, now) > activeWithin ? 'AWAY' : 'TOO_UNCERTAIN';
}

/** Why a player has no rank, in words; null if they have one. */
export function whyProvisional(league: RankRules, rating: Provisional, now: Date, { t, format }: Words): string | null {
  const reason = reasonUnranked(league, rating, now);
  if (reason === null) return null;
  const missing = league.matchesForRank - rating.matchesPlayed;
  if (reason === 'TOO_FEW_MATCHES') return t.matchesMissing(missing, format.count(missing));
  const isAway = reason === 'AWAY' || daysAway(rating, now) > RESTING_DAYS;
  return [reason === 'TOO_UNCERTAIN' && t.tooUncertain, isAway && t.idleSince(format.day(rating.lastPlayedAt!))]
    .filter(Boolean)
    .join(', ');
}

function daysAway({ lastPlayedAt }: Pick<Provisional, 'lastPlayedAt'>, now: Date): number {
  return lastPlayedAt === null ? 0 : (now.getTime() - Date.parse(lastPlayedAt)) / DAY;
}
