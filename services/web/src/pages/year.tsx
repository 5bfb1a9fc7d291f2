import type { ComponentChildren } from 'preact';
import { canPicture } from '../card/cards.js';
import { dayIn, startOf } from '../format.js';
import { SiteYearDocument, type SiteYearQuery } from '../operations.js';
import { BadQuery, definePage, type PageRequest, type ViewProps } from '../page.js';
import { Calendar } from '../parts/calendar.js';
import { Delta, Time } from '../parts/elements.js';
import { expectedShare } from '../parts/happening.js';
import { LeagueHeader } from '../parts/league.js';
import { nameOf, PlayerLink, Shown } from '../parts/player.js';
import { shortLineOf } from '../parts/sides.js';
import { refused } from '../texts/refusal.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';

type League = NonNullable<SiteYearQuery['league']>;
type InPeriod = League['period']['mostActive'][number];

const [FIRST_YEAR, LAST_YEAR] = [1000, 9998];
/** What the API looks through at most: see `League.upsets` and `League.period`. */
const [MOST_MATCHES, MOST_PLAYERS] = [2_000, 20_000];

/** A league's year in review. */
export const year = definePage({
  path: '/l/:league/year/:year',
  document: SiteYearDocument,
  variables: (request) => {
    const [from, to] = [yearOf(request), yearOf(request) + 1].map((one) => startOf(`${one}-01-01`, request.zone));
    return {
      league: request.params.league!,
      from: from!,
      to: to!,
      asOf: isOver(request) ? lastMomentBefore(to!) : undefined,
    };
  },
  find: ({ league }) => league,
  head: ({ slug, name, period, standings }, { t, format }, request) => {
    const { matchCount, playerCount } = period;
    const [first] = standings.nodes;
    return {
      title: t.stories.yearTitle(name, String(yearOf(request))),
      description: [
        t.matches(matchCount, format.count(matchCount)),
        t.players(playerCount, format.count(playerCount)),
        first && t.named(t.rankOf(format.count(1)), nameOf(first.player)),
      ]
        .filter(Boolean)
        .join(' · '),
      picture: canPicture(name) ? urls.leaguePicture(slug) : undefined,
      isUnlisted: matchCount === 0,
    };
  },
  View: Year,
});

/** @throws BadQuery */
function yearOf({ params }: PageRequest): number {
  const number = /^\d{4}$/.test(params.year!) ? Number(params.year) : Number.NaN;
  if (number >= FIRST_YEAR && number <= LAST_YEAR) return number;
  throw new BadQuery(refused('RANGE', { field: 'year', min: FIRST_YEAR, max: LAST_YEAR, value: params.year }));
}

/** Whether the year is over where the league is. */
function isOver(request: PageRequest): boolean {
  return yearOf(request) < Number(dayIn(request.now, request.zone).slice(0, 4));
}

function lastMomentBefore(time: string): string {
  return new Date(Date.parse(time) - 1).toISOString();
}

function Year({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug, name, period, activity, standings } = league;
  const { matchCount, playerCount, newcomerCount, correctionCount, mostActive, climbers } = period;
  const number = yearOf(request);
  const leaders = isOver(request) ? t.stories.ledAtEnd : t.stories.leadsNow;
  const figures = [
    [t.matchLog, matchCount],
    [t.playersHere, playerCount],
    [t.stories.newcomers, newcomerCount],
    [t.corrections, correctionCount],
  ] as const;
  return (
    <>
      <LeagueHeader league={league} tab={null} />
      <h1>{t.stories.yearTitle(name, String(number))}</h1>
      {matchCount === 0 ? (
        <p>{t.noMatches}</p>
      ) : (
        <>
          <dl class="figures">
            {figures.map(([title, count]) => (
              <div>
                <dt>{title}</dt>
                <dd class="big">{format.count(count)}</dd>
              </div>
            ))}
          </dl>
          {league.playerCount > MOST_PLAYERS && (
            <p class="quiet">{t.stories.amongPlayers(format.count(MOST_PLAYERS))}</p>
          )}
          <div class="opponents">
            {standings.nodes.length > 0 && (
              <section>
                <h2>{leaders}</h2>
                <table class="year" aria-label={leaders}>
                  <tbody>
                    {standings.nodes.map(({ rank, player, rating: { display } }) => (
                      <tr>
                        <td class="number rank">{rank === null ? t.none : format.count(rank)}</td>
                        <th scope="row">
                          <PlayerLink slug={slug} player={player} />
                        </th>
                        <td class="number">
                          <Shown display={display} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            )}
            <Players slug={slug} title={t.stories.mostActive} players={mostActive}>
              {({ matchCount }) => t.matches(matchCount, format.count(matchCount))}
            </Players>
            <Players slug={slug} title={t.stories.climbers} players={climbers}>
              {({ change }) => <Delta delta={change} />}
            </Players>
            <Upsets league={league} />
          </div>
          {activity.length > 0 && (
            <section>
              <h2>{t.activity}</h2>
              <Calendar days={activity} year={{ number, isOver: isOver(request) }} />
            </section>
          )}
        </>
      )}
      <p class="pages">
        {/* Somebody had played before. */}
        {playerCount > newcomerCount && <a href={urls.year(slug, number - 1)}>{number - 1}</a>}
        {isOver(request) && <a href={urls.year(slug, number + 1)}>{number + 1}</a>}
      </p>
    </>
  );
}

interface PlayersProps {
  readonly slug: string;
  readonly title: string;
  readonly players: readonly InPeriod[];
  readonly children: (player: InPeriod) => ComponentChildren;
}

function Players({ slug, title, players, children }: PlayersProps) {
  if (players.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <table class="year" aria-label={title}>
        <tbody>
          {players.map((one) => (
            <tr>
              <th scope="row">
                <PlayerLink slug={slug} player={one.player} />
              </th>
              <td class="number">{children(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Upsets({ league: { slug, upsets, period } }: { readonly league: League }) {
  const { t, format } = useUi();
  if (upsets.length === 0) return null;
  return (
    <section>
      <h2>{t.stories.yearUpsets}</h2>
      {period.matchCount > MOST_MATCHES && <p class="quiet">{t.stories.amongMatches(format.count(MOST_MATCHES))}</p>}
      <table class="year" aria-label={t.stories.yearUpsets}>
        <tbody>
          {upsets.map(({ match, ...upset }) => (
            <tr>
              <th scope="row">
                <a href={urls.match(slug, match.externalId)}>{shortLineOf(match.sides, t, format.decimal)}</a>{' '}
                <small class="quiet">
                  <Time at={match.playedAt} isFixed />
                </small>
              </th>
              <td class="number">
                {match.sides.length === 2 && (
                  <>
                    <small class="quiet">{t.expected}</small> {format.chance(expectedShare(upset))}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
