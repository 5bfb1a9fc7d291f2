import type { Access } from '../access/access.js';
import type { RequestAnalysisNeeds } from '../analysis/request-analysis.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { ResponseSize } from '../kit/paging/response-size.js';
import { ALL_LEAGUES, type LeagueStamp } from '../league/league.js';
import type { CreateLeagueNeeds, UpdateLeagueNeeds } from '../league/league.service.js';
import type { NeedsChanges } from '../league-log/change.js';
import type { MakeChangeNeeds } from '../league-log/engine.js';
import type { FollowNeeds } from '../live/follow-league.js';
import type { JoinQueueNeeds } from '../matchmaking/join-queue.js';
import type { PassMidnightNeeds } from '../nightly/pass-midnight.js';
import type { ErasePlayerNeeds } from '../player/erase-player.js';
import type { RatingReader } from '../rating/board.js';
import type { SubmitMatchesNeeds } from '../submission/submit-matches.js';
import type { WebhookAdminNeeds } from '../webhook/webhook-access.js';
import type { Loaders } from './loaders.js';

/** The needs of resolvers: those of their use cases, and current ratings of players. */
export interface ResolverNeeds
  extends CreateLeagueNeeds,
    UpdateLeagueNeeds,
    PassMidnightNeeds,
    SubmitMatchesNeeds,
    MakeChangeNeeds,
    NeedsChanges,
    JoinQueueNeeds,
    FollowNeeds,
    RequestAnalysisNeeds,
    WebhookAdminNeeds,
    ErasePlayerNeeds {
  /** For all requests together. */
  readonly ratings: RatingReader;
  readonly log: Log;
}

/** Passed to every resolver; one for each request. */
export interface Context {
  readonly app: ResolverNeeds;
  readonly access: Access;
  /** Created when first used. A resolver of something that was joined already should not name them in its parameters. */
  readonly loaders: Loaders;
  /** Versions and marks of the leagues that are read, by league id, as of before anything else of them was read. */
  readonly stamps: Map<number, LeagueStamp>;
  readonly size: ResponseSize;
  /** The key in the header Idempotency-Key; null if there is none. */
  readonly idempotencyKey?: string | null;
  /** The request's only mutation. */
  readonly mutation: RequestedMutation;
  /** The outcome of the response. */
  readonly outcome?: AnswerOutcome;
}

/** A mutation is carried out once, even if the response is made twice. */
interface RequestedMutation {
  outcome?: Promise<unknown>;
  /** Whether the response may be made from a foreseen outcome: it must not be sent before the real one is there. */
  mayForesee?: boolean;
  /** Makes the response from the likely outcome, while the mutation is still being carried out. */
  foresee?: (outcome: object) => void;
  /** Whether the response was made from a foreseen outcome. */
  isForeseen?: boolean;
  /** Whether the outcome was as foreseen. */
  isAsForeseen?: boolean;
}

export interface AnswerOutcome {
  /** Whether a value in the response may change without a new version of its league: the response must not be cached. */
  hasStandIn?: boolean;
  /** When a value must be read again, in milliseconds since 1970, even if nothing was written to a league. */
  holdsUntil?: number;
}

/** Records that a value stands in for one that a rater cannot give now, or names somebody whom the league need not know. */
export function standIn(outcome: AnswerOutcome | undefined): void {
  if (outcome) outcome.hasStandIn = true;
}

/** Await it before looking through leagues: the result then holds for as long as nothing is written to any of them. */
export async function stampAll({
  app,
  stamps,
  outcome,
}: Pick<Context, 'app' | 'stamps' | 'outcome'>): Promise<LeagueStamp | undefined> {
  const stamp = await app.leagues.stampOf(ALL_LEAGUES);
  if (!stamp) standIn(outcome);
  else if (!stamps.has(ALL_LEAGUES)) stamps.set(ALL_LEAGUES, stamp);
  return stamp;
}

/** The needs of requests: those of resolvers, and whether anything may be written. */
export type RequestNeeds = ResolverNeeds &
  NeedsSchema & {
    /** Whether this process serves a standby, so that it never writes. */
    readonly isStandby: boolean;
  };

/** The context of a resolver that is used over HTTP only: of a mutation, or of a query that takes long. */
export interface HttpContext extends Context {
  readonly app: RequestNeeds;
  /** Aborted when the connection closes before the response is sent. */
  readonly left: AbortSignal;
  /** Takes points from the caller for work that only its end can measure. */
  charge(points: number): void;
}
