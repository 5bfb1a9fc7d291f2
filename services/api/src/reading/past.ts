import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import { groupedBy } from '../kit/grouped-by.js';
import type { NeedsDatabase, NeedsReads, NeedsSeal } from '../kit/needs.js';
import {
  type Connection,
  decodeCursor,
  type Excerpt,
  encodeCursor,
  toExcerpt,
  withCursors,
} from '../kit/paging/page.js';
import { countWork, newResponseSize, type ResponseSize } from '../kit/paging/response-size.js';
import { preparedIn } from '../kit/sql/prepared.js';
import { type Sql, snapshot } from '../kit/sql/transaction.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import type { StandingsPage } from '../rating/board.js';
import type { PastMoment, Rating, ShownRating, Standing } from '../rating/rating.js';
import { type AsOf, keptThroughMatches, VERSION } from './movers.repository.js';
import { findPastOrder, listPastLastLines, listPastLines, listPastRecords } from './past.repository.js';
import {
  grownBoard,
  type PastBoard,
  type PastBoards,
  packBoard,
  pastBoardsOf,
  placeOf,
  placesBetween,
} from './past-board.js';
import { type AsOfView, asStored, findPastView } from './past-view.js';

export interface PastPage extends Omit<StandingsPage, 'withPlayers'> {
  /** Whether to include the rater's own text, which may need every line of a player; true if omitted. */
  readonly withDisplay?: boolean;
}

export interface PastRatingQuery {
  /** As `PastPage.withDisplay`. */
  readonly withDisplay?: boolean;
  /** Whether to include the rank, which needs the whole board; true if omitted. */
  readonly withRank?: boolean;
}

/** A standing, and the number of standings up to it, including those without a rank. */
interface PastStanding extends Standing {
  readonly place: number;
}

/** How to get a board. */
type BoardOf = (view: AsOfView) => Promise<PastBoard>;

/** One page of the board at a past moment; corrections meanwhile do not affect it. */
export async function readPastStandings(
  needs: NeedsDatabase & NeedsRaters & NeedsSeal,
  league: League,
  moment: PastMoment,
  page: PastPage,
  size = newResponseSize(),
): Promise<Connection<Standing> & { readonly places: number }> {
  const { seal } = needs;
  const [after] = decodeCursor(seal, 'past', ['place'], page.after) ?? [0];
  const excerpt = await readShared(needs, league, moment, { page }, size, (sql, view, boardOf) =>
    pageOf(sql, view, page, after, boardOf, size),
  );
  const nodes = excerpt.nodes.map((standing) => ({ ...standing, rating: { ...standing.rating, moment } }));
  const connection = withCursors({ ...excerpt, nodes }, ({ place }) => encodeCursor(seal, 'past', place));
  return Object.assign(connection, { places: excerpt.places });
}

/** The board of a moment, by its key; null: the league did not exist yet. */
interface FoundBoard {
  readonly key: string | null;
  /** Whether only a correction can change the moment's board: later matches may be played at the time of the newest, but not before. */
  readonly isOver: boolean;
}

/** The whole board at a past moment, read likewise; null if the league did not exist yet. */
export async function readPastBoard(
  needs: NeedsDatabase & NeedsReads & NeedsRaters,
  league: League,
  moment: PastMoment,
  size: ResponseSize,
): Promise<PastBoard | null> {
  const read = (): Promise<AsOf<FoundBoard> & { readonly board: PastBoard | null }> =>
    readShared(needs, league, moment, 'board', size, async (sql, view, boardOf, { id, ratedThrough }) => {
      const [asOf] = await sql.query(`SELECT history, version FROM ${VERSION}`, [id]);
      const isOver =
        moment.asKnownAt === null && moment.asOf !== null && ratedThrough !== null && moment.asOf < ratedThrough;
      return { ...asOf, state: { key: view?.key ?? null, isOver }, board: view && (await boardOf(view)) };
    });
  let board: PastBoard | null | undefined;
  const readBoard = async () => {
    const found = await read();
    board = found.board;
    return found;
  };
  const name = `board ${moment.asOf?.getTime()} ${moment.asKnownAt?.getTime()}`;
  const next = (before: FoundBoard) => (before.isOver ? before : null);
  const { state } = await keptThroughMatches(needs.reads, league, name, readBoard, next);
  if (board !== undefined || state.key === null) return board ?? null;
  return pastBoardsOf(needs.database).find(state.key) ?? (await read()).board;
}

/** A player's rating at a past moment, read likewise; null if they had none. */
export async function readPastRating(
  needs: NeedsDatabase & NeedsRaters,
  league: League,
  moment: PastMoment,
  playerId: number,
  pastQuery: PastRatingQuery = {},
  size = newResponseSize(),
): Promise<Rating | null> {
  const rating = await readShared(needs, league, moment, { playerId, pastQuery }, size, (sql, view, boardOf) =>
    ratingOf(sql, view, playerId, pastQuery, boardOf, size),
  );
  return rating && { ...rating, moment };
}

/** Somebody else is reading the required board. */
class InTheMaking extends Error {
  constructor(private readonly board: Promise<unknown>) {
    super();
  }

  /** Resolves when it is read, or could not be. */
  wait(): Promise<unknown> {
    return this.board.catch(() => undefined);
  }
}

/**
 * Reads in one transaction, or together with callers of the same request. Nobody holds a connection while they wait for the
 * reading of others.
 * @param asked identifies the request for the view
 */
async function readShared<T>(
  { database, raters }: NeedsDatabase & NeedsRaters,
  { id }: League,
  moment: PastMoment,
  asked: object | string,
  size: ResponseSize,
  read: (sql: Sql, view: AsOfView | null, boardOf: BoardOf, current: League) => Promise<T>,
): Promise<T> {
  const pastBoards = pastBoardsOf(database);
  for (;;) {
    try {
      const { answer } = await snapshot(database, async (sql) => {
        const current = await getLeague(sql, id);
        const view = await findPastView(await preparedIn(sql), raters, current, moment);
        const key = `${view?.key ?? id} ${JSON.stringify(asked)}`;
        const others = pastBoards.underWay<T>(key);
        // If the others fail, the caller tries alone.
        if (others) return { answer: others.then((value) => ({ value })).catch(() => null) };
        return {
          answer: {
            value: await pastBoards.share(key, () => read(sql, view, keptBoards(sql, pastBoards, size), current)),
          },
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

function keptBoards(sql: Sql, boards: PastBoards, size: ResponseSize): BoardOf {
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

async function makeBoard(sql: Sql, { lines, past, cut, hidden }: AsOfView, size: ResponseSize): Promise<PastBoard> {
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
  view: AsOfView | null,
  page: Omit<PastPage, 'after'>,
  after: number,
  boardOf: BoardOf,
  size: ResponseSize,
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
  // The player beyond the page only shows that there is a next page.
  const standings = stretch.map(({ playerId, place, rank }) => ({
    place,
    rank,
    rating: { ...ratings.get(playerId)!, rank, rankedPlayers: board.ranked },
  }));
  return { ...toExcerpt(standings, first, from > 1), places };
}

async function ratingOf(
  sql: Sql,
  view: AsOfView | null,
  playerId: number,
  { withDisplay = true, withRank = true }: PastRatingQuery,
  boardOf: BoardOf,
  size: ResponseSize,
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

/** Lines, or their contributions, that are read in the time of a point. */
const READ_PER_POINT = 10;
/** Lines from which states are restored at a time, unless they are one player's. */
const GROUP_LINES = 500;

/**
 * The ratings of some players at a past moment, by their ids; players without one are omitted.
 * @param withDisplay whether the rater's own text is required; otherwise the rounded value may replace it
 */
async function ratingsAt(
  sql: Sql,
  view: AsOfView,
  playerIds: readonly number[],
  withDisplay: boolean,
  size: ResponseSize,
): Promise<Map<number, Rating>> {
  if (playerIds.length === 0) return new Map();
  const records = await listPastRecords(sql, view.lines, playerIds);
  const lines = records.reduce((sum, { matchesPlayed }) => sum + matchesPlayed, 0);
  countWork(size, Math.ceil(lines / READ_PER_POINT));
  const shown = await shownRatings(sql, view, records, withDisplay, size);
  const ratings = records.map(
    ({ playerId, matchesPlayed, wins, draws, losses, peak, playedAt }): Rating => ({
      ...{ leagueId: view.leagueId, playerId, isHidden: view.hidden.has(playerId) },
      ...withCut(shown.get(playerId)!, view, { playerId, matchesPlayed, playedAt }),
      ...{ matchesPlayed, wins, draws, losses, peak, lastPlayedAt: playedAt, lines: view.lines },
    }),
  );
  return new Map(ratings.map((rating) => [rating.playerId, rating]));
}

/** A rating as the board showed it: without a rank for players whom the league denies one. */
function withCut(
  rating: ShownRating,
  { cut, hidden }: AsOfView,
  { playerId, matchesPlayed, playedAt }: Pick<Records[number], 'playerId' | 'matchesPlayed' | 'playedAt'>,
): ShownRating {
  const isInactive = cut !== null && cut.activeSince !== null && playedAt.getTime() < cut.activeSince;
  const isCut = hidden.has(playerId) || isInactive || (cut !== null && matchesPlayed < cut.minMatches);
  return { ...rating, isProvisional: rating.isProvisional || isCut };
}

type Records = Awaited<ReturnType<typeof listPastRecords>>;

async function shownRatings(
  sql: Sql,
  { past, lines }: AsOfView,
  records: Records,
  withDisplay: boolean,
  size: ResponseSize,
): Promise<Map<number, ShownRating>> {
  // The stored values are the rater's own, without the text.
  const hasText = withDisplay && past?.system.rater.display !== undefined;
  if (!past || (past.needs !== 'last' && !hasText)) {
    return new Map(records.map((last) => [last.playerId, asStored(last)]));
  }
  if (past.needs === 'last') {
    const waits = await past.waitsSince(records);
    const shown = await past.show(records.map((last) => ({ lines: [last], waits: waits.get(last.playerId) })));
    return new Map(records.map(({ playerId }, index) => [playerId, shown[index]!]));
  }
  const shown = new Map<number, ShownRating>();
  for (const players of inGroups(records)) {
    const own = await listPastLines(sql, lines, players);
    const parts = own.reduce(
      (sum, { contributions }) => sum + 1 + (contributions?.length ?? 0) / CONTRIBUTION_WIDTH,
      0,
    );
    countWork(size, Math.ceil(parts / READ_PER_POINT));
    for (const [playerId, all] of groupedBy(own, (line) => line.playerId)) {
      const isComplete = !past.readsContributions || all.every(({ contributions }) => contributions !== null);
      const [rating] = isComplete ? await past.show([{ lines: all }]) : [asStored(all.at(-1)!)];
      shown.set(playerId, rating!);
      await yieldToEventLoop();
    }
  }
  return shown;
}

function* inGroups(records: Records): Generator<number[]> {
  let [group, room]: [number[], number] = [[], GROUP_LINES];
  for (const { playerId, matchesPlayed } of records) {
    if (matchesPlayed > room && group.length > 0) {
      yield group;
      [group, room] = [[], GROUP_LINES];
    }
    group.push(playerId);
    room -= matchesPlayed;
  }
  if (group.length > 0) yield group;
}
