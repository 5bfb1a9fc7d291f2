import { canPicture } from '../card/cards.js';
import { endOf, type Format, startOf } from '../format.js';
import { isolated } from '../isolated.js';
import { isRacingLeague } from '../league-zones.js';
import { SiteBoardDocument, type SiteBoardQuery } from '../operations.js';
import { definePage, type PageRequest, type ViewProps } from '../page.js';
import { DayNotice, isAsKnown, pastDay, restingSince, shownDay, sinceDay, Tools } from '../parts/board-day.js';
import { Connection, Downloads, LeagueHeader } from '../parts/league.js';
import { nameOf, PlayerLink, Shown } from '../parts/player.js';
import { Places, Starts } from '../parts/races.js';
import { Movement, Record, Results } from '../parts/results.js';
import { Suggestions } from '../parts/suggestions.js';
import { Time } from '../parts/time.js';
import { matchesMissing, whyUnranked } from '../parts/unranked.js';
import { useUi } from '../ui.js';
import { enumParam, given, urls, withQuery } from '../urls.js';

type League = NonNullable<SiteBoardQuery['league']>;
type Place = League['standings']['nodes'][number];

/** The board of a league: as it is now, as it was at the end of a day, or as it was shown on that day. It begins at the top or around a player. */
export const board = definePage({
  path: '/l/:league',
  document: SiteBoardDocument,
  variables: (request) => {
    const day = pastDay(request);
    const time = day === undefined ? restingSince(request) : endOf(day, request.zone);
    return {
      league: request.params.league!,
      after: given(request, 'after'),
      around: given(request, 'player'),
      part: given(request, 'player'),
      isSought: given(request, 'player') !== undefined,
      ...(isAsKnown(request) ? { asKnownAt: time } : { asOf: time }),
      since: startOf(sinceDay(request), request.zone),
      races: request.isRacing ?? false,
      orderBy: orderOf(request),
    };
  },
  find: (data) => data.league,
  head: ({ slug, name, description, ratingSystem, standings }, { t }, request) => {
    const { query } = request;
    const [first] = standings.nodes;
    const leader = query.size === 0 && first?.rank === 1 ? nameOf(first.player) : undefined;
    return {
      title: name,
      description: [t.boardDescription(name, leader, ratingSystem.system.title), description].join(' ').trim(),
      isUnlisted: query.size > 0,
      isCard: true,
      picture: canPicture(name) ? urls.leaguePicture(slug) : undefined,
      // The current board follows the league while it is open. Past boards do not change.
      scripts: pastDay(request) === undefined ? ['live'] : [],
    };
  },
  View: Board,
});

const ORDERS = ['MATCHES', 'WINS'] as const;

/** What the rows are ordered by; undefined for the rating, which is the only order of past boards and around a player. */
function orderOf(request: PageRequest): (typeof ORDERS)[number] | undefined {
  const order = enumParam(request, 'order', ORDERS);
  return shownDay(request) === undefined && given(request, 'player') === undefined ? order : undefined;
}

function Board({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug, description, standings, eventCursor, playerCount, matchCount, lastMatchAt } = league;
  const { nodes, pageInfo, totalCount } = standings;
  const player = given(request, 'player');
  const isTop = !player && !pageInfo.hasPreviousPage;
  const order = orderOf(request);
  const followed = pastDay(request) === undefined ? slug : undefined;
  return (
    <>
      <LeagueHeader league={league} tab="board" />
      {description && isTop && <p class="lead">{description}</p>}
      <p class="facts">
        <span>{t.players(playerCount, format.count(playerCount))}</span>
        <span>{t.matches(matchCount, format.count(matchCount))}</span>
        {lastMatchAt && (
          <span>
            {t.lastMatch} <Time at={lastMatchAt} form="minute" />
          </span>
        )}
      </p>
      <DayNotice slug={slug} request={request} />
      {isTop && !order && (
        <div id="podium" data-live={followed} data-cursor={eventCursor}>
          <Podium slug={slug} places={nodes} />
        </div>
      )}
      <Tools slug={slug} request={request} />
      {shownDay(request) === undefined && !player && <Orders slug={slug} request={request} order={order} />}
      {followed && <Connection />}
      <div id="live" data-live={followed} data-cursor={eventCursor}>
        {player && nodes.length === 0 && (
          <>
            <p class="notice">{t.notOnBoard(player)}</p>
            <Suggestions
              part={player}
              players={league.playersLike ?? []}
              placeOf={(handle) => withQuery(urls.league(slug), request.query, { player: handle, after: undefined })}
            />
          </>
        )}
        {totalCount === 0 && <p>{t.emptyBoard}</p>}
        <RankNotice league={league} request={request} />
        {nodes.length > 0 && <BoardTable league={league} request={request} />}
      </div>
      <Pages slug={slug} request={request} pageInfo={pageInfo} />
      <p class="facts">
        <Downloads address={`${urls.league(slug)}/board`} />
      </p>
    </>
  );
}

function Podium({ slug, places }: { readonly slug: string; readonly places: readonly Place[] }) {
  const { t } = useUi();
  const top = places.filter(({ rank }) => rank !== null && rank <= 3).slice(0, 3);
  if (top.length < 3) return null;
  return (
    <ol class="podium" aria-label={t.podium}>
      {top.map(({ rank, player, rating }) => (
        <li class={`place-${rank}`}>
          <span class="rank" role="img" aria-label={t.rankOf(String(rank))}>
            {rank}
          </span>
          <PlayerLink slug={slug} player={player} />
          <strong class="value">
            <Shown display={rating.display} />
          </strong>
          <Form rating={rating} />
        </li>
      ))}
    </ol>
  );
}

interface OrdersProps {
  readonly slug: string;
  readonly request: PageRequest;
  readonly order: ReturnType<typeof orderOf>;
}

/** Links to the board in other orders. */
function Orders({ slug, request, order }: OrdersProps) {
  const { t } = useUi();
  return (
    <nav class="facts" aria-label={t.order}>
      {[undefined, ...ORDERS].map((one) =>
        one === order ? (
          <b aria-current="true">{t.orderBy[one ?? 'RATING']}</b>
        ) : (
          <a href={withQuery(urls.league(slug), request.query, { order: one, after: undefined })} rel="nofollow">
            {t.orderBy[one ?? 'RATING']}
          </a>
        ),
      )}
    </nav>
  );
}

interface LeagueProps {
  readonly league: League;
  readonly request: PageRequest;
}

/** Why the player who is looked for has no rank, or why nobody has one. Of past boards it is not known. */
function RankNotice({ league, request }: LeagueProps) {
  const { t, format } = useUi();
  const { nodes, pageInfo } = league.standings;
  if (shownDay(request) !== undefined) return null;
  const sought = soughtIn(nodes, request);
  if (sought?.rank === null) {
    const missing = matchesMissing(league, sought.rating, t, format);
    return <p class="notice">{t.isProvisional(isolated(nameOf(sought.player)), missing)}</p>;
  }
  const isTop = !given(request, 'player') && !pageInfo.hasPreviousPage;
  if (!isTop || nodes.length === 0 || nodes.some(({ rank }) => rank !== null)) return null;
  return <p class="notice">{whyUnranked(league, request.now, t, format)}</p>;
}

/** The place of the requested player: by handle, or else the best with that display name. */
function soughtIn(places: readonly Place[], request: PageRequest): Place | undefined {
  const name = given(request, 'player')?.toLowerCase();
  if (name === undefined) return undefined;
  return (
    places.find(({ player }) => player.handle.toLowerCase() === name) ??
    places.find(({ player }) => player.displayName?.toLowerCase() === name)
  );
}

function BoardTable({ league, request }: LeagueProps) {
  const { t, format } = useUi();
  const { matchesForRank, activeWithin } = league;
  const places = league.standings.nodes;
  const sought = soughtIn(places, request);
  // In other orders, players without a rank are among the others.
  const isApart = ({ rank }: Place) => rank === null && orderOf(request) === undefined;
  const ranked = places.filter((place) => !isApart(place));
  const provisional = places.filter(isApart);
  const hasDeviation = places.some(({ rating }) => rating.deviation !== null);
  const since = t.movedSince(format.calendarDay(sinceDay(request)));
  return (
    <table class="board ladder">
      <caption class="hidden">{t.board}</caption>
      <thead>
        <tr>
          <th scope="col" class="number">
            {t.rank}
          </th>
          <th scope="col" class="move" title={since}>
            <span class="hidden">{since}</span>
          </th>
          <th scope="col">{t.player}</th>
          <th scope="col" class="number">
            {t.rating}
          </th>
          {hasDeviation && (
            <th scope="col" class="number wide">
              {t.points}
            </th>
          )}
          <th scope="col" class="number medium">
            {isRacingLeague(league) ? t.starts : t.record}
          </th>
          <th scope="col" class="medium">
            {isRacingLeague(league) ? t.places : t.form}
          </th>
          <th scope="col" class="wide number">
            {t.lastPlayed}
          </th>
        </tr>
      </thead>
      <tbody>
        {ranked.map((place) => (
          <BoardRow
            league={league}
            place={place}
            hasDeviation={hasDeviation}
            isMe={place === sought}
            request={request}
          />
        ))}
      </tbody>
      {provisional.length > 0 && (
        <tbody class="provisional">
          <tr>
            <th scope="rowgroup" colSpan={hasDeviation ? 8 : 7}>
              {t.provisional}{' '}
              <span class="quiet">
                {matchesForRank > 1
                  ? t.provisionalBelow(matchesForRank, format.count(matchesForRank))
                  : t.provisionalWhy}{' '}
                {activeWithin !== null && t.provisionalAsleep(activeWithin, format.count(activeWithin))}
              </span>
            </th>
          </tr>
          {provisional.map((place) => (
            <BoardRow
              league={league}
              place={place}
              hasDeviation={hasDeviation}
              isMe={place === sought}
              request={request}
            />
          ))}
        </tbody>
      )}
    </table>
  );
}

interface BoardRowProps {
  readonly league: League;
  readonly place: Place;
  readonly hasDeviation: boolean;
  /** Whether the page was requested with their name. */
  readonly isMe: boolean;
  readonly request: PageRequest;
}

function BoardRow({ league, place, hasDeviation, isMe, request }: BoardRowProps) {
  const { t, format } = useUi();
  const { rank, movement, player, rating } = place;
  const missing = shownDay(request) === undefined ? matchesMissing(league, rating, t, format) : null;
  return (
    <tr class={isMe ? 'sought' : undefined} id={isMe ? 'me' : undefined}>
      <td class="number rank">{rank === null ? t.none : format.count(rank)}</td>
      <td class="move">
        <Movement ranks={movement} />
      </td>
      <th scope="row">
        <PlayerLink slug={league.slug} player={player} /> {missing && <span class="quiet">{missing}</span>}
      </th>
      <td class="number value">
        <Shown display={rating.display} />
      </td>
      {hasDeviation && <td class="number wide quiet">{spread(rating, format) ?? t.none}</td>}
      <td class="number medium">{isRacingLeague(league) ? <Starts tally={rating} /> : <Record tally={rating} />}</td>
      <td class="medium">
        <Form rating={rating} />
      </td>
      <td class="wide number quiet">
        <Time at={rating.lastPlayedAt} />
      </td>
    </tr>
  );
}

/** The newest results, or the places in the newest races. */
function Form({ rating: { form, recentPlaces } }: { readonly rating: Place['rating'] }) {
  return recentPlaces ? <Places placings={recentPlaces} /> : <Results results={form ?? []} />;
}

/** A value with its deviation; null if either is unknown. */
function spread({ value, deviation }: Place['rating'], format: Format): string | null {
  if (value === null || deviation === null) return null;
  return `${format.points(value)} ± ${format.points(deviation)}`;
}

interface PagesProps {
  readonly slug: string;
  readonly request: PageRequest;
  readonly pageInfo: League['standings']['pageInfo'];
}

function Pages({ slug, request, pageInfo }: PagesProps) {
  const { t } = useUi();
  const path = urls.league(slug);
  const top = withQuery(path, request.query, { after: undefined, player: undefined });
  const isElsewhere = pageInfo.hasPreviousPage || given(request, 'player');
  if (!isElsewhere && !pageInfo.hasNextPage) return null;
  return (
    <nav class="pages" aria-label={t.board}>
      {isElsewhere && <a href={top}>{t.wholeBoard}</a>}
      {pageInfo.hasNextPage && pageInfo.endCursor && (
        <a rel="next" href={withQuery(path, request.query, { after: pageInfo.endCursor, player: undefined })}>
          {t.nextPage}
        </a>
      )}
    </nav>
  );
}
