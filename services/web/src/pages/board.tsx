import { canPicture } from '../card/cards.js';
import { SiteBoardDocument, type SiteBoardQuery } from '../operations.js';
import { definePage, given, isRacingLeague, type PageRequest, urls, type ViewProps, withQuery } from '../page.js';
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
import { Delta, TableHead, Time } from '../parts/elements.js';
import { activeFrom, LeagueNotes, LeagueNow, Podium, Pulse, RankLines, topRankLines } from '../parts/happening.js';
import { boardTerms, Connection, Downloads, LeagueHeader, Legend } from '../parts/league.js';
import { CountryTag, nameOf, PlayerLink, Shown } from '../parts/player.js';
import {
  Balance,
  intervalOf,
  isInPoints,
  Movement,
  NewestResults,
  placesLineOf,
  reasonUnranked,
  type Scale,
  ScaleEnds,
  SPARK,
  Spread,
  scaleOfRatings,
  sparkOf,
  TitleCells,
  titleColumns,
  whyProvisional,
  whyUnranked,
} from '../parts/rating.js';
import { Suggestions } from '../parts/suggestions.js';
import { endOf, isolated, startOf, useUi } from '../ui.js';

type League = NonNullable<SiteBoardQuery['league']>;
/** A row of a board; of those who climbed, with what they gained. */
type Place = League['standings']['nodes'][number] & {
  readonly rating: { readonly change?: number | null; readonly podiums?: number };
};

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
      races: request.isRacing,
      givesPoints: request.givesPoints,
      isByPoints: choice.order === 'POINTS' && request.isShort,
      isTitleShown: request.givesPoints && request.query.size === 0,
      ...argumentsOf(choice, request),
      isChosen: !isWhole(choice),
      isFront: request.query.size === 0,
      activeFrom: activeFrom(request),
      isClimbing: choice.order === 'CLIMBERS',
      lines: hasLines(request),
    };
  },
  lighter: [{ givesPoints: false, isTitleShown: false }],
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

/** Whether rows have a line of the newest ratings: those of the present are at hand. Those of races have one of the newest places. */
function hasLines(request: PageRequest): boolean {
  return shownDay(request) === undefined && !request.isRacing;
}

/** How many places a row of a racing board has. */
const PLACES = 5;

/** As of when the board is shown; nothing for the present. */
function timeOf(request: PageRequest): { readonly asOf?: string | undefined; readonly asKnownAt?: string } {
  const day = pastDay(request);
  if (day === undefined) return { asOf: restingSince(request) };
  const time = endOf(day, request.zone);
  return isAsKnown(request) ? { asKnownAt: time } : { asOf: time };
}

/** The board of the climbers, instead of the board by rating. */
function ofClimbers(league: League, climbers: NonNullable<League['climbers']>): League {
  const nodes = climbers.map(({ player, rank, ...rating }) => ({ rank, player, rating, movement: null }));
  const pageInfo = { hasPreviousPage: false, hasNextPage: false, endCursor: null };
  return { ...league, standings: { totalCount: nodes.length, nodes, pageInfo } };
}

/**
 * The countries in a board's filter: all on the board, or those on the page of an unfiltered board. Counting all of them means reading the
 * whole board, which is too much for the board of every day.
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
  const ranks = isFront ? topRankLines(league) : null;
  const top = (
    <div id="podium" data-live={followed} data-cursor={eventCursor}>
      {ranks ? <RankLines slug={slug} {...ranks} /> : <Podium slug={slug} places={nodes} />}
    </div>
  );
  const board = (
    <>
      {!isFront && isTop && isWhole(choice) && top}
      <Tools slug={slug} request={request}>
        {pastDay(request) === undefined && <Filters slug={slug} request={request} countries={countriesOf(league)} />}
      </Tools>
      {shownDay(request) === undefined && !player && <Orders slug={slug} request={request} />}
      <FilterNotice slug={slug} request={request} count={totalCount} />
      {nodes.length > 0 && <Legend terms={boardTerms(isRacingLeague(league), request.givesPoints)} slug={slug} />}
      {followed && <Connection />}
      <div id="live" data-live={followed} data-cursor={eventCursor}>
        {player && nodes.length === 0 && (
          <>
            <p class="notice" id="me">
              {t.notOnBoard(player)}
            </p>
            <Suggestions
              part={player}
              players={league.playersLike ?? []}
              placeOf={(handle) => withQuery(urls.league(slug), request.query, { player: handle, after: undefined })}
            />
          </>
        )}
        {totalCount === 0 && !isFiltered(choice) && (
          <p>{choice.order === 'CLIMBERS' ? t.boards.nobodyClimbed : t.emptyBoard}</p>
        )}
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
      <LeagueHeader league={league} tab="board">
        {description && isTop && <p class="lead">{description}</p>}
        <p class="facts" id="facts" data-live={followed} data-cursor={eventCursor}>
          <span>{t.players(playerCount, format.count(playerCount))}</span>
          <span>{t.matches(matchCount, format.count(matchCount))}</span>
          {lastMatchAt && (
            <span>
              {t.lastMatch} <Time at={lastMatchAt} form="minute" />
            </span>
          )}
        </p>
        {isFront && (
          <div id="pulse" data-live={followed} data-cursor={eventCursor}>
            <Pulse days={league.activity ?? []} request={request} />
          </div>
        )}
      </LeagueHeader>
      <DayNotice slug={slug} request={request} />
      {isFront && (
        <div class="cols">
          {top}
          <aside id="now" data-live={followed} data-cursor={eventCursor} aria-label={t.boards.now}>
            <LeagueNow league={league} />
          </aside>
        </div>
      )}
      {board}
      {isFront && (
        <aside id="notes" data-live={followed} data-cursor={eventCursor} aria-label={t.boards.standsOut}>
          <LeagueNotes league={league} request={request} />
        </aside>
      )}
    </>
  );
}

interface LeagueProps {
  readonly league: League;
  readonly request: PageRequest;
}

/** Why the requested player has no rank, or why nobody has one. Unknown for past boards. */
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
  const places: readonly Place[] = league.standings.nodes;
  const isClimbing = choiceOf(request).order === 'CLIMBERS';
  const hasFigures = places.some(({ rating }) => rating.podiums !== undefined);
  const hasPoints = places.some(({ rating }) => rating.points != null);
  const sought = soughtIn(places, request);
  // In other orders, players without a rank are among the others.
  const isApart = ({ rank }: Place) => rank === null && choiceOf(request).order === undefined;
  const ranked = places.filter((place) => !isApart(place));
  const provisional = places.filter(isApart);
  const scale = scaleOfRatings((ranked.length > 0 ? ranked : places).map(({ rating }) => rating));
  const hasDeviation = places.some(({ rating }) => rating.deviation !== null);
  const beginWithPoints = ranked.every(({ rating: { display, value } }) =>
    isInPoints({ display: display.split(' ', 1)[0]!, value }, format),
  );
  const gaps =
    beginWithPoints && choiceOf(request).order === undefined && !isRacingLeague(league) ? gapsOf(ranked) : null;
  const hasLine = hasLines(request) || places.some(({ rating }) => rating.recentPlaces);
  const day = shownDay(request);
  const shownAt = day === undefined ? request.now : new Date(endOf(day, request.zone));
  const reasons = new Set(provisional.map(({ rating }) => reasonUnranked(league, rating, shownAt)));
  const isEachExplained = day === undefined && (reasons.size > 1 || reasons.has('TOO_FEW_MATCHES'));
  const row = (place: Place, isExplained: boolean) => (
    <BoardRow {...{ league, place, hasDeviation, scale, gaps, request, isExplained }} isMe={place === sought} />
  );
  const since = t.movedSince(format.calendarDay(sinceDay(request)));
  return (
    <table class="board ladder">
      <caption class="hidden">{t.board}</caption>
      <TableHead
        columns={[
          [t.rank, 'number'],
          [<span class="hidden">{since}</span>, 'move'],
          t.player,
          [t.rating, 'number'],
          isClimbing && [t.boards.gained, 'number'],
          hasDeviation && [places.every(({ rating }) => isInPoints(rating, format)) ? '±' : t.points, 'number wide'],
          gaps !== null && [t.boards.termNames.behind, 'number wide'],
          scale !== null && [<ScaleEnds {...scale} />, 'plot'],
          hasLine && [t.boards.lastMatches(format.count(request.isRacing ? PLACES : SPARK)), 'plot line'],
          hasPoints && [t.racePoints, 'number earned'],
          [isRacingLeague(league) ? t.starts : t.record, 'number medium'],
          [isRacingLeague(league) ? t.places : t.form, 'medium'],
          ...(hasFigures ? titleColumns(t) : [[t.lastPlayed, 'wide number'] as const]),
        ]}
      />
      <tbody>{ranked.map((place) => row(place, day === undefined))}</tbody>
      {provisional.length > 0 && (
        <tbody class="provisional">
          <tr>
            <th scope="rowgroup" colSpan={7 + [hasDeviation, gaps, scale, hasLine, hasPoints].filter(Boolean).length}>
              {t.provisional}{' '}
              <span class="quiet">
                {reasons.has('TOO_FEW_MATCHES') && t.provisionalBelow(matchesForRank, format.count(matchesForRank))}{' '}
                {reasons.has('AWAY') && t.provisionalAsleep(activeWithin!, format.count(activeWithin!))}{' '}
                {reasons.has('TOO_UNCERTAIN') && t.provisionalWhy}
              </span>
            </th>
          </tr>
          {provisional.map((place) => row(place, isEachExplained))}
        </tbody>
      )}
    </table>
  );
}

/** How many points each is behind the next one ahead, as the figures on the page say; null where they do not say the order. */
function gapsOf(ranked: readonly Place[]): ReadonlyMap<Place, number> | null {
  const points = ({ rating }: Place) => Math.round(rating.value!);
  const gaps = ranked.slice(1).map((place, index) => [place, points(ranked[index]!) - points(place)] as const);
  return gaps.every(([, gap]) => gap >= 0) ? new Map(gaps) : null;
}

interface BoardRowProps {
  readonly league: League;
  readonly place: Place;
  readonly hasDeviation: boolean;
  /** Null where ratings have no points. */
  readonly scale: Scale | null;
  /** Null where ratings are not shown in points. */
  readonly gaps: ReadonlyMap<Place, number> | null;
  /** Whether the page was requested with their name. */
  readonly isMe: boolean;
  readonly request: PageRequest;
  /** Whether it explains why the player has no rank. */
  readonly isExplained: boolean;
}

function BoardRow({ league, place, hasDeviation, scale, gaps, isMe, request, isExplained }: BoardRowProps) {
  const ui = useUi();
  const { t, format } = ui;
  const { rank, movement, player, rating } = place;
  const why = isExplained ? whyProvisional(league, rating, request.now, ui) : null;
  return (
    <tr class={isMe ? 'sought' : undefined} id={isMe ? 'me' : undefined}>
      <td class="number rank">{rank === null ? t.none : format.count(rank)}</td>
      <td class="move">
        <Movement ranks={movement} />
      </td>
      <th scope="row">
        <PlayerLink slug={league.slug} player={player} /> <CountryTag code={player.country} slug={league.slug} />{' '}
        {why && <span class="quiet">{why}</span>}
      </th>
      <td class="number value">
        <Shown display={rating.display} />
      </td>
      {rating.change !== undefined && (
        <td class="number">
          <Delta delta={rating.change} />
        </td>
      )}
      {hasDeviation && (
        <td class="number wide quiet">
          <Spread rating={rating} />
        </td>
      )}
      {gaps && <td class="number wide quiet">{gaps.has(place) ? format.count(gaps.get(place)!) : t.none}</td>}
      {scale && <td class="plot" dangerouslySetInnerHTML={{ __html: intervalOf(rating, scale) }} />}
      {rating.recentValues && (
        <td class="plot line" dangerouslySetInnerHTML={{ __html: sparkOf(rating.recentValues) }} />
      )}
      {rating.recentPlaces && (
        <td class="plot line" dangerouslySetInnerHTML={{ __html: placesLineOf(rating.recentPlaces, PLACES) }} />
      )}
      {rating.points != null && <td class="number earned">{format.decimal(rating.points)}</td>}
      <td class="number medium">
        <Balance races={isRacingLeague(league)} of={rating} />
      </td>
      <td class="medium">
        <NewestResults rating={rating} />
      </td>
      {rating.podiums === undefined ? (
        <td class="wide number quiet">
          <Time at={rating.lastPlayedAt} isFixed={shownDay(request) !== undefined} />
        </td>
      ) : (
        <TitleCells figures={rating} />
      )}
    </tr>
  );
}
