import { SiteBoardDocument, type SiteBoardQuery, SiteCardDocument, type SiteCardQuery } from '../operations.js';
import { definePage, given, isRacingLeague, type PageRequest, urls, type ViewProps } from '../page.js';
import { Chart } from '../parts/chart.js';
import { NamedLink } from '../parts/elements.js';
import { nameOf, PlayerLink, Shown, standingIn } from '../parts/player.js';
import { Balance, Movement, NewestResults, Results } from '../parts/rating.js';
import { dayIn, plusDays, startOf, useUi } from '../ui.js';

type League = NonNullable<SiteBoardQuery['league']>;
type CardLeague = NonNullable<SiteCardQuery['league']>;
type Rating = NonNullable<CardLeague['rating']>;

const PLACES = 10;

/** The top of a board, for other sites' pages. */
export const embeddedBoard = definePage({
  path: '/embed/l/:league',
  isEmbed: true,
  document: SiteBoardDocument,
  variables: ({ params, now, zone, restingSince, isRacing }) => ({
    league: params.league!,
    races: isRacing,
    first: PLACES,
    asOf: restingSince,
    since: startOf(plusDays(dayIn(restingSince ? new Date(restingSince) : now, zone), -7), zone),
  }),
  find: ({ league }) => league,
  head: ({ name, ratingSystem }, { t }, request) => ({
    title: name,
    description: t.boardDescription(name, undefined, ratingSystem.system.title),
    scripts: isFollowed(request) ? ['live'] : [],
  }),
  View: EmbeddedBoard,
});

/** Whether it follows the league while it is open. Each reader then needs a socket, which adds up on a busy site. */
function isFollowed(request: PageRequest): boolean {
  return given(request, 'live') === 'yes';
}

function EmbeddedBoard({ model: { slug, name, eventCursor, standings }, request }: ViewProps<League>) {
  const { t } = useUi();
  return (
    <div id="live" data-live={isFollowed(request) ? slug : undefined} data-cursor={eventCursor}>
      <h1>
        <NamedLink href={urls.league(slug)} name={name} />
      </h1>
      {standings.totalCount === 0 && <p>{t.emptyBoard}</p>}
      <ol class="top">
        {standings.nodes.map(({ rank, movement, player, rating }) => (
          <li>
            <span class="rank">{rank ?? t.none}</span>
            <Movement ranks={movement} />
            <PlayerLink slug={slug} player={player} />
            <NewestResults rating={rating} />
            <span class="value">
              <Shown display={rating.display} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface Card {
  readonly league: CardLeague;
  readonly rating: Rating;
}

/** A player's card, for other sites' pages. */
export const embeddedPlayer = definePage({
  path: '/embed/l/:league/p/:player',
  isEmbed: true,
  document: SiteCardDocument,
  variables: ({ params }) => ({ league: params.league!, player: params.player!, hasPlayer: true }),
  find: ({ league }): Card | null => (league?.rating ? { league, rating: league.rating } : null),
  head: ({ league, rating: { player, rank, display } }, ui) => {
    const name = nameOf(player);
    return { title: name, description: standingIn(league.name, name, rank, display, ui) };
  },
  View: PlayerCard,
});

function PlayerCard({ model: { league, rating } }: ViewProps<Card>) {
  const { t, format } = useUi();
  return (
    <article class="player-card">
      <p class="league-name">
        <NamedLink href={urls.league(league.slug)} name={league.name} />
      </p>
      <h1>
        <PlayerLink slug={league.slug} player={rating.player} />
      </h1>
      <p class="facts">
        <strong class="big">
          <Shown display={rating.display} />
        </strong>
        <span>{rating.rank === null ? t.unranked : t.rankOf(format.count(rating.rank))}</span>
        {isRacingLeague(league) ? (
          <span>
            <span class="quiet">{t.starts}</span> <Balance races of={rating} />
          </span>
        ) : (
          <>
            <Balance of={rating} />
            <Results results={rating.form} />
          </>
        )}
      </p>
      <Chart
        slug={league.slug}
        lines={[{ player: rating.player, points: rating.series }]}
        label={t.chartOf(nameOf(rating.player))}
      />
    </article>
  );
}
