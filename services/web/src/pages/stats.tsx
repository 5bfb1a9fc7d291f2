import { SiteNumbersDocument, type SiteNumbersQuery } from '../operations.js';
import { definePage, given, urls, type ViewProps } from '../page.js';
import { Calendar } from '../parts/calendar.js';
import { Calibration } from '../parts/calibration.js';
import { AsTable, Axis, Time } from '../parts/elements.js';
import { LeagueHeader } from '../parts/league.js';
import { displayedTo, nameOf, PlayerLink } from '../parts/player.js';
import { PlayerField } from '../parts/suggestions.js';
import { useUi } from '../ui.js';

type League = NonNullable<SiteNumbersQuery['league']>;

/** A league in numbers: the strength of its players, and their activity. */
export const stats = definePage({
  path: '/l/:league/stats',
  document: SiteNumbersDocument,
  variables: (request) => {
    const player = given(request, 'player');
    return { league: request.params.league!, player: player ?? '-', hasPlayer: player !== undefined };
  },
  find: ({ league }) => league,
  head: ({ name }, { t }, { query }) => ({
    title: `${t.stats} · ${name}`,
    description: t.statsDescription(name),
    isUnlisted: query.size > 0,
  }),
  View: Stats,
});

function Stats({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { playerCount, matchCount, distribution, activity, calibration, chanceFit, rating } = league;
  const lastYear = activity.at(-1)?.day.slice(0, 4);
  return (
    <>
      <LeagueHeader league={league} tab="stats" />
      <h1 class="hidden">{t.stats}</h1>
      <p class="facts">
        <span>{t.players(playerCount, format.count(playerCount))}</span>
        <span>{t.matches(matchCount, format.count(matchCount))}</span>
      </p>
      <section>
        <h2>{t.distribution}</h2>
        <p class="quiet">{t.distributionWhy}</p>
        {distribution.length === 0 ? (
          <p>{playerCount === 0 ? t.nothingYet : t.nobodyRanked}</p>
        ) : (
          <>
            <Quartiles bars={distribution} />
            <Histogram bars={distribution} here={rating ?? null} />
          </>
        )}
        {distribution.length > 0 && (
          <WhereAmI slug={league.slug} rating={rating ?? null} asked={given(request, 'player')} />
        )}
      </section>
      <section>
        <h2>{t.calibration}</h2>
        <p class="quiet">
          {t.calibrationWhy} {t.calibrationNotChances(chanceFit !== null)}
        </p>
        {calibration.groups.length === 0 ? (
          <p>{t.nothingYet}</p>
        ) : (
          <>
            <p class="quiet">
              {t.matches(calibration.matches, format.count(calibration.matches))}, {t.sinceDay}{' '}
              <Time at={calibration.since} />
            </p>
            <Calibration of="scores" groups={calibration.groups} />
          </>
        )}
      </section>
      <section>
        <h2>{t.activity}</h2>
        <p class="quiet">{t.activityWhy}</p>
        {activity.length === 0 ? <p>{t.nothingYet}</p> : <Calendar days={activity} />}
        {lastYear && (
          <p>
            <a href={urls.year(league.slug, Number(lastYear))}>{t.stories.yearInReview(lastYear)}</a>
          </p>
        )}
      </section>
    </>
  );
}

interface WhereProps {
  readonly slug: string;
  /** The rating of the player in the address. */
  readonly rating: League['rating'] | null;
  readonly asked: string | undefined;
}

/** A player's place in the distribution, and a form to request it. */
function WhereAmI({ slug, rating, asked }: WhereProps) {
  const { t, format } = useUi();
  return (
    <>
      {asked !== undefined && (
        <p class="notice" id="here">
          {rating ? (
            <>
              <PlayerLink slug={slug} player={rating.player} /> {displayedTo(rating.display, { t, format })}
              {rating.percentile === null
                ? ` · ${rating.isHidden ? t.hidden : t.unranked}`
                : ` · ${rating.rank === 1 ? t.leads : t.percentile(format.percent(rating.percentile / 100))}`}
            </>
          ) : (
            t.notOnBoard(asked)
          )}
        </p>
      )}
      <form class="filters" action={`${urls.stats(slug)}#here`}>
        <PlayerField label={t.whereAmI} name="player" slug={slug} value={asked} />
        <button type="submit">{t.find}</button>
      </form>
    </>
  );
}

/** With fewer players, quartiles mean little. */
const FEWEST_RANKED = 20;

/** Usual and rare ratings. */
function Quartiles({ bars }: { readonly bars: League['distribution'] }) {
  const { t, format } = useUi();
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  if (total < FEWEST_RANKED) return null;
  const above = (share: number) => {
    let left = share * total;
    for (const { value, to, count } of bars) {
      if (left <= count) return format.points(value + (left / count) * (to - value));
      left -= count;
    }
    return format.points(bars.at(-1)!.to);
  };
  return <p>{t.quartiles(above(0.25), above(0.75), above(0.9))}</p>;
}

interface HistogramProps {
  readonly bars: League['distribution'];
  /** The marked player's rating. */
  readonly here: League['rating'] | null;
}

function Histogram({ bars, here }: HistogramProps) {
  const { t, format } = useUi();
  const most = Math.max(...bars.map(({ count }) => count));
  const [first, last] = [bars[0]!, bars.at(-1)!];
  const middle = (first.value + last.to) / 2;
  const mark = here?.rank == null || here.value === null ? null : (here.value - first.value) / (last.to - first.value);
  const label = mark === null ? t.distribution : `${t.distribution}, ${t.stories.here(nameOf(here!.player))}`;
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${bars.length} ${most}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map(({ count }, index) => (
          <rect x={index + 0.06} width="0.88" y={most - count} height={count} />
        ))}
        {mark !== null && <path class="here" d={`M${(mark * bars.length).toFixed(2)} 0V${most}`} />}
      </svg>
      <Axis class="times" marks={[first.value, middle, last.to].map((value) => format.points(value))} />
      <AsTable
        label={label}
        rows={bars}
        columns={[
          [t.rating, ({ value, to }) => `${format.points(value)}–${format.points(to)}`],
          [t.playersHere, ({ count }) => format.count(count), 'number'],
        ]}
      />
    </figure>
  );
}
