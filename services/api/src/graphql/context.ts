import type { Access } from '../access/access.js';
import type { RequestAnalysisNeeds } from '../analysis/request-analysis.js';
import type { Log } from '../kit/log.js';
import type { AnswerSize } from '../kit/paging/answer-size.js';
import type { LeagueStamp } from '../league/league.js';
import type { CreateLeagueNeeds, UpdateLeagueNeeds } from '../league/league.service.js';
import type { MakeChangeNeeds } from '../league-log/engine.js';
import type { FollowNeeds } from '../live/follow-league.js';
import type { JoinQueueNeeds } from '../matchmaking/join-queue.js';
import type { PassMidnightNeeds } from '../nightly/pass-midnight.js';
import type { ErasePlayerNeeds } from '../player/erase-player.js';
import type { RatingReader } from '../reading/rating-reader.js';
import type { SubmitMatchesNeeds } from '../submission/submit-matches.js';
import type { WebhookAdminNeeds } from '../webhook/administer.js';
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
  readonly size: AnswerSize;
  /** The key in the header Idempotency-Key; null if there is none. */
  readonly idempotencyKey?: string | null;
  /** The outcome of the request's only mutation: it is carried out once even if the response is made twice. */
  readonly mutation: { outcome?: Promise<unknown> };
  /** What becomes of the answer. */
  readonly outcome?: Makeshift;
}

interface Makeshift {
  /** Whether something in the answer stands in for what a rater does not say now: nobody may keep it. */
  hasStandIn?: boolean;
}

/** Says that something in the answer stands in for what a rater does not say now. */
export function standIn(outcome: Makeshift | undefined): void {
  if (outcome) outcome.hasStandIn = true;
}
