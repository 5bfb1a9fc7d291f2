import { SiteNumbersDocument, type SiteNumbersQuery } from '../operations.js';
import { definePage, type ViewProps } from '../page.js';
import { Calendar } from '../parts/calendar.js';
import { Calibration } from '../parts/calibration.js';
import { LeagueHeader } from '../parts/league.js';
import { Time } from '../parts/time.js';
import { useUi } from '../ui.js';

type League = NonNullable<SiteNumbersQuery['league']>;

/** A league in numbers: how strong its players are, and when they play. */
export const stats = definePage({
  path: '/l/:league/stats',
  document: SiteNumbersDocument,
  variables: ({ params }) => ({ league: params.league! }),
  find: ({ league }) => league,
  head: ({ name }, { t }) => ({ title: `${t.stats} · ${name}`, description: t.statsDescription(name) }),
  View: Stats,
});

function Stats({ model: league }: ViewProps<League>) {
  const { t, format } = useUi();
  const { playerCount, matchCount, distribution, activity, calibration, chanceFit } = league;
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
          <Histogram bars={distribution} />
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
      </section>
    </>
  );
}

function Histogram({ bars }: { readonly bars: League['distribution'] }) {
  const { t, format } = useUi();
  const most = Math.max(...bars.map(({ count }) => count));
  const [first, last] = [bars[0]!, bars.at(-1)!];
  const middle = (first.value + last.to) / 2;
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${bars.length} ${most}`} preserveAspectRatio="none" role="img" aria-label={t.distribution}>
        {bars.map(({ count }, index) => (
          <rect x={index + 0.06} width="0.88" y={most - count} height={count} />
        ))}
      </svg>
      <ol class="times" aria-hidden="true">
        {[first.value, middle, last.to].map((value) => (
          <li>{format.points(value)}</li>
        ))}
      </ol>
      <details>
        <summary>{t.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.values}</th>
              <th scope="col" class="number">
                {t.playersHere}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ value, to, count }) => (
              <tr>
                <th scope="row">
                  {format.points(value)}–{format.points(to)}
                </th>
                <td class="number">{format.count(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
