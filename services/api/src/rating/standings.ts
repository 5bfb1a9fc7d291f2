import type { EntityManager } from 'typeorm';
import type { App } from '../app.js';
import type { League } from '../league/league.js';
import { decodeCursor, encodeCursor } from '../paging/cursor.js';
import { type Connection, toConnection } from '../paging/page.js';
import { snapshot } from '../persistence/transaction.js';
import type { Rating, Standing } from './rating.js';
import { type BoardPosition, boardPosition, countPlace, findRating, listBoard } from './rating.repository.js';

export interface StandingsPage {
  readonly first: number;
  readonly after: string | null;
  /** Id of a player around whom the page is laid; excludes `after`. */
  readonly around: number | null;
  readonly includeProvisional: boolean;
}

/** One page of a league's board, all of it of one moment: places and ratings of different revisions are no board. */
export function readStandings(app: App, league: League, page: StandingsPage): Promise<Connection<Standing>> {
  return snapshot(app.database, (manager) =>
    listStandings(manager, league, page, (playerId) => findRating(manager, league.id, playerId)),
  );
}

/** One page of a league's board, as the caller's transaction sees it. */
export async function listStandings(
  manager: EntityManager,
  league: League,
  page: StandingsPage,
  ratingOf: (playerId: number) => Promise<Rating | null>,
): Promise<Connection<Standing>> {
  const board = (from: BoardPosition | null, limit: number, direction: 'above' | 'below') =>
    listBoard(manager, league.id, { from, limit, direction, includeProvisional: page.includeProvisional });

  if (page.around === null) {
    const key = decodeCursor('standing', ['boolean', 'number', 'integer'], page.after);
    const from = key && { isProvisional: key[0], score: key[1], playerId: key[2] };
    return ranked(manager, league, await board(from, page.first + 1, 'below'), page.first, page.after !== null);
  }
  const centre = await ratingOf(page.around);
  const isOnBoard = centre && centre.matchesPlayed > 0 && (page.includeProvisional || !centre.isProvisional);
  if (!isOnBoard) return ranked(manager, league, [], page.first, false);

  const at = boardPosition(centre);
  const half = Math.floor((page.first - 1) / 2);
  const above = await board(at, half + 1, 'above');
  const hasPrevious = above.length > half;
  const upper = above.slice(0, half).reverse();
  const lower = await board(at, page.first - upper.length, 'below');
  return ranked(manager, league, [...upper, centre, ...lower], page.first, hasPrevious);
}

async function ranked(
  manager: EntityManager,
  league: League,
  ratings: readonly Rating[],
  first: number,
  hasPrevious: boolean,
): Promise<Connection<Standing>> {
  const ranks = await rankStandings(manager, league.id, ratings);
  const standings = ratings.map((rating, index) => ({ rank: ranks[index]!, rating }));
  return toConnection(standings, first, ({ rating }) => standingCursor(rating), hasPrevious);
}

function standingCursor(rating: Rating): string {
  const { isProvisional, score, playerId } = boardPosition(rating);
  return encodeCursor('standing', isProvisional, score, playerId);
}

/** Ranks of a run of the board: the first place is counted, the others follow from it. */
async function rankStandings(
  manager: EntityManager,
  leagueId: number,
  ratings: readonly Rating[],
): Promise<(number | null)[]> {
  const top = ratings[0];
  if (!top || top.isProvisional) return ratings.map(() => null);
  const { above, ahead } = await countPlace(manager, leagueId, boardPosition(top));
  const ranks: (number | null)[] = [];
  for (const [index, rating] of ratings.entries()) {
    const isTied = index > 0 && rating.score === ratings[index - 1]!.score;
    if (rating.isProvisional) ranks.push(null);
    else if (index === 0) ranks.push(above + 1);
    else ranks.push(isTied ? ranks[index - 1]! : above + ahead + index + 1);
  }
  return ranks;
}
