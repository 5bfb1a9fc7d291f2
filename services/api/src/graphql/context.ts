import type { Access } from '../access/access.js';
import type { CompareNeeds } from '../compare/compare-rating-systems.js';
import type { CorrectNeeds } from '../correction/correct.js';
import type { AnswerSize } from '../kit/paging/answer-size.js';
import type { CreateLeagueNeeds, UpdateLeagueNeeds } from '../league/league.service.js';
import type { FollowNeeds } from '../live/follow-league.js';
import type { JoinQueueNeeds } from '../matchmaking/join-queue.js';
import type { PassMidnightNeeds } from '../nightly/pass-midnight.js';
import type { RatingReader } from '../rating/rating-reader.js';
import type { SubmitMatchesNeeds } from '../submission/submit-matches.js';
import type { WebhookAdminNeeds } from '../webhook/administer.js';
import type { Loaders } from './loaders.js';

/** Needs of the resolvers: those of their use cases, and current ratings of players. */
export interface ResolverNeeds
  extends CreateLeagueNeeds,
    UpdateLeagueNeeds,
    PassMidnightNeeds,
    SubmitMatchesNeeds,
    CorrectNeeds,
    JoinQueueNeeds,
    FollowNeeds,
    CompareNeeds,
    WebhookAdminNeeds {
  /** For all requests together. */
  readonly ratings: RatingReader;
}

/** Given to every resolver; made anew for each request. */
export interface Context {
  readonly app: ResolverNeeds;
  readonly access: Access;
  /** Made when they are first looked at: a resolver of what was joined already does better not to name them in its parameters. */
  readonly loaders: Loaders;
  /** Versions of the leagues that are read, by their ids, as they were before anything else of them was read. */
  readonly versions: Map<number, number>;
  readonly size: AnswerSize;
  /** The key of the header Idempotency-Key; null if there is none. */
  readonly idempotencyKey?: string | null;
  /** The outcome of the request's only mutation: it is executed once, even if its answer is made twice. */
  readonly mutation: { outcome?: Promise<unknown> };
}
