import { canPicture } from '../card/cards.js';
import { dayIn, endOf, isDay, plusDays, startOf } from '../days.js';
import type { Format } from '../format.js';
import { isolated } from '../isolated.js';
import { SiteBoardDocument, type SiteBoardQuery } from '../operations.js';
import { definePage, type PageRequest, type ViewProps } from '../page.js';
import { Connection } from '../parts/connection.js';
import { LeagueHeader } from '../parts/league-header.js';
import { nameOf, PlayerLink } from '../parts/player.js';
import { Movement, Record, Results } from '../parts/results.js';
import { Shown } from '../parts/shown.js';
import { Time } from '../parts/time.js';
import { matchesMissing, whyUnranked } from '../parts/unranked.js';
import { given, givenDay, withQuery } from '../query.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';

type League = NonNullable<SiteBoardQuery['league']>;
type Place = League['standings']['nodes'][number];

/** The board shows how ranks moved over this many days. */
const MOVEMENT_DAYS = 7;

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
      ...(isAsKnown(request) ? { asKnownAt: time } : { asOf: time }),
      since: startOf(sinceDay(request), request.zone),
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

/** Today, in the league's time zone. */
function today({ now, zone }: PageRequest): string {
  return dayIn(now, zone);
}

/** The value of the parameter `day` that asks for the current board, also in a league that rests. */
const TODAY = 'today';

/** The requested day of a past board; undefined for the current one. */
function pastDay(request: PageRequest): string | undefined {
  if (given(request, 'day') === TODAY) return undefined;
  const day = givenDay(request, 'day');
  return day !== undefined && day < today(request) ? day : undefined;
}

/** When the league's last match was played, if the board is shown as of then: nobody has a rank today, and no other day is requested. */
function restingSince(request: PageRequest): string | undefined {
  return given(request, 'day') === undefined ? (request.restingSince ?? undefined) : undefined;
}

/** The day as of which the board is shown; undefined for the current board. */
function shownDay(request: PageRequest): string | undefined {
  const since = restingSince(request);
  return since === undefined ? pastDay(request) : dayIn(new Date(since), request.zone);
}

function isAsKnown(request: PageRequest): boolean {
  return given(request, 'known') === 'then' && pastDay(request) !== undefined;
}

function sinceDay(request: PageRequest): string {
  return plusDays(shownDay(request) ?? today(request), -MOVEMENT_DAYS);
}

function Board({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug, description, standings, eventCursor, playerCount, matchCount, lastMatchAt } = league;
  const { nodes, pageInfo, totalCount } = standings;
  const player = given(request, 'player');
  const isTop = !player && !pageInfo.hasPreviousPage;
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
      {isTop && (
        <div id="podium" data-live={followed} data-cursor={eventCursor}>
          <Podium slug={slug} places={nodes} />
        </div>
      )}
      <Tools slug={slug} request={request} />
      {followed && <Connection />}
      <div id="live" data-live={followed} data-cursor={eventCursor}>
        {player && nodes.length === 0 && <p class="notice">{t.notOnBoard(player)}</p>}
        {totalCount === 0 && <p>{t.emptyBoard}</p>}
        <RankNotice league={league} request={request} />
        {nodes.length > 0 && <BoardTable league={league} request={request} />}
      </div>
      <Pages slug={slug} request={request} pageInfo={pageInfo} />
    </>
  );
}

function DayNotice({ slug, request }: { readonly slug: string; readonly request: PageRequest }) {
  const { t, format } = useUi();
  const day = shownDay(request);
  if (!day) return null;
  const shown = format.calendarDay(day);
  if (restingSince(request) !== undefined) {
    return (
      <p class="notice">
        {t.boardAtLastMatch(shown)}{' '}
        <a href={withQuery(urls.league(slug), request.query, { day: TODAY })}>{t.asOfToday}</a>
      </p>
    );
  }
  return <p class="notice">{isAsKnown(request) ? t.boardShownAt(shown) : t.boardAtEndOf(shown)}</p>;
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
          <Results results={rating.form} />
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
  const ranked = places.filter(({ rank }) => rank !== null);
  const provisional = places.filter(({ rank }) => rank === null);
  const hasDeviation = places.some(({ rating }) => rating.deviation !== null);
  const since = t.movedSince(format.calendarDay(sinceDay(request)));
  return (
    <table class="board">
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
            {t.record}
          </th>
          <th scope="col" class="medium">
            {t.form}
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
      <td class="number medium">
        <Record tally={rating} />
      </td>
      <td class="medium">
        <Results results={rating.form} />
      </td>
      <td class="wide number quiet">
        <Time at={rating.lastPlayedAt} />
      </td>
    </tr>
  );
}

/** A value with its deviation; null if either is unknown. */
function spread({ value, deviation }: Place['rating'], format: Format): string | null {
  if (value === null || deviation === null) return null;
  return `${format.points(value)} ± ${format.points(deviation)}`;
}

/** Forms to find a player and to choose a day. */
function Tools({ slug, request }: { readonly slug: string; readonly request: PageRequest }) {
  const { t } = useUi();
  const newest = today(request);
  const day = shownDay(request) ?? newest;
  const step = (days: number) => plusDays(day, days);
  const steps: readonly [string, string][] = [
    [step(-365), t.yearEarlier],
    [step(-30), t.monthEarlier],
    [step(-7), t.weekEarlier],
    [step(7), t.weekLater],
    [step(30), t.monthLater],
    [step(365), t.yearLater],
  ];
  const path = urls.league(slug);
  return (
    <section class="tools">
      <form action={path}>
        <label for="me-handle">{t.whereAmI}</label>
        <input
          id="me-handle"
          name="player"
          value={given(request, 'player')}
          placeholder={t.handle}
          required
          maxLength={200}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
        />
        <KeptDay request={request} />
        <button type="submit">{t.find}</button>
      </form>
      <details open={pastDay(request) !== undefined}>
        <summary>{t.timeTravel}</summary>
        <form action={path}>
          <label for="day">{t.asOf}</label>
          <input id="day" type="date" name="day" value={day} max={newest} required />
          <label class="check">
            <input type="checkbox" name="known" value="then" checked={isAsKnown(request)} /> {t.asKnownThen}
          </label>
          <button type="submit">{t.show}</button>
        </form>
        <p class="steps">
          {steps.map(([to, text]) =>
            to <= newest && isDay(to) ? (
              <a href={withQuery(path, request.query, { day: to, after: undefined })} rel="nofollow">
                {text}
              </a>
            ) : null,
          )}
          {shownDay(request) && <a href={withQuery(path, new URLSearchParams(), { day: TODAY })}>{t.today}</a>}
        </p>
      </details>
    </section>
  );
}

function KeptDay({ request }: { readonly request: PageRequest }) {
  const day = given(request, 'day') === TODAY ? TODAY : pastDay(request);
  if (!day) return null;
  return (
    <>
      <input type="hidden" name="day" value={day} />
      {isAsKnown(request) && <input type="hidden" name="known" value="then" />}
    </>
  );
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
