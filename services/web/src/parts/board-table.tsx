import { endOf } from '../format.js';
import { isRacingLeague } from '../league-zones.js';
import type { SiteBoardQuery } from '../operations.js';
import type { PageRequest } from '../page.js';
import { useUi } from '../ui.js';
import { given } from '../urls.js';
import { choiceOf, shownDay, sinceDay } from './board-choice.js';
import { CountryTag, PlayerLink, Shown } from './player.js';
import { Places, Starts } from './races.js';
import { Delta, isInPoints, Movement, Record, Results, Spread } from './results.js';
import { TableHead } from './table.js';
import { Time } from './time.js';
import { reasonUnranked, whyProvisional } from './unranked.js';

type League = NonNullable<SiteBoardQuery['league']>;
/** A row of a board; of those who climbed, with what they gained. */
type Place = League['standings']['nodes'][number] & { readonly rating: { readonly change?: number | null } };

interface LeagueProps {
  readonly league: League;
  readonly request: PageRequest;
}

/** The place of the requested player: by handle, or else the best with that display name. */
export function soughtIn(places: readonly Place[], request: PageRequest): Place | undefined {
  const name = given(request, 'player')?.toLowerCase();
  if (name === undefined) return undefined;
  return (
    places.find(({ player }) => player.handle.toLowerCase() === name) ??
    places.find(({ player }) => player.displayName?.toLowerCase() === name)
  );
}

export function BoardTable({ league, request }: LeagueProps) {
  const { t, format } = useUi();
  const { matchesForRank, activeWithin } = league;
  const places: readonly Place[] = league.standings.nodes;
  const isClimbing = choiceOf(request).order === 'CLIMBERS';
  const sought = soughtIn(places, request);
  // In other orders, players without a rank are among the others.
  const isApart = ({ rank }: Place) => rank === null && choiceOf(request).order === undefined;
  const ranked = places.filter((place) => !isApart(place));
  const provisional = places.filter(isApart);
  const hasDeviation = places.some(({ rating }) => rating.deviation !== null);
  const day = shownDay(request);
  const shownAt = day === undefined ? request.now : new Date(endOf(day, request.zone));
  const reasons = new Set(provisional.map(({ rating }) => reasonUnranked(league, rating, shownAt)));
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
          [isRacingLeague(league) ? t.starts : t.record, 'number medium'],
          [isRacingLeague(league) ? t.places : t.form, 'medium'],
          [t.lastPlayed, 'wide number'],
        ]}
      />
      <tbody>
        {ranked.map((place) => (
          <BoardRow
            league={league}
            place={place}
            hasDeviation={hasDeviation}
            isMe={place === sought}
            request={request}
            isExplained={day === undefined}
          />
        ))}
      </tbody>
      {provisional.length > 0 && (
        <tbody class="provisional">
          <tr>
            <th scope="rowgroup" colSpan={hasDeviation ? 8 : 7}>
              {t.provisional}{' '}
              <span class="quiet">
                {reasons.has('TOO_FEW_MATCHES') && t.provisionalBelow(matchesForRank, format.count(matchesForRank))}{' '}
                {reasons.has('AWAY') && t.provisionalAsleep(activeWithin!, format.count(activeWithin!))}{' '}
                {reasons.has('TOO_UNCERTAIN') && t.provisionalWhy}
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
              isExplained={day === undefined && (reasons.size > 1 || reasons.has('TOO_FEW_MATCHES'))}
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
  /** Whether it says why the player has no rank. */
  readonly isExplained: boolean;
}

function BoardRow({ league, place, hasDeviation, isMe, request, isExplained }: BoardRowProps) {
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
export function Form({ rating: { form, recentPlaces } }: { readonly rating: Place['rating'] }) {
  return recentPlaces ? <Places placings={recentPlaces} /> : <Results results={form ?? []} />;
}
