import type { NeedsDatabase, NeedsReads, NeedsSeal } from '../kit/needs.js';
import {
  type Connection,
  decodeCursor,
  type Excerpt,
  encodeCursor,
  toExcerpt,
  withCursors,
} from '../kit/paging/page.js';
import type { Seal } from '../kit/seal.js';
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

/** A page of the board that begins below a position; null: at the top. */
export interface BoardPage extends Omit<StandingsPage, 'after'> {
  readonly from?: BoardPosition | null;
}

/** One page of a league's board as of one moment, so that it never mixes revisions. */
export async function readStandings(
  needs: NeedsDatabase & NeedsReads & NeedsSeal,
  league: League,
  page: StandingsPage,
): Promise<Connection<Standing>> {
  const { seal } = needs;
  const cursorOf = ({ rating }: Standing) => standingCursor(seal, boardPosition(rating));
  if (page.around === null) {
    const key = decodeCursor(seal, 'standing', ['boolean', 'number', 'integer'], page.after);
    const from = key && { isProvisional: key[0], score: key[1], playerId: key[2] };
    // One statement reads one moment.
    return withCursors(await listStandings(needs.reads, league, { ...page, from }, async () => null), cursorOf);
  }
  const excerpt = await snapshot(needs.database, (manager) =>
    listStandings(manager, league, page, (playerId) => findRating(manager, league.id, playerId)),
  );
  return withCursors(excerpt, cursorOf);
}

/** One page of a league's board, as the caller's transaction sees it. */
export async function listStandings(
  sql: Sql,
  league: League,
  page: BoardPage,
  ratingOf: (playerId: number) => Promise<Rating | null>,
): Promise<Excerpt<Standing>> {
  const { first, from = null, includeProvisional, withPlayers = false } = page;
  const board = (at: BoardPosition | null, limit: number, direction: 'above' | 'below') =>
    listBoard(sql, league, { from: at, limit, direction, includeProvisional, withPlayers });
  if (page.around === null) return toExcerpt(await board(from, first + 1, 'below'), first, from !== null);

  const centre = await ratingOf(page.around);
  const isListed = includeProvisional ? !centre?.isHidden : !centre?.isProvisional;
  const isOnBoard = centre && centre.matchesPlayed > 0 && isListed;
  if (!isOnBoard) return toExcerpt([], first, false);

  const at = boardPosition(centre);
  const half = Math.floor((first - 1) / 2);
  const above = await board(at, half + 1, 'above');
  const upper = above.slice(0, half).reverse();
  // The player in the middle comes first in the page that starts just ahead of them.
  const lower = await board({ ...at, playerId: at.playerId - 1 }, first + 1 - upper.length, 'below');
  return toExcerpt([...upper, ...lower], first, above.length > half);
}

/** The cursor of the player at a position of the board. */
export function standingCursor(seal: Seal, { isProvisional, score, playerId }: BoardPosition): string {
  return encodeCursor(seal, 'standing', isProvisional, score, playerId);
}
