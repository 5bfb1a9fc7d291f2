import { type Corrections, correctionsOf } from './corrections.js';
import { noSuchLeague } from './errors.js';
import type { Follow, FollowOptions } from './follow.js';
import type { MatchToSubmit } from './match.js';
import {
  BoardDocument,
  EventCursorDocument,
  FollowMatchesDocument,
  type FollowMatchesSubscription,
  MatchDocument,
  MatchListDocument,
  type MatchListQuery,
  type MatchListQueryVariables,
  type MatchQuery,
  PlayerPageDocument,
  type PlayerPageQuery,
} from './operations.js';
import { PAGE_SIZE, pagesOf } from './pages.js';
import { type Queue, queueOf } from './queue.js';
import type { Request } from './request.js';
import { type SubmitOutcome, submitterOf } from './submit.js';
import { type BoardRow, type BoardWatch, watchBoard } from './watch-board.js';

type LeagueOf<Query extends { readonly league: unknown }> = NonNullable<Query['league']>;

/** A match in a list. */
export type ListedMatch = LeagueOf<MatchListQuery>['matches']['nodes'][number];
/** A match with the data for correcting it. */
export type MatchRecord = NonNullable<LeagueOf<MatchQuery>['match']>;
/** The effect of one match on a player's rating. */
export type HistoryEntry = NonNullable<LeagueOf<PlayerPageQuery>['rating']>['history']['nodes'][number];
/** A match was rated. */
export type MatchRated = FollowMatchesSubscription['matchRated'];

export interface LeagueClient extends Corrections {
  readonly slug: string;
  /**
   * Submits a match. Matches of the same 50 ms, up to 1,000, go in one request, in the order in which they were given.
   * A match that is sent again counts once. @throws LadderError if the outcome is unknown
   */
  submit(match: MatchToSubmit): Promise<SubmitOutcome>;
  /** The match with this external id; null if there is none. */
  match(externalId: string): Promise<MatchRecord | null>;
  /** The board from the top, page by page. */
  standings(options?: { readonly includeProvisional?: boolean }): AsyncGenerator<BoardRow, void>;
  /** Matches, newest first, page by page. */
  matches(only?: Omit<MatchListQueryVariables, 'league' | 'first' | 'after'>): AsyncGenerator<ListedMatch, void>;
  /** The effect of each match on a player's rating, newest first, page by page; nothing if they have none. */
  history(player: string): AsyncGenerator<HistoryEntry, void>;
  /**
   * Each match as it is rated, once. Store `cursor` and pass it as `after` to continue after a restart: nothing is
   * missed. Without `after`, it begins with the next match.
   */
  matchRated(options?: FollowOptions & { readonly after?: string | undefined }): AsyncGenerator<MatchRated, void>;
  /**
   * Follows the board. @param options.first how many rows, 1 to 100; 50 if omitted
   * @param options.includeProvisional whether players without a rank are below the others
   */
  watchBoard(options?: { readonly first?: number; readonly includeProvisional?: boolean }): BoardWatch;
  readonly queue: Queue;
}

export function leagueOf(request: Request, follow: Follow, slug: string): LeagueClient {
  const found = <T>(league: T | null): T => {
    if (league === null) throw noSuchLeague(slug);
    return league;
  };
  const eventCursor = async () => found((await request(EventCursorDocument, { league: slug })).league).eventCursor;
  return {
    slug,
    submit: submitterOf(request, slug),
    match: async (externalId) => found((await request(MatchDocument, { league: slug, externalId })).league).match,
    standings: ({ includeProvisional = false } = {}) =>
      pagesOf(async (after) => {
        const variables = { league: slug, first: PAGE_SIZE, after, includeProvisional };
        return found((await request(BoardDocument, variables)).league).standings;
      }),
    matches: (only = {}) =>
      pagesOf(async (after) => {
        const variables = { ...only, league: slug, first: PAGE_SIZE, after };
        return found((await request(MatchListDocument, variables)).league).matches;
      }),
    history: (player) =>
      pagesOf(async (after) => {
        const variables = { league: slug, player, first: PAGE_SIZE, after };
        return found((await request(PlayerPageDocument, variables)).league).rating?.history ?? NO_HISTORY;
      }),
    async *matchRated({ after, ...options } = {}) {
      // From this event on, even if the first connection breaks before the first event.
      const variables = { league: slug, after: after ?? (await eventCursor()) };
      for await (const { matchRated } of follow(FollowMatchesDocument, variables, options)) yield matchRated;
    },
    watchBoard: ({ first = 50, includeProvisional = false } = {}) =>
      watchBoard({
        league: slug,
        eventCursor,
        follow,
        rows: async () => {
          const variables = { league: slug, first, includeProvisional };
          return found((await request(BoardDocument, variables)).league).standings.nodes;
        },
      }),
    queue: queueOf(request, follow, slug),
    ...correctionsOf(request),
  };
}

const NO_HISTORY = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
