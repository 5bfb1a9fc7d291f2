import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema, type PubSub } from 'type-graphql';
import { TokenResolver, ViewerResolver } from './access/token.resolver.js';
import { AuditEntryResolver, LeagueAuditResolver } from './audit/audit.resolver.js';
import { bypassTypeGraphql } from './bypass-type-graphql.js';
import { ChancesResolver } from './compare/chances.resolver.js';
import { CompareResolver } from './compare/compare.resolver.js';
import { EvaluationResolver } from './compare/comparison.type.js';
import { ComparisonResolver, LeagueComparisonsResolver } from './compare/comparison-job.resolver.js';
import { TuneResolver } from './compare/tune.resolver.js';
import { totalCountOf, unreachableOf } from './connection.js';
import { LeagueImportsResolver, MatchImportResolver } from './import/match-import.resolver.js';
import { WithdrawImportResolver } from './import/withdraw-import.resolver.js';
import {
  IntegrityCheckResolver,
  IntegritySignalResolver,
  LeagueIntegrityResolver,
} from './integrity/integrity.resolver.js';
import { LeagueEndingResolver } from './league/ending.resolver.js';
import { LeagueRatingSystemResolver, LeagueResolver } from './league/league.resolver.js';
import { LeagueConnection } from './league/league.type.js';
import { LeagueNumbersResolver } from './league/league-numbers.resolver.js';
import { NobodyRankedResolver } from './league/nobody-ranked.js';
import { PossibleDuplicateResolver, PossibleDuplicatesResolver } from './league/possible-duplicates.resolver.js';
import { LeagueQuotasResolver, TokenQuotasResolver } from './league/quota.resolver.js';
import { LeagueRevisionsResolver, RevisionResolver } from './league/revision.resolver.js';
import { LeagueVerificationResolver } from './league/verification.resolver.js';
import { LeagueEventsResolver, MatchRatedResolver, StandingsChangedResolver } from './live/live.resolver.js';
import {
  HeadToHeadResolver,
  LeagueMatchesResolver,
  MatchAcceptedResolver,
  MatchRejectedResolver,
  MatchResolver,
  ParticipantResolver,
  ScoreAgainstResolver,
  SideResolver,
} from './match/match.resolver.js';
import { MatchConnection } from './match/match.type.js';
import { MatchPastResolver, MatchVersionResolver } from './match/match-past.resolver.js';
import {
  LeagueQueueResolver,
  MatchPairingResolver,
  QueueResolver,
  QueueTicketResolver,
} from './matchmaking/queue.resolver.js';
import {
  LeagueSnapshotsResolver,
  SnapshotPlaceResolver,
  StandingsSnapshotResolver,
} from './nightly/snapshot.resolver.js';
import { NodeResolver } from './node.resolver.js';
import { ErasureMentionResolver, ErasureResolver, PlayerResolver } from './player/player.resolver.js';
import { PlayerConnection } from './player/player.type.js';
import { CareerResolver } from './rating/career.resolver.js';
import { LeagueRatingsResolver } from './rating/league-ratings.resolver.js';
import { OpponentRecordResolver, OpponentsResolver } from './rating/opponents.resolver.js';
import { OpponentRecordConnection } from './rating/opponents.type.js';
import { PlacesResolver, UsualMatchResolver } from './rating/places.js';
import { PreviewResolver } from './rating/preview.resolver.js';
import {
  ChangeExplanationResolver,
  ContributionResolver,
  PredictedOutcomeResolver,
  PredictedSideResolver,
  PredictionResolver,
  RatingChangeResolver,
  RatingMoveResolver,
  RatingResolver,
  StandingResolver,
} from './rating/rating.resolver.js';
import { RatingConnection, StandingConnection } from './rating/rating.type.js';
import { RatingSystemResolver } from './rating/rating-system.resolver.js';
import { CorrectionResolver } from './recompute/correction.resolver.js';
import { EffectResolver } from './recompute/effect.resolver.js';
import { LeagueRecomputesResolver, RecomputeResolver } from './recompute/recompute.resolver.js';
import { DateTimeScalar } from './scalars.js';
import { USER_ERROR_TYPES } from './user-error.type.js';
import { LeagueWebhooksResolver, WebhookDeliveryResolver, WebhookResolver } from './webhook/webhook.resolver.js';

/** Every subscription makes its own events, but type-graphql requires one of these. */
const UNUSED: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('no subscription has a topic');
  },
};

/** Builds the GraphQL schema from the resolvers. */
export async function createSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: [
      AuditEntryResolver,
      CareerResolver,
      ChancesResolver,
      CompareResolver,
      ComparisonResolver,
      EvaluationResolver,
      TuneResolver,
      ContributionResolver,
      CorrectionResolver,
      EffectResolver,
      HeadToHeadResolver,
      IntegrityCheckResolver,
      IntegritySignalResolver,
      LeagueAuditResolver,
      LeagueComparisonsResolver,
      LeagueCount,
      UnreachableLeagues,
      UnreachableRatings,
      LeagueEndingResolver,
      LeagueEventsResolver,
      LeagueImportsResolver,
      LeagueIntegrityResolver,
      LeagueMatchesResolver,
      LeagueQuotasResolver,
      LeagueNumbersResolver,
      NobodyRankedResolver,
      PlacesResolver,
      UsualMatchResolver,
      LeagueQueueResolver,
      LeagueRecomputesResolver,
      LeagueRatingSystemResolver,
      LeagueRatingsResolver,
      LeagueResolver,
      LeagueRevisionsResolver,
      LeagueSnapshotsResolver,
      LeagueVerificationResolver,
      LeagueWebhooksResolver,
      MatchAcceptedResolver,
      MatchCount,
      MatchImportResolver,
      WithdrawImportResolver,
      MatchPairingResolver,
      MatchPastResolver,
      MatchRejectedResolver,
      MatchRatedResolver,
      MatchResolver,
      MatchVersionResolver,
      NodeResolver,
      ParticipantResolver,
      OpponentCount,
      OpponentRecordResolver,
      OpponentsResolver,
      PlayerCount,
      PlayerResolver,
      ErasureResolver,
      ErasureMentionResolver,
      PossibleDuplicateResolver,
      PossibleDuplicatesResolver,
      PredictedOutcomeResolver,
      PredictionResolver,
      PredictedSideResolver,
      PreviewResolver,
      QueueResolver,
      QueueTicketResolver,
      RatingChangeResolver,
      ChangeExplanationResolver,
      RatingMoveResolver,
      RatingResolver,
      RatingSystemResolver,
      RecomputeResolver,
      RevisionResolver,
      ScoreAgainstResolver,
      SideResolver,
      SnapshotPlaceResolver,
      StandingCount,
      StandingResolver,
      StandingsChangedResolver,
      StandingsSnapshotResolver,
      TokenQuotasResolver,
      TokenResolver,
      ViewerResolver,
      WebhookDeliveryResolver,
      WebhookResolver,
    ],
    orphanedTypes: USER_ERROR_TYPES,
    pubSub: UNUSED,
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
    validate: false,
  });
  bypassTypeGraphql(schema);
  // The three types for which we have no class to describe them.
  schema.getQueryType()!.description = 'Reads. Private leagues that the caller may not read appear not to exist.';
  schema.getMutationType()!.description = 'Writes. Each field names the scope that it requires.';
  schema.getSubscriptionType()!.description = 'Events as they happen.';
  return schema;
}

/** The lists whose length people want to know. */
const StandingCount = totalCountOf(() => StandingConnection, 'places on the board');
const MatchCount = totalCountOf(() => MatchConnection, 'matches that pass the filters');
const PlayerCount = totalCountOf(() => PlayerConnection, 'players that the search finds', 100);
const LeagueCount = totalCountOf(() => LeagueConnection, 'leagues that the caller may read and the search finds', 100);
const OpponentCount = totalCountOf(() => OpponentRecordConnection, 'opponents');

/** The lists over all leagues, some of which may be on a server that is away. */
const UnreachableLeagues = unreachableOf(() => LeagueConnection);
const UnreachableRatings = unreachableOf(() => RatingConnection);
