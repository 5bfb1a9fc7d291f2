import type { NeedsDatabase, NeedsReads } from '../kit/needs.js';
import { decodeCursor, encodeCursor } from '../kit/paging/cursor.js';
import { type Connection, toConnection } from '../kit/paging/page.js';
import { type Sql, snapshot } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type BoardPosition, boardPosition, listBoard } from './board.repository.js';
import type { Rating, Standing } from './rating.js';
import { findRating } from './rating.repository.js';

export interface StandingsPage {
  readonly first: number;
  readonly after: string | null;
  /** Id of a player around whom the page is laid; excludes `after`. */
  readonly around: number | null;
  readonly includeProvisional: boolean;
  /** Whether each standing is to carry its player. */
  readonly withPlayers?: boolean;
}

/** One page of a league's board, all of it of one moment: places and ratings of different revisions are no board. */
export function readStandings(
  needs: NeedsDatabase & NeedsReads,
  league: League,
  page: StandingsPage,
): Promise<Connection<Standing>> {
  // One statement is of one moment by itself.
  if (page.around === null) return listStandings(needs.reads, league, page, async () => null);
  return snapshot(needs.database, (manager) =>
    listStandings(manager, league, page, (playerId) => findRating(manager, league.id, playerId)),
  );
}

/** One page of a league's board, as the caller's transaction sees it. */
export async function listStandings(
  sql: Sql,
  league: League,
  page: StandingsPage,
  ratingOf: (playerId: number) => Promise<Rating | null>,
): Promise<Connection<Standing>> {
  const { first, includeProvisional, withPlayers = false } = page;
  const board = (from: BoardPosition | null, limit: number, direction: 'above' | 'below') =>
    listBoard(sql, league, { from, limit, direction, includeProvisional, withPlayers });
  const toPage = (standings: readonly Standing[], hasPrevious: boolean) =>
    toConnection(standings, first, ({ rating }) => standingCursor(rating), hasPrevious);

  if (page.around === null) {
    const key = decodeCursor('standing', ['boolean', 'number', 'integer'], page.after);
    const from = key && { isProvisional: key[0], score: key[1], playerId: key[2] };
    return toPage(await board(from, first + 1, 'below'), page.after !== null);
  }
  const centre = await ratingOf(page.around);
  const isOnBoard = centre && centre.matchesPlayed > 0 && (includeProvisional || !centre.isProvisional);
  if (!isOnBoard) return toPage([], false);

  const at = boardPosition(centre);
  const half = Math.floor((first - 1) / 2);
  const above = await board(at, half + 1, 'above');
  const upper = above.slice(0, half).reverse();
  // The player in the middle comes first in the page that starts just ahead of them.
  const lower = await board({ ...at, playerId: at.playerId - 1 }, first + 1 - upper.length, 'below');
  return toPage([...upper, ...lower], above.length > half);
}

function standingCursor(rating: Rating): string {
  const { isProvisional, score, playerId } = boardPosition(rating);
  return encodeCursor('standing', isProvisional, score, playerId);
}
