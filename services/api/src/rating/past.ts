import type { NeedsDatabase, NeedsSeal } from '../kit/needs.js';
import { type AnswerSize, countWork, newAnswerSize } from '../kit/paging/answer-size.js';
import { decodeCursor, encodeCursor } from '../kit/paging/cursor.js';
import { type Connection, type Excerpt, toExcerpt, withCursors } from '../kit/paging/page.js';
import { type Sql, snapshot } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { grownBoard } from './board-at-midnight.js';
import { findPastOrder, listPastLastLines, type PastMoment } from './past.repository.js';
import { type PastBoard, packBoard, placeOf, placesBetween } from './past-board.js';
import { type PastBoards, pastBoardsOf } from './past-boards.js';
import { ratingsAt } from './past-ratings.js';
import { findPastView, type PastView } from './past-view.js';
import type { Rating, Standing } from './rating.js';
import type { StandingsPage } from './standings.js';

export interface PastPage extends Omit<StandingsPage, 'withPlayers'> {
  /** Whether the ratings are to carry the rater's own text, which may take every line of a player; so unless told otherwise. */
  readonly withDisplay?: boolean;
}

export interface PastRatingWish {
  /** As `PastPage.withDisplay`. */
  readonly withDisplay?: boolean;
  /** Whether the rating is to carry its rank, which takes the whole board; so unless told otherwise. */
  readonly withRank?: boolean;
}

/** A standing, and how many stand up to it, those without a rank too. */
interface PastStanding extends Standing {
  readonly place: number;
}

/** How a board is come by. */
type BoardOf = (view: PastView) => Promise<PastBoard>;

/** One page of the board at a past moment; whatever is corrected meanwhile, all of it is read as it is now. */
export async function readPastStandings(
  needs: NeedsDatabase & NeedsRaters & NeedsSeal,
  league: League,
  moment: PastMoment,
  page: PastPage,
  size = newAnswerSize(),
): Promise<Connection<Standing> & { readonly places: number }> {
  const { seal } = needs;
  const [after] = decodeCursor(seal, 'past', ['place'], page.after) ?? [0];
  const excerpt = await readShared(needs, league, moment, { page }, size, (sql, view, boardOf) =>
    pageOf(sql, view, page, after, boardOf, size),
  );
  const connection = withCursors(excerpt, ({ place }) => encodeCursor(seal, 'past', place));
  return Object.assign(connection, { places: excerpt.places });
}

/** The whole board at a past moment, read likewise; null if there was no league yet. */
export function readPastBoard(
  needs: NeedsDatabase & NeedsRaters,
  league: League,
  moment: PastMoment,
  size: AnswerSize,
): Promise<PastBoard | null> {
  return readShared(needs, league, moment, 'board', size, async (_, view, boardOf) => view && boardOf(view));
}

/** A player's rating at a past moment, read likewise; null if they had none. */
export function readPastRating(
  needs: NeedsDatabase & NeedsRaters,
  league: League,
  moment: PastMoment,
  playerId: number,
  wish: PastRatingWish = {},
  size = newAnswerSize(),
): Promise<Rating | null> {
  return readShared(needs, league, moment, { playerId, wish }, size, (sql, view, boardOf) =>
    ratingOf(sql, view, playerId, wish, boardOf, size),
  );
}

/** The board that is needed is being made for somebody else. */
class InTheMaking extends Error {
  readonly #board: Promise<unknown>;

  constructor(board: Promise<unknown>) {
    super();
    this.#board = board;
  }

  /** Resolves when it is made, or could not be. */
  wait(): Promise<unknown> {
    return this.#board.catch(() => undefined);
  }
}

/**
 * Reads in one transaction, or together with callers that ask for the same. Nobody keeps a connection while they wait for what
 * others read.
 * @param asked what is asked of the view
 */
async function readShared<T>(
  { database, raters }: NeedsDatabase & NeedsRaters,
  { id }: League,
  moment: PastMoment,
  asked: object | string,
  size: AnswerSize,
  read: (sql: Sql, view: PastView | null, boardOf: BoardOf) => Promise<T>,
): Promise<T> {
  const pastBoards = pastBoardsOf(database);
  for (;;) {
    try {
      const { answer } = await snapshot(database, async (sql) => {
        const view = await findPastView(sql, raters, await getLeague(sql, id), moment);
        const key = `${view?.key} ${JSON.stringify(asked)}`;
        const others = pastBoards.underWay<T>(key);
        // If the others fail, the caller tries alone.
        if (others) return { answer: others.then((value) => ({ value })).catch(() => null) };
        return {
          answer: { value: await pastBoards.share(key, () => read(sql, view, keptBoards(sql, pastBoards, size))) },
        };
      });
      const found = await answer;
      if (found) return found.value;
    } catch (error) {
      if (!(error instanceof InTheMaking)) throw error;
      await error.wait();
    }
  }
}

function keptBoards(sql: Sql, boards: PastBoards, size: AnswerSize): BoardOf {
  return async (view) => {
    const kept = boards.find(view.key);
    if (kept) return kept;
    const others = boards.underWay(view.key);
    if (others) throw new InTheMaking(others);
    const board = await boards.share(view.key, () => makeBoard(sql, view, size));
    boards.keep(view.key, board);
    return board;
  };
}

async function makeBoard(sql: Sql, { lines, past, cut, hidden }: PastView, size: AnswerSize): Promise<PastBoard> {
  if (past?.isGrown) {
    // The board had grown, so its order is not that of the journal's scores.
    const lastLines = await listPastLastLines(sql, lines, cut);
    countWork(size, 2 * lastLines.length);
    return grownBoard(
      past,
      lastLines.filter(({ playerId }) => !hidden.has(playerId)),
    );
  }
  const { players, scores, ranked } = await findPastOrder(sql, lines, cut, [...hidden]);
  countWork(size, players.length);
  return packBoard(players, scores, ranked);
}

async function pageOf(
  sql: Sql,
  view: PastView | null,
  page: Omit<PastPage, 'after'>,
  after: number,
  boardOf: BoardOf,
  size: AnswerSize,
): Promise<Excerpt<PastStanding> & { readonly places: number }> {
  const { first, includeProvisional, withDisplay = true } = page;
  if (!view) return { ...toExcerpt<PastStanding>([], first, false), places: 0 };
  const board = await boardOf(view);
  const places = includeProvisional ? board.players.length : board.ranked;
  let from = after + 1;
  if (page.around !== null) {
    const centre = placeOf(board, page.around, includeProvisional);
    if (!centre) return { ...toExcerpt<PastStanding>([], first, false), places };
    from = Math.max(1, centre.place - Math.floor((first - 1) / 2));
  }
  const stretch = placesBetween(board, from, from + first, includeProvisional);
  const shown = stretch.slice(0, first).map(({ playerId }) => playerId);
  const ratings = await ratingsAt(sql, view, shown, withDisplay, size);
  // The player beyond the page only tells that there is a next page.
  const standings = stretch.map(({ playerId, place, rank }) => ({
    place,
    rank,
    rating: { ...ratings.get(playerId)!, rank, rankedPlayers: board.ranked },
  }));
  return { ...toExcerpt(standings, first, from > 1), places };
}

async function ratingOf(
  sql: Sql,
  view: PastView | null,
  playerId: number,
  { withDisplay = true, withRank = true }: PastRatingWish,
  boardOf: BoardOf,
  size: AnswerSize,
): Promise<Rating | null> {
  if (!view) return null;
  const rating = (await ratingsAt(sql, view, [playerId], withDisplay, size)).get(playerId);
  if (!rating) return null;
  const board = withRank && !rating.isProvisional ? await boardOf(view) : null;
  return {
    ...rating,
    rank: board && (placeOf(board, playerId, true)?.rank ?? null),
    ...(board && { rankedPlayers: board.ranked }),
  };
}
