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
import type { Loaders } from './loaders.js';

/** What the resolvers need: what their use cases do, and players' ratings as they are now. */
export interface ResolverNeeds
  extends CreateLeagueNeeds,
    UpdateLeagueNeeds,
    PassMidnightNeeds,
    SubmitMatchesNeeds,
    CorrectNeeds,
    JoinQueueNeeds,
    FollowNeeds,
    CompareNeeds {
  /** For all requests together. */
  readonly ratings: RatingReader;
}

/** What every resolver is given; made anew for each request. */
export interface Context {
  readonly app: ResolverNeeds;
  readonly access: Access;
  /** Made when they are first looked at. */
  readonly loaders: Loaders;
  /** Of the leagues that are read, by their ids, as they were before anything else of them was read. */
  readonly versions: Map<number, number>;
  readonly size: AnswerSize;
  /** Of the header Idempotency-Key; null where there is none. */
  readonly idempotencyKey?: string | null;
  /** What the request's mutation came to, of which there is one at most: its answer may be made twice, it is done once. */
  readonly mutation: { outcome?: Promise<unknown> };
}
