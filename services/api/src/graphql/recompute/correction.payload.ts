import { Field, ObjectType } from 'type-graphql';
import { LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { PlayerType } from '../player/player.type.js';
import { UserError } from '../user-error.type.js';
import { EffectType } from './effect.type.js';
import { RecomputeType } from './recompute.type.js';

@ObjectType({ simpleResolvers: true })
abstract class CorrectionPayload {
  @Field(() => EffectType, {
    nullable: true,
    description: 'What it did, or would do; null where it was refused, changed nothing, or was handed to a recompute.',
  })
  effect?: unknown;

  @Field(() => RecomputeType, {
    nullable: true,
    description: 'The job that carries it out, where its tail is too long for a request; null otherwise.',
  })
  recompute?: unknown;

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}

@ObjectType({ simpleResolvers: true })
abstract class MatchCorrectionPayload extends CorrectionPayload {
  @Field(() => MatchType, { nullable: true, description: 'The match as it stands now; null where it was refused.' })
  match?: unknown;
}

@ObjectType({ description: 'What became of voidMatch.', simpleResolvers: true })
export class VoidMatchPayload extends MatchCorrectionPayload {}

@ObjectType({ description: 'What became of restoreMatch.', simpleResolvers: true })
export class RestoreMatchPayload extends MatchCorrectionPayload {}

@ObjectType({ description: 'What became of amendMatch.', simpleResolvers: true })
export class AmendMatchPayload extends MatchCorrectionPayload {}

@ObjectType({ simpleResolvers: true })
abstract class PlayerCorrectionPayload extends CorrectionPayload {
  @Field(() => PlayerType, { nullable: true, description: 'The player; null where it was refused.' })
  player?: unknown;
}

@ObjectType({ description: 'What became of mergePlayers.', simpleResolvers: true })
export class MergePlayersPayload extends PlayerCorrectionPayload {}

@ObjectType({ description: 'What became of unmergePlayers.', simpleResolvers: true })
export class UnmergePlayersPayload extends PlayerCorrectionPayload {}

@ObjectType({ simpleResolvers: true })
abstract class LeagueCorrectionPayload extends CorrectionPayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league as it is now; null where it was refused.' })
  league?: unknown;
}

@ObjectType({ description: 'What became of configureRatingSystem.', simpleResolvers: true })
export class ConfigureRatingSystemPayload extends LeagueCorrectionPayload {}

@ObjectType({ description: 'What became of recomputeLeague.', simpleResolvers: true })
export class RecomputeLeaguePayload extends LeagueCorrectionPayload {}

@ObjectType({ description: 'What became of cancelRecompute.', simpleResolvers: true })
export class CancelRecomputePayload {
  @Field(() => RecomputeType, { nullable: true, description: 'The recompute; null where there is none.' })
  recompute?: unknown;

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}
