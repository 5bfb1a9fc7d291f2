import type { Access } from '../access/access.js';
import { type IdempotentRequest, idempotentRequest } from '../access/idempotency.js';
import type { RequestAnalysisNeeds } from '../analysis/request-analysis.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { ResponseSize } from '../kit/paging/response-size.js';
import type { LeagueStamp } from '../league/league.js';
import type { CreateLeagueNeeds, UpdateLeagueNeeds } from '../league/league.service.js';
import type { Change, ChangeRequest, FoundLeague } from '../league-log/change.js';
import { type Changed, type MakeChangeNeeds, makeChange } from '../league-log/engine.js';
import type { FollowNeeds } from '../live/follow-league.js';
import type { JoinQueueNeeds } from '../matchmaking/join-queue.js';
import type { PassMidnightNeeds } from '../nightly/pass-midnight.js';
import type { ErasePlayerNeeds } from '../player/erase-player.js';
import type { RatingReader } from '../reading/rating-reader.js';
import type { ReplayWork } from '../replay/replay-strategy.js';
import type { SubmitMatchesNeeds } from '../submission/submit-matches.js';
import type { WebhookAdminNeeds } from '../webhook/webhook-access.js';
import type { Loaders } from './loaders.js';

/** What resolvers need: what their use cases need, and current ratings of players. */
export interface ResolverNeeds
  extends CreateLeagueNeeds,
    UpdateLeagueNeeds,
    PassMidnightNeeds,
    SubmitMatchesNeeds,
    MakeChangeNeeds,
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
  /** Made when first used. A resolver of something that was joined already should not name them in its parameters. */
  readonly loaders: Loaders;
  /** Versions and marks of the leagues that are read, by league id, as of before anything else of them was read. */
  readonly stamps: Map<number, LeagueStamp>;
  readonly size: ResponseSize;
  /** The key in the header Idempotency-Key; null if there is none. */
  readonly idempotencyKey?: string | null;
  /** The outcome of the request's only mutation: it is carried out once even if the response is made twice. */
  readonly mutation: { outcome?: Promise<unknown> };
  /** What becomes of the answer. */
  readonly outcome?: AnswerOutcome;
}

interface AnswerOutcome {
  /** Whether something in the answer stands in for what a rater does not say now: nobody may keep it. */
  hasStandIn?: boolean;
}

/** Says that something in the answer stands in for what a rater does not say now. */
export function standIn(outcome: AnswerOutcome | undefined): void {
  if (outcome) outcome.hasStandIn = true;
}

/** What requests need: what resolvers need, and whether anything may be written. */
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

/** A line is rated, written, and kept once more where it replaces another; a contribution is six numbers of it. */
const POINTS_PER_LINE = 10;
/** A byte of a file is read, given a meaning and checked in the background: a megabyte takes a second. */
const BYTES_PER_POINT = 10;

/** Takes points from the caller for what their request rated again: a hundred lines, or a thousand contributions, take some milliseconds. */
export function chargeReplay({ charge }: HttpContext): (work: ReplayWork) => void {
  return ({ lines, contributions }) => charge(Math.round(POINTS_PER_LINE * lines + contributions));
}

/** Takes points from the caller for a file that they have had checked. Its import takes no more: there is one at most, after a check. */
export function chargeCheck({ charge }: HttpContext, { bytes }: { readonly bytes: number }): void {
  charge(checkPoints(bytes));
}

/** What reading a file of a size costs. */
export function checkPoints(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_POINT);
}

/** The caller's wish to have this mutation carried out once; null without an Idempotency-Key. */
export function onceOf({ access, idempotencyKey }: Context, mutation: string, input: object): IdempotentRequest | null {
  return idempotentRequest(access.tokenId, idempotencyKey ?? null, mutation, input);
}

/**
 * Makes a change that a mutation asks for, on behalf of its caller.
 * @param input as it came, with ids read; requests with the same Idempotency-Key must have the same
 */
export function change<Input extends ChangeRequest, At extends FoundLeague, Data extends object, Shown extends object>(
  context: HttpContext,
  kind: Change<Input, At, Data, Shown>,
  input: Omit<Input, 'once' | 'left' | 'charge'>,
): Promise<Changed & Shown> {
  const { app, access, left } = context;
  const once = onceOf(context, kind.kind, input);
  const request = { ...input, once, left, charge: chargeReplay(context) } as unknown as Input;
  return makeChange(app, access, kind, request);
}
