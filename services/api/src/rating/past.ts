import { groupedBy } from '../kit/grouped-by.js';
import { decodeCursor, encodeCursor } from '../kit/paging/cursor.js';
import { type Connection, toConnection } from '../kit/paging/page.js';
import { type Sql, snapshot } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { PlacedWait } from '../match-log/log-wait.js';
import type { RaterCatalogue } from '../raters/raters.js';
import type { App } from '../start/app.js';
import { grownBoard } from './grown-board.js';
import {
  findDerivationAt,
  findPastPlace,
  type KnownDerivation,
  listPastLastLines,
  listPastLines,
  listPastPlaces,
  type PastLine,
  type PastMoment,
  type PastPlace,
} from './past.repository.js';
import { findPastSystem, type PastSystem } from './past-system.js';
import type { Rating, Standing } from './rating.js';
import { type ShownRating, shownRating } from './shown.js';
import type { StandingsPage } from './standings.js';

type PastPage = Omit<StandingsPage, 'withPlayers'>;

/** One page of the board at a past moment; whatever is corrected meanwhile, all of it is read as it is now. */
export function readPastStandings(
  { database, raters }: App,
  league: League,
  moment: PastMoment,
  page: PastPage,
): Promise<Connection<Standing>> {
  return snapshot(database, (manager) => listPastStandings(manager, raters, league, moment, page));
}

/** A player's rating at a past moment, read likewise; null where he had none. */
export function readPastRating(
  { database, raters }: App,
  league: League,
  moment: PastMoment,
  playerId: number,
): Promise<Rating | null> {
  return snapshot(database, (manager) => findPastRating(manager, raters, league, moment, playerId));
}

/** One page of the board at a past moment, as the caller's transaction sees it. */
export async function listPastStandings(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
  page: PastPage,
): Promise<Connection<Standing>> {
  const derivation = await derivationOf(sql, league, moment);
  if (!derivation) return toConnection<Standing>([], page.first, () => '', false);
  const past = await findPastSystem(sql, raters, league, moment, derivation);
  const board = await pastBoard(sql, league, moment, derivation, past, page.includeProvisional);

  let from = (decodeCursor('past', ['place'], page.after)?.[0] ?? 0) + 1;
  if (page.around !== null) {
    const centre = await board.find(page.around);
    if (!centre) return toConnection<Standing>([], page.first, () => '', false);
    from = Math.max(1, centre.place - Math.floor((page.first - 1) / 2));
  }
  const places = await board.list(from, from + page.first);
  const playerIds = places.map(({ playerId }) => playerId);
  const ratings = await ratingsAt(sql, league, moment, derivation, past, playerIds);
  const standings = places.map(({ playerId, place, rank }) => ({
    place,
    rank,
    rating: { ...ratings.get(playerId)!, rank },
  }));
  return toConnection(standings, page.first, ({ place }) => encodeCursor('past', place), from > 1);
}

/** As `readPastRating`, as the caller's transaction sees it. */
export async function findPastRating(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
  playerId: number,
): Promise<Rating | null> {
  const derivation = await derivationOf(sql, league, moment);
  if (!derivation) return null;
  const past = await findPastSystem(sql, raters, league, moment, derivation);
  const rating = (await ratingsAt(sql, league, moment, derivation, past, [playerId])).get(playerId);
  if (!rating) return null;
  const board = await pastBoard(sql, league, moment, derivation, past, true);
  return { ...rating, rank: (await board.find(playerId))?.rank ?? null };
}

/** A board at a past moment. */
interface PastBoard {
  /** The stretch between two places. */
  list(from: number, to: number): Promise<PastPlace[]>;
  find(playerId: number): Promise<PastPlace | null>;
}

async function pastBoard(
  sql: Sql,
  league: League,
  moment: PastMoment,
  derivation: KnownDerivation,
  past: PastSystem | null,
  includeProvisional: boolean,
): Promise<PastBoard> {
  if (!past?.isGrown) {
    const { id } = league;
    return {
      list: (from, to) => listPastPlaces(sql, id, moment, derivation, { includeProvisional, from, to }),
      find: (playerId) => findPastPlace(sql, id, moment, derivation, { includeProvisional, playerId }),
    };
  }
  // As the board had grown, its order is not that of the journal's scores.
  const lastLines = await listPastLastLines(sql, league.id, moment, derivation);
  const whole = await grownBoard(past, lastLines, includeProvisional);
  return {
    list: async (from, to) => whole.slice(from - 1, to),
    find: async (playerId) => whole.find((place) => place.playerId === playerId) ?? null,
  };
}

async function derivationOf(sql: Sql, league: League, { asKnownAt }: PastMoment): Promise<KnownDerivation | null> {
  return asKnownAt ? findDerivationAt(sql, league.id, asKnownAt) : league;
}

async function ratingsAt(
  sql: Sql,
  league: League,
  moment: PastMoment,
  derivation: KnownDerivation,
  past: PastSystem | null,
  playerIds: readonly number[],
): Promise<Map<number, Rating>> {
  const lines = await listPastLines(sql, league.id, moment, derivation, playerIds);
  const own = [...groupedBy(lines, ({ playerId }) => playerId)];
  const waits = await past?.waitsSince(own.map(([, lines]) => lines.at(-1)!));
  return new Map(own.map(([id, lines]) => [id, toRating(league.id, past, lines, waits?.get(id))]));
}

function toRating(
  leagueId: number,
  past: PastSystem | null,
  lines: readonly PastLine[],
  waits?: readonly PlacedWait[],
): Rating {
  const last = lines.at(-1)!;
  const values = lines.map(({ value }) => value).filter((value) => value !== null);
  const count = (verdict: number) => lines.filter((line) => line.verdict === verdict).length;
  return {
    leagueId,
    playerId: last.playerId,
    ...(past ? shownRating(past.system, past.stateAfter(lines), waits) : asStored(last)),
    matchesPlayed: lines.length,
    wins: count(1),
    draws: count(0),
    losses: count(-1),
    peak: values.length > 0 ? values.reduce((peak, value) => Math.max(peak, value)) : null,
    lastPlayedAt: last.playedAt,
  };
}

/** What the journal says by itself: the rater's own text is not to be had, the rounded value stands for it. */
function asStored({ value, deviation, score, isProvisional }: PastLine): ShownRating {
  return {
    value,
    deviation,
    score: score === Number.NEGATIVE_INFINITY ? null : score,
    isProvisional,
    display: value === null ? 'unrated' : String(Math.floor(value + 0.5)),
  };
}
