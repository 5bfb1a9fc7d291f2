import { Field, ObjectType } from 'type-graphql';
import { LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { PlayerType } from '../player/player.type.js';
import { UserError } from '../user-error.type.js';
import { EffectType } from './effect.type.js';
import { RecomputeType } from './recompute.type.js';

@ObjectType({ simpleResolvers: true })
export abstract class CorrectionPayload {
  @Field(() => EffectType, {
    nullable: true,
    description:
      'What the correction did or would do; null if it was refused, changed nothing or was handed to a recompute.',
  })
  effect?: unknown;

  @Field(() => RecomputeType, {
    nullable: true,
    description: 'The job that carries out a correction with too many matches to rate in one request; null otherwise.',
  })
  recompute?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ simpleResolvers: true })
abstract class MatchCorrectionPayload extends CorrectionPayload {
  @Field(() => MatchType, { nullable: true, description: 'The match as it is now; null if the request was refused.' })
  match?: unknown;
}

@ObjectType({ description: 'Result of voidMatch.', simpleResolvers: true })
export class VoidMatchPayload extends MatchCorrectionPayload {}

@ObjectType({ description: 'Result of restoreMatch.', simpleResolvers: true })
export class RestoreMatchPayload extends MatchCorrectionPayload {}

@ObjectType({ description: 'Result of amendMatch.', simpleResolvers: true })
export class AmendMatchPayload extends MatchCorrectionPayload {}

@ObjectType({ simpleResolvers: true })
abstract class MatchesCorrectionPayload extends CorrectionPayload {
  @Field(() => [MatchType], {
    nullable: true,
    description: 'The matches as they are now, in the order of the request; null if it was refused.',
  })
  matches?: unknown;
}

@ObjectType({ description: 'Result of voidMatches.', simpleResolvers: true })
export class VoidMatchesPayload extends MatchesCorrectionPayload {}

@ObjectType({ description: 'Result of restoreMatches.', simpleResolvers: true })
export class RestoreMatchesPayload extends MatchesCorrectionPayload {}

@ObjectType({ simpleResolvers: true })
abstract class PlayerCorrectionPayload extends CorrectionPayload {
  @Field(() => PlayerType, { nullable: true, description: 'The player; null if the request was refused.' })
  player?: unknown;
}

@ObjectType({ description: 'Result of mergePlayers.', simpleResolvers: true })
export class MergePlayersPayload extends PlayerCorrectionPayload {}

@ObjectType({ description: 'Result of unmergePlayers.', simpleResolvers: true })
export class UnmergePlayersPayload extends PlayerCorrectionPayload {}

@ObjectType({ simpleResolvers: true })
export abstract class LeagueCorrectionPayload extends CorrectionPayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league as it is now; null if the request was refused.' })
  league?: unknown;
}

@ObjectType({ description: 'Result of configureRatingSystem.', simpleResolvers: true })
export class ConfigureRatingSystemPayload extends LeagueCorrectionPayload {}

@ObjectType({ description: 'Result of recomputeLeague.', simpleResolvers: true })
export class RecomputeLeaguePayload extends LeagueCorrectionPayload {}

@ObjectType({ description: 'Result of cancelRecompute.', simpleResolvers: true })
export class CancelRecomputePayload {
  @Field(() => RecomputeType, { nullable: true, description: 'The recompute; null if there is none.' })
  recompute?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}
