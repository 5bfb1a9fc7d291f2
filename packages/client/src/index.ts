export { type Client, type ClientOptions, createClient, type ListedLeague } from './client.js';
export type { CorrectionInput, CorrectionResult, Corrections, MatchAmendment } from './corrections.js';
export type { TypedDocument } from './document.js';
export {
  Forbidden,
  LadderError,
  Network,
  RateLimited,
  type ResponseError,
  Unauthenticated,
} from './errors.js';
export type { Follow, FollowOptions } from './follow.js';
export type { HistoryEntry, LeagueClient, ListedMatch, MatchRated, MatchRecord } from './league.js';
export { draw, duel, type MatchToSubmit, ranking, type Team } from './match.js';
export * from './operations.js';
export { type Page, pagesOf } from './pages.js';
export type { Queue, Ticket, TicketState } from './queue.js';
export type { Request, RequestOptions } from './request.js';
export type { ExpectedError, RefusedResult } from './result.js';
export type { Retry } from './retry.js';
export type { WebSocketClass } from './socket.js';
export type { SubmitOutcome, SubmittedMatch } from './submit.js';
export type { BoardRow, BoardUpdate, BoardWatch } from './watch-board.js';
