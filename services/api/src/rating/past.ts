import { displayRating } from '@openladder/rating';
import type { League } from '../league/league.js';
import { decodeCursor, encodeCursor } from '../paging/cursor.js';
import { type Connection, toConnection } from '../paging/page.js';
import type { Sql } from '../persistence/transaction.js';
import type { RaterCatalogue } from '../raters.js';
import { unpackContributions } from './contributions.js';
import {
  findDerivationAt,
  type KnownDerivation,
  listPastBoard,
  listPastLines,
  type PastLine,
  type PastMoment,
} from './past.repository.js';
import type { Rating, Standing } from './rating.js';

/** A rating as it was, with its rank then. */
export type PastRating = Rating & { readonly rank: number | null };

export interface PastPage {
  readonly first: number;
  readonly after: string | null;
  /** Id of a player around whom the page is laid; excludes `after`. */
  readonly around: number | null;
  readonly includeProvisional: boolean;
}

/** One page of the board at a past moment. */
export async function listPastStandings(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
  page: PastPage,
): Promise<Connection<Standing>> {
  const derivation = await derivationOf(sql, league, moment);
  if (!derivation) return toConnection<Standing>([], page.first, () => '', false);
  const { includeProvisional } = page;
  const board = (from: number, to: number) =>
    listPastBoard(sql, league.id, moment, derivation, { includeProvisional, from, to });

  let from = (decodeCursor('past', ['number'], page.after)?.[0] ?? 0) + 1;
  if (page.around !== null) {
    const centre = (await board(1, MOST_PLACES)).find(({ playerId }) => playerId === page.around);
    if (!centre) return toConnection<Standing>([], page.first, () => '', false);
    from = Math.max(1, centre.place - Math.floor((page.first - 1) / 2));
  }
  const places = await board(from, from + page.first);
  const playerIds = places.map(({ playerId }) => playerId);
  const ratings = await ratingsAt(sql, raters, league, moment, derivation, playerIds);
  const standings = places.map(({ playerId, place, rank }) => ({
    place,
    rank,
    rating: { ...ratings.get(playerId)!, rank },
  }));
  return toConnection(standings, page.first, ({ place }) => encodeCursor('past', place), from > 1);
}

/** A player's rating at a past moment; null where he had none. */
export async function findPastRating(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
  playerId: number,
): Promise<PastRating | null> {
  const derivation = await derivationOf(sql, league, moment);
  if (!derivation) return null;
  const rating = (await ratingsAt(sql, raters, league, moment, derivation, [playerId])).get(playerId);
  if (!rating) return null;
  const everybody = { includeProvisional: true, from: 1, to: MOST_PLACES };
  const board = await listPastBoard(sql, league.id, moment, derivation, everybody);
  return { ...rating, rank: board.find((place) => place.playerId === playerId)?.rank ?? null };
}

/** More than a league has. */
const MOST_PLACES = 2 ** 31 - 1;

async function derivationOf(sql: Sql, league: League, { asKnownAt }: PastMoment): Promise<KnownDerivation | null> {
  return asKnownAt ? findDerivationAt(sql, league.id, asKnownAt) : league;
}

async function ratingsAt(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
  derivation: KnownDerivation,
  playerIds: readonly number[],
): Promise<Map<number, Rating>> {
  const lines = await listPastLines(sql, league.id, moment, derivation, playerIds);
  const ratings = new Map<number, Rating>();
  for (const playerId of playerIds) {
    const own = lines.filter((line) => line.playerId === playerId);
    if (own.length > 0) ratings.set(playerId, toRating(raters, league.id, derivation, own));
  }
  return ratings;
}

function toRating(
  raters: RaterCatalogue,
  leagueId: number,
  derivation: KnownDerivation,
  lines: readonly PastLine[],
): Rating {
  const last = lines.at(-1)!;
  const values = lines.map(({ value }) => value).filter((value) => value !== null);
  const count = (verdict: number) => lines.filter((line) => line.verdict === verdict).length;
  return {
    leagueId,
    playerId: last.playerId,
    value: last.value,
    deviation: last.deviation,
    score: last.score === Number.NEGATIVE_INFINITY ? null : last.score,
    isProvisional: last.isProvisional,
    display: displayAt(raters, derivation, lines),
    matchesPlayed: lines.length,
    wins: count(1),
    draws: count(0),
    losses: count(-1),
    peak: values.length > 0 ? values.reduce((peak, value) => Math.max(peak, value)) : null,
    lastPlayedAt: last.playedAt,
  };
}

/** As the rater writes it, where the very rater of that time is installed; else the rounded value. */
function displayAt(raters: RaterCatalogue, derivation: KnownDerivation, lines: readonly PastLine[]): string {
  const rater = raters.get(derivation.rater);
  const { value } = lines.at(-1)!;
  if (rater?.version !== derivation.raterVersion || !rater.restore) {
    return value === null ? 'unrated' : String(Math.floor(value + 0.5));
  }
  const journal = lines.map((line) => ({
    playedAt: line.playedAt.getTime(),
    after: { value: line.value, deviation: line.deviation },
    contributions: unpackContributions(line.contributions),
  }));
  const needed = rater.restore.needs === 'last' ? journal.slice(-1) : journal;
  return displayRating(rater, rater.restore.from(needed, derivation.settings), derivation.settings);
}
