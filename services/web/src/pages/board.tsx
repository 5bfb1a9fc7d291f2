import { canPicture } from '../card/cards.js';
import { endOf, startOf } from '../format.js';
import { isolated } from '../isolated.js';
import { isRacingLeague } from '../league-zones.js';
import { SiteBoardDocument, type SiteBoardQuery } from '../operations.js';
import { definePage, type PageRequest, type ViewProps } from '../page.js';
import {
  argumentsOf,
  choiceOf,
  DayNotice,
  FilterNotice,
  Filters,
  isAsKnown,
  isFiltered,
  isWhole,
  Orders,
  pastDay,
  restingSince,
  shownDay,
  sinceDay,
  Tools,
} from '../parts/board-choice.js';
import { BoardTable, Form, soughtIn } from '../parts/board-table.js';
import { activeFrom, LeagueNow } from '../parts/happening.js';
import { Connection, Downloads, LeagueHeader } from '../parts/league.js';
import { boardTerms, Legend } from '../parts/legend.js';
import { CountryTag, nameOf, PlayerLink, Shown } from '../parts/player.js';
import { Suggestions } from '../parts/suggestions.js';
import { Time } from '../parts/time.js';
import { whyProvisional, whyUnranked } from '../parts/unranked.js';
import { useUi } from '../ui.js';
import { given, urls, withQuery } from '../urls.js';

type League = NonNullable<SiteBoardQuery['league']>;
type Place = League['standings']['nodes'][number];

/** Places on a page. */
const PAGE = 50;

/** The board of a league: as it is now, as it was at the end of a day, or as it was shown on that day. It begins at the top or around a player. */
export const board = definePage({
  path: '/l/:league',
  document: SiteBoardDocument,
  variables: (request) => {
    const choice = choiceOf(request);
    return {
      league: request.params.league!,
      first: PAGE,
      after: given(request, 'after'),
      around: given(request, 'player'),
      part: given(request, 'player'),
      isSought: given(request, 'player') !== undefined,
      ...timeOf(request),
      since: startOf(sinceDay(request), request.zone),
      races: request.isRacing ?? false,
      ...argumentsOf(choice, request),
      isChosen: !isWhole(choice),
      isFront: request.query.size === 0,
      activeFrom: activeFrom(request),
      isClimbing: choice.order === 'CLIMBERS',
    };
  },
  find: ({ league }) => (league?.climbers ? ofClimbers(league, league.climbers) : league),
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
      scripts: pastDay(request) === undefined ? ['live', 'day'] : [],
    };
  },
  View: Board,
});

/** As of when the board is shown; nothing for the present. */
function timeOf(request: PageRequest): { readonly asOf?: string | undefined; readonly asKnownAt?: string } {
  const day = pastDay(request);
  if (day === undefined) return { asOf: restingSince(request) };
  const time = endOf(day, request.zone);
  return isAsKnown(request) ? { asKnownAt: time } : { asOf: time };
}

/** The board of those who gained the most, instead of that by rating. */
function ofClimbers(league: League, climbers: NonNullable<League['climbers']>): League {
  const nodes = climbers.map(({ player, rank, ...rating }) => ({ rank, player, rating, movement: null }));
  const pageInfo = { hasPreviousPage: false, hasNextPage: false, endCursor: null };
  return { ...league, standings: { totalCount: nodes.length, nodes, pageInfo } };
}

/**
 * The countries that a board's filter offers: all that are on it, or those on the page of a board that is not filtered yet. All of them are
 * counted along the whole board, for which the board of every day is too often made.
 */
function countriesOf({ countries, standings }: League): string[] {
  const codes = countries?.map(({ country }) => country) ?? standings.nodes.map(({ player }) => player.country);
  return [...new Set(codes.filter((code) => code !== null))];
}

function Board({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug, description, standings, eventCursor, playerCount, matchCount, lastMatchAt } = league;
  const { nodes, pageInfo, totalCount } = standings;
  const player = given(request, 'player');
  const isTop = !player && !pageInfo.hasPreviousPage;
  const choice = choiceOf(request);
  const isFront = request.query.size === 0;
  const followed = pastDay(request) === undefined ? slug : undefined;
  const chosen = { ...timeOf(request), ...argumentsOf(choice, request) };
  const board = (
    <>
      {isTop && isWhole(choice) && (
        <div id="podium" data-live={followed} data-cursor={eventCursor}>
          <Podium slug={slug} places={nodes} />
        </div>
      )}
      <Tools slug={slug} request={request}>
        {pastDay(request) === undefined && <Filters slug={slug} request={request} countries={countriesOf(league)} />}
      </Tools>
      {shownDay(request) === undefined && !player && <Orders slug={slug} request={request} />}
      <FilterNotice slug={slug} request={request} count={totalCount} />
      {nodes.length > 0 && <Legend terms={boardTerms(isRacingLeague(league))} slug={slug} />}
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
        {totalCount === 0 && <p>{choice.order === 'CLIMBERS' ? t.boards.nobodyClimbed : t.emptyBoard}</p>}
        <RankNotice league={league} request={request} />
        {nodes.length > 0 && <BoardTable league={league} request={request} />}
      </div>
      <Pages slug={slug} request={request} standings={standings} />
      {choice.order !== 'CLIMBERS' && (
        <p class="facts">
          <Downloads address={`${urls.league(slug)}/board`} query={chosen} />
        </p>
      )}
    </>
  );
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
      {isFront ? (
        <div class="cols">
          <div>{board}</div>
          <aside id="now" data-live={followed} data-cursor={eventCursor} aria-label={t.boards.now}>
            <LeagueNow league={league} request={request} />
          </aside>
        </div>
      ) : (
        board
      )}
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
          <CountryTag code={player.country} slug={slug} />
          <strong class="value">
            <Shown display={rating.display} />
          </strong>
          <Form rating={rating} />
        </li>
      ))}
    </ol>
  );
}

interface LeagueProps {
  readonly league: League;
  readonly request: PageRequest;
}

/** Why the player who is looked for has no rank, or why nobody has one. Of past boards it is not known. */
function RankNotice({ league, request }: LeagueProps) {
  const ui = useUi();
  const { t } = ui;
  const { nodes, pageInfo } = league.standings;
  if (shownDay(request) !== undefined) return null;
  const sought = soughtIn(nodes, request);
  if (sought?.rank === null) {
    const why = whyProvisional(league, sought.rating, request.now, ui);
    return <p class="notice">{t.isProvisional(isolated(nameOf(sought.player)), why)}</p>;
  }
  const isTop = !given(request, 'player') && !pageInfo.hasPreviousPage;
  if (!isTop || nodes.length === 0 || nodes.some(({ rank }) => rank !== null)) return null;
  return <p class="notice">{whyUnranked(league, league.nobodyRanked, request.now, ui)}</p>;
}

interface PagesProps {
  readonly slug: string;
  readonly request: PageRequest;
  readonly standings: League['standings'];
}

function Pages({ slug, request, standings: { nodes, pageInfo } }: PagesProps) {
  const { t } = useUi();
  const path = urls.league(slug);
  const elsewhere = { after: undefined, player: undefined, rank: undefined };
  const isElsewhere = pageInfo.hasPreviousPage || Object.keys(elsewhere).some((name) => given(request, name));
  if (!isElsewhere && !pageInfo.hasNextPage) return null;
  const choice = choiceOf(request);
  const isByRank = shownDay(request) === undefined && choice.order === undefined && !isFiltered(choice);
  const rank = isByRank ? (nodes[0]?.rank ?? 1) : 1;
  const before = Math.max(1, rank - PAGE);
  return (
    <nav class="pages" aria-label={t.board}>
      {isElsewhere && <a href={withQuery(path, request.query, elsewhere)}>{t.wholeBoard}</a>}
      {before > 1 && (
        <a rel="prev" href={withQuery(path, request.query, { ...elsewhere, rank: String(before) })}>
          {t.boards.higherRanks}
        </a>
      )}
      {pageInfo.hasNextPage && pageInfo.endCursor && (
        <a rel="next" href={withQuery(path, request.query, { after: pageInfo.endCursor, player: undefined })}>
          {t.nextPage}
        </a>
      )}
    </nav>
  );
}
