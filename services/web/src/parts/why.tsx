import type { SitePlayerQuery } from '../operations.js';
import { urls } from '../page.js';
import { useUi } from '../ui.js';
import { Delta, joined, NextPage, TableHead, Time } from './elements.js';
import { type Named, PlayerLink } from './player.js';
import { Places, Points, placingWords, Results } from './rating.js';
import { inOrder, type SideStatus } from './sides.js';

/** The effect of one match on one rating, as the API explains it. */
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
  /** Number of all opponents, if only the contributions of the largest effects were read. */
  readonly opponentCount?: number;
  readonly expectedScore?: number;
  readonly actualScore?: number;
  readonly adjustments: readonly { readonly reason: string; readonly points: number }[];
}

interface Value {
  readonly value: number | null;
}

interface EffectsProps {
  readonly slug: string;
  readonly sides: readonly {
    readonly effectivePlacement: number | null;
    readonly status: SideStatus;
    readonly participants: readonly {
      readonly player: Named;
      readonly ratingChange: (Explained & { readonly before: Value; readonly after: Value }) | null;
    }[];
  }[];
}

/** The reasons of a match have at most about this many rows in all: a page must not grow with the square of its players. */
const MAX_ROWS = 200;

/** Changes of a match that are shown at once if there are more than `all`; the others are folded. */
const EFFECTS = { all: 12, first: 10 };

/** The effect of a match on each rating, with the reasons. */
export function Effects({ slug, sides }: EffectsProps) {
  const { t } = useUi();
  const rated = inOrder(sides).flatMap(({ participants }) => participants.filter(({ ratingChange }) => ratingChange));
  const mostRows = Math.max(Math.floor(MAX_ROWS / Math.max(rated.length, 1)), 3);
  const shown = rated.length > EFFECTS.all ? EFFECTS.first : rated.length;
  const effect = ({ player, ratingChange }: (typeof rated)[number]) => {
    const { before, after, delta } = ratingChange!;
    return (
      <li>
        <PlayerLink slug={slug} player={player} />
        <span class="who">
          {delta === null ? <Points value={before.value} /> : <Start end={after.value!} delta={delta} />} →{' '}
          <strong>
            <Points value={after.value} />
          </strong>
        </span>
        <Delta delta={delta} />
        <Why slug={slug} change={ratingChange!} most={mostRows} />
      </li>
    );
  };
  return (
    <section>
      <h2>{t.whatItDid}</h2>
      {rated.length === 0 && (
        <p>{sides.some(({ status }) => status === 'FINISHED') ? t.noRatings : t.nobodyFinished}</p>
      )}
      <ol class="history effects">{rated.slice(0, shown).map(effect)}</ol>
      {rated.length > shown && (
        <details>
          <summary>{t.andMore(rated.length - shown)}</summary>
          <ol class="history effects">{rated.slice(shown).map(effect)}</ol>
        </details>
      )}
    </section>
  );
}

/** The rating before a change, including the effect of time since the previous match, which is among the reasons, so that the shown tenths add up. */
function Start({ end, delta }: { readonly end: number; readonly delta: number }) {
  const { format } = useUi();
  return <data value={String(end - delta)}>{format.tenths(inTenths(end) - inTenths(delta))}</data>;
}

interface WhyProps {
  readonly slug: string;
  readonly change: Explained;
  /** The most opponents to show; the rest is added up. */
  readonly most?: number;
}

/** Opponents of a change by default: a race may have a hundred. */
const MAX_OPPONENTS = 12;

/** Why a rating changed: a sentence, and a bar for each opponent and for each other cause. */
export function Why({ slug, change, most: mostShown = MAX_OPPONENTS }: WhyProps) {
  const { t, format } = useUi();
  const { contributions, adjustments, explanation } = change;
  if (contributions.length === 0) return null;
  const shown = largest(contributions, mostShown, change.opponentCount);
  const rest = restOf(change, shown);
  const points = shownPoints(change, [...shown.map(({ delta }) => delta), ...(rest ? [rest.delta] : [])]);
  const parts = [...contributions.map(({ delta }) => delta ?? 0), ...adjustments.map(({ points }) => points)];
  const most = Math.max(...parts.map(Math.abs), 1e-9);
  const rows = [
    ...shown.map(({ opponent, opponentValue, expected, actual, delta }, index) => ({
      name: <PlayerLink slug={slug} player={opponent} />,
      theirs: opponentValue === null ? t.none : format.tenths(opponentValue),
      ...{ expected, actual, delta, shown: points[index], bar: <Bar share={(delta ?? 0) / most} /> },
    })),
    ...(rest ? [{ ...rest, name: t.andOthers(format.count(rest.opponents)), shown: points.at(-1) }] : []),
    ...adjustments.map(({ reason, points: delta }) => ({
      ...{ name: t.reason[reason] ?? reason, delta, shown: delta, bar: <Bar share={delta / most} /> },
    })),
  ];
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
            [null, 'bar'],
          ]}
        />
        <tbody>
          {rows.map(({ name, delta, shown, ...row }) => (
            <tr>
              <th scope="row">{name}</th>
              <RowFigure>{'theirs' in row && row.theirs}</RowFigure>
              <RowFigure>{'expected' in row && format.expected(row.expected)}</RowFigure>
              <RowFigure>{'actual' in row && format.decimal(row.actual)}</RowFigure>
              <td class="number">
                <Delta delta={delta} shown={shown} />
              </td>
              <td class="bar" aria-hidden="true">
                {'bar' in row && row.bar}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A figure of a row; empty where the row has none. */
function RowFigure({ children }: { readonly children: string | false }) {
  return children === false ? <td /> : <td class="number">{children}</td>;
}

/** The rows of opponents as they are shown: with the adjustments, they add up to the change. Null if the system gives no points. */
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

/** The combined effect of all opponents. */
function movedBy(delta: number | null, adjustments: Explained['adjustments']): number {
  return adjustments.reduce((left, { points }) => left - points, delta ?? 0);
}

function sumOf(contributions: Contributions, figure: 'expected' | 'actual' | 'delta'): number {
  return contributions.reduce((sum, one) => sum + (one[figure] ?? 0), 0);
}

/** A bar from the middle to the right for a gain, and to the left for a loss. @param share -1 to 1 */
function Bar({ share }: { readonly share: number }) {
  const width = Math.abs(share).toFixed(3);
  return (
    <svg viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class={share < 0 ? 'drop' : 'gain'} x={share < 0 ? -Number(width) : 0} width={width} height="1" />
      <path class="axis" d="M0 0V1" />
    </svg>
  );
}

/** Steps per point in which parts are shown. */
const STEPS = 10;
/** Products of decimals are not exact. */
const EXACTNESS = 1e-9;

/** A number of points shown alone. */
export function inTenths(points: number): number {
  return (Math.sign(points) * Math.round(Math.abs(points) * STEPS)) / STEPS;
}

/**
 * Rounds the parts of a change to tenths, so that the shown parts add up to the shown total: each up or down, up for the largest
 * remainders. Parts that do not add up to the exact total are rounded one by one.
 */
export function addingUp(parts: readonly number[], total: number): number[] {
  const steps = parts.map((part) => part * STEPS);
  const lower = steps.map((step) => Math.floor(step + EXACTNESS));
  const remainder = (index: number) => steps[index]! - lower[index]!;
  const between = parts.map((_, index) => index).filter((index) => remainder(index) > EXACTNESS);
  const missing = Math.round(inTenths(total) * STEPS) - lower.reduce((sum, step) => sum + step, 0);
  if (missing < 0 || missing > between.length) return parts.map(inTenths);
  const raised = new Set(between.toSorted((one, other) => remainder(other) - remainder(one)).slice(0, missing));
  return lower.map((step, index) => (raised.has(index) ? step + 1 : step) / STEPS);
}

type Rating = NonNullable<NonNullable<SitePlayerQuery['league']>['rating']>;
type Change = Rating['history']['nodes'][number];

/** A line names at most this many opponents. */
const NAMED = 3;

/** Opponents by name. */
export function Against({ slug, opponents }: { readonly slug: string; readonly opponents: readonly Named[] }) {
  const { t, format } = useUi();
  const more = opponents.length - NAMED;
  return (
    <>
      {joined(opponents.slice(0, NAMED).map((opponent) => <PlayerLink slug={slug} player={opponent} />))}
      {more > 0 && ` ${t.andOthers(format.count(more))}`}
    </>
  );
}

interface HistoryProps {
  readonly slug: string;
  readonly rating: Rating;
  /** Query of the page. */
  readonly query: URLSearchParams;
  /** What places in races give; null: nothing. */
  readonly placePoints?: readonly number[] | null;
}

/** What each match did to a rating, and why. */
export function History({ slug, rating: { player, history }, query, placePoints = null }: HistoryProps) {
  const { t } = useUi();
  return (
    <section>
      <h2>{t.history}</h2>
      {history.nodes.length === 0 && <p>{t.noHistory}</p>}
      <ol class="history">
        {history.nodes.map((change) => (
          <HistoryLine slug={slug} change={change} placePoints={placePoints} />
        ))}
      </ol>
      <NextPage
        path={urls.player(slug, player.handle)}
        query={query}
        pageInfo={history.pageInfo}
        words={t.olderChanges}
      />
    </section>
  );
}

interface Raced {
  readonly placing?: { readonly place: number; readonly sides: number; readonly status: SideStatus } | null;
  readonly opponentCount: number;
  readonly expectedScore: number;
}

/** The place that the expected scores come to, if each of the others is one opponent; null in other matches. */
export function expectedPlaceOf({ placing, opponentCount, expectedScore }: Raced): number | null {
  if (!placing || opponentCount === 0 || opponentCount >= placing.sides) return null;
  return opponentCount + 1 - expectedScore;
}

interface HistoryLineProps {
  readonly slug: string;
  readonly change: Change;
  readonly placePoints: readonly number[] | null;
}

function HistoryLine({ slug, change, placePoints }: HistoryLineProps) {
  const ui = useUi();
  const { t, format } = ui;
  const expected = expectedPlaceOf(change);
  const { match, after, delta, result, placing, contributions } = change;
  const earned = placing?.status === 'FINISHED' ? placePoints?.[placing.place - 1] : undefined;
  const besides = [
    expected !== null && t.stories.race.expectedPlace(format.tenths(expected)),
    earned && t.named(t.racePoints, format.decimal(earned)),
  ].filter(Boolean);
  return (
    <li>
      <a class="when" href={urls.match(slug, match.externalId)}>
        <Time at={match.playedAt} />
      </a>
      <span class="who">
        {placing ? <Places placings={[placing]} /> : <Results results={[result]} />}{' '}
        {placing ? (
          <>
            <span>{placingWords(placing, ui)}</span>{' '}
            {besides.length > 0 && <span class="quiet">{besides.join(' · ')}</span>}
          </>
        ) : (
          <Against slug={slug} opponents={contributions.map(({ opponent }) => opponent)} />
        )}
      </span>
      <Delta delta={delta} />
      <span class="value">
        <Points value={after.value} />
      </span>
      <Why slug={slug} change={change} />
    </li>
  );
}
