import { SiteBoardDocument, type SiteBoardQuery } from '@openladder/client/operations';
import type { Format } from '../format.js';
import { definePage, type PageRequest, type ViewProps } from '../page.js';
import { LeagueHeader } from '../parts/league-header.js';
import { nameOf, PlayerLink } from '../parts/player.js';
import { Form, Movement, Record } from '../parts/results.js';
import { Time } from '../parts/time.js';
import { dayOf, endOf, given, givenDay, plusDays, withQuery } from '../query.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';

type League = NonNullable<SiteBoardQuery['league']>;
type Place = League['standings']['nodes'][number];

/** Days over which the board tells how everybody moved. */
const MOVEMENT_DAYS = 7;

/** The board of a league: now, at the end of any day, or as it was shown then; from the top, or around a player. */
export const board = definePage({
  path: '/l/:league',
  document: SiteBoardDocument,
  variables: (request) => {
    const day = pastDay(request);
    const time = day && endOf(day);
    return {
      league: request.params.league!,
      after: given(request, 'after'),
      around: given(request, 'player'),
      ...(isAsKnown(request) ? { asKnownAt: time } : { asOf: time }),
      since: `${sinceDay(request)}T00:00:00Z`,
    };
  },
  find: (data) => data.league,
  head: ({ name, description, ratingSystem, standings }, { t }, request) => {
    const { query } = request;
    const [first] = standings.nodes;
    const leader = query.size === 0 && first?.rank === 1 ? nameOf(first.player) : undefined;
    return {
      title: name,
      description: [t.boardDescription(name, leader, ratingSystem.system.title), description].join(' ').trim(),
      isUnlisted: query.size > 0,
      isCard: true,
      // The board of now follows the league while it is open; past ones stay as they are.
      scripts: pastDay(request) === undefined ? ['live'] : [],
    };
  },
  View: Board,
});

/** The day of the board; undefined for the board of now. */
function pastDay(request: PageRequest): string | undefined {
  const day = givenDay(request, 'day');
  return day !== undefined && day < dayOf(request.now) ? day : undefined;
}

function isAsKnown(request: PageRequest): boolean {
  return given(request, 'known') === 'then' && pastDay(request) !== undefined;
}

function sinceDay(request: PageRequest): string {
  return plusDays(pastDay(request) ?? dayOf(request.now), -MOVEMENT_DAYS);
}

function Board({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug, description, standings, playerCount, matchCount, lastMatchAt } = league;
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
      <DayNotice request={request} />
      {isTop && (
        <div id="podium" data-live={followed}>
          <Podium slug={slug} places={nodes} />
        </div>
      )}
      <Tools slug={slug} request={request} />
      <div id="live" data-live={followed}>
        {player && nodes.length === 0 && <p class="notice">{t.notOnBoard(player)}</p>}
        {totalCount === 0 && <p>{t.emptyBoard}</p>}
        {nodes.length > 0 && <BoardTable slug={slug} places={nodes} request={request} />}
      </div>
      <Pages slug={slug} request={request} pageInfo={pageInfo} />
    </>
  );
}

function DayNotice({ request }: { readonly request: PageRequest }) {
  const { t, format } = useUi();
  const day = pastDay(request);
  if (!day) return null;
  const shown = format.day(day);
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
          <strong class="value">{rating.display}</strong>
          <Form results={rating.form} />
        </li>
      ))}
    </ol>
  );
}

function BoardTable({
  slug,
  places,
  request,
}: {
  readonly slug: string;
  readonly places: readonly Place[];
  readonly request: PageRequest;
}) {
  const { t, format } = useUi();
  const ranked = places.filter(({ rank }) => rank !== null);
  const provisional = places.filter(({ rank }) => rank === null);
  const hasDeviation = places.some(({ rating }) => rating.deviation !== null);
  const since = t.movedSince(format.day(sinceDay(request)));
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
          <BoardRow slug={slug} place={place} hasDeviation={hasDeviation} request={request} />
        ))}
      </tbody>
      {provisional.length > 0 && (
        <tbody class="provisional">
          <tr>
            <th scope="rowgroup" colSpan={hasDeviation ? 8 : 7}>
              {t.provisional} <span class="quiet">{t.provisionalWhy}</span>
            </th>
          </tr>
          {provisional.map((place) => (
            <BoardRow slug={slug} place={place} hasDeviation={hasDeviation} request={request} />
          ))}
        </tbody>
      )}
    </table>
  );
}

interface BoardRowProps {
  readonly slug: string;
  readonly place: Place;
  readonly hasDeviation: boolean;
  readonly request: PageRequest;
}

function BoardRow({ slug, place: { rank, movement, player, rating }, hasDeviation, request }: BoardRowProps) {
  const { t, format } = useUi();
  const isSought = given(request, 'player')?.toLowerCase() === player.handle.toLowerCase();
  return (
    <tr class={isSought ? 'sought' : undefined} id={isSought ? 'me' : undefined}>
      <td class="number rank">{rank === null ? t.none : format.count(rank)}</td>
      <td class="move">
        <Movement ranks={movement} />
      </td>
      <th scope="row">
        <PlayerLink slug={slug} player={player} />
      </th>
      <td class="number value">{rating.display}</td>
      {hasDeviation && <td class="number wide quiet">{spread(rating, format) ?? t.none}</td>}
      <td class="number medium">
        <Record tally={rating} />
      </td>
      <td class="medium">
        <Form results={rating.form} />
      </td>
      <td class="wide number quiet">
        <Time at={rating.lastPlayedAt} />
      </td>
    </tr>
  );
}

/** A value and how uncertain it is; null where either is unknown. */
function spread({ value, deviation }: Place['rating'], format: Format): string | null {
  if (value === null || deviation === null) return null;
  return `${format.points(value)} ± ${format.points(deviation)}`;
}

/** What a reader can ask of a board, in plain forms. */
function Tools({ slug, request }: { readonly slug: string; readonly request: PageRequest }) {
  const { t } = useUi();
  const today = dayOf(request.now);
  const day = pastDay(request) ?? today;
  const step = (days: number) => plusDays(day, days);
  const steps: readonly [string, string, string][] = [
    ['−365', step(-365), t.yearEarlier],
    ['−30', step(-30), t.monthEarlier],
    ['−7', step(-7), t.weekEarlier],
    ['+7', step(7), t.weekLater],
    ['+30', step(30), t.monthLater],
    ['+365', step(365), t.yearLater],
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
          maxLength={64}
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
          <input id="day" type="date" name="day" value={day} max={today} required />
          <label class="check">
            <input type="checkbox" name="known" value="then" checked={isAsKnown(request)} /> {t.asKnownThen}
          </label>
          <button type="submit">{t.show}</button>
        </form>
        <p class="steps">
          {steps.map(([text, to, title]) =>
            to <= today ? (
              <a href={withQuery(path, request.query, { day: to, after: undefined })} title={title} rel="nofollow">
                {text} <span class="hidden">{title}</span>
              </a>
            ) : null,
          )}
          {pastDay(request) && <a href={path}>{t.today}</a>}
        </p>
      </details>
    </section>
  );
}

function KeptDay({ request }: { readonly request: PageRequest }) {
  const day = pastDay(request);
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
