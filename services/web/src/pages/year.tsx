import type { ComponentChildren } from 'preact';
import { canPicture } from '../card/cards.js';
import { SiteYearDocument, type SiteYearQuery } from '../operations.js';
import { BadQuery, definePage, type PageRequest, urls, type ViewProps } from '../page.js';
import { Calendar } from '../parts/calendar.js';
import { Delta, Time } from '../parts/elements.js';
import { expectedShare } from '../parts/happening.js';
import { LeagueHeader } from '../parts/league.js';
import { nameOf, PlayerLink, Shown } from '../parts/player.js';
import { shortLineOf } from '../parts/sides.js';
import { refused } from '../texts/refusal.js';
import { dayIn, startOf, useUi } from '../ui.js';

type League = NonNullable<SiteYearQuery['league']>;

const [FIRST_YEAR, LAST_YEAR] = [1000, 9998];
/** The API's limits for a search: see `League.upsets` and `League.period`. */
const [MAX_MATCHES, MAX_PLAYERS] = [2_000, 20_000];

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

/** Whether the year is over in the league's time zone. */
function isOver(request: PageRequest): boolean {
  return yearOf(request) < Number(dayIn(request.now, request.zone).slice(0, 4));
}

function lastMomentBefore(time: string): string {
  return new Date(Date.parse(time) - 1).toISOString();
}

function Year({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug, name, period, activity, standings, upsets } = league;
  const { matchCount, playerCount, newcomerCount, correctionCount, mostActive, climbers } = period;
  const number = yearOf(request);
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
          {league.playerCount > MAX_PLAYERS && <p class="quiet">{t.stories.amongPlayers(format.count(MAX_PLAYERS))}</p>}
          <div class="opponents">
            <Listed
              title={isOver(request) ? t.stories.ledAtEnd : t.stories.leadsNow}
              rows={standings.nodes.map(({ rank, player, rating: { display } }) => ({
                rank: rank === null ? t.none : format.count(rank),
                name: <PlayerLink slug={slug} player={player} />,
                figure: <Shown display={display} />,
              }))}
            />
            <Listed
              title={t.stories.mostActive}
              rows={mostActive.map(({ player, matchCount }) => ({
                name: <PlayerLink slug={slug} player={player} />,
                figure: t.matches(matchCount, format.count(matchCount)),
              }))}
            />
            <Listed
              title={t.stories.climbers}
              rows={climbers.map(({ player, change }) => ({
                name: <PlayerLink slug={slug} player={player} />,
                figure: <Delta delta={change} />,
              }))}
            />
            <Listed
              title={t.stories.yearUpsets}
              note={matchCount > MAX_MATCHES && t.stories.amongMatches(format.count(MAX_MATCHES))}
              rows={upsets.map(({ match, ...upset }) => ({
                name: (
                  <>
                    <a href={urls.match(slug, match.externalId)}>{shortLineOf(match.sides, t, format.decimal)}</a>{' '}
                    <small class="quiet">
                      <Time at={match.playedAt} isFixed />
                    </small>
                  </>
                ),
                figure: match.sides.length === 2 && (
                  <>
                    <small class="quiet">{t.expected}</small> {format.chance(expectedShare(upset))}
                  </>
                ),
              }))}
            />
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
        {/* Some players had played before. */}
        {playerCount > newcomerCount && <a href={urls.year(slug, number - 1)}>{number - 1}</a>}
        {isOver(request) && <a href={urls.year(slug, number + 1)}>{number + 1}</a>}
      </p>
    </>
  );
}

interface ListedProps {
  readonly title: string;
  readonly note?: string | false;
  readonly rows: readonly {
    readonly rank?: string;
    readonly name: ComponentChildren;
    readonly figure: ComponentChildren;
  }[];
}

/** Highlights of the year; nothing if there is none. */
function Listed({ title, note, rows }: ListedProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {note && <p class="quiet">{note}</p>}
      <table class="year" aria-label={title}>
        <tbody>
          {rows.map(({ rank, name, figure }) => (
            <tr>
              {rank && <td class="number rank">{rank}</td>}
              <th scope="row">{name}</th>
              <td class="number">{figure}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
