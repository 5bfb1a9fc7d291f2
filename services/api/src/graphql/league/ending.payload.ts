import { Field, ObjectType } from 'type-graphql';
import { RatingType } from '../rating/rating.type.js';
import { UserError } from '../user-error.type.js';
import { LeagueType } from './league.type.js';

const ERRORS = 'Why the request was refused; empty if it was accepted.';

@ObjectType({ description: 'Result of archiveLeague.', simpleResolvers: true })
export class ArchiveLeaguePayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league; null if the request was refused.' })
  league?: unknown;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of restoreLeague.', simpleResolvers: true })
export class RestoreLeaguePayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league; null if the request was refused.' })
  league?: unknown;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of hidePlayer.', simpleResolvers: true })
export class HidePlayerPayload {
  @Field(() => RatingType, { nullable: true, description: "The player's rating; null if the request was refused." })
  rating?: unknown;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of showPlayer.', simpleResolvers: true })
export class ShowPlayerPayload {
  @Field(() => RatingType, { nullable: true, description: "The player's rating; null if the request was refused." })
  rating?: unknown;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of deleteLeague.', simpleResolvers: true })
export class DeleteLeaguePayload {
  @Field(() => String, {
    nullable: true,
    description: 'Slug of the league, which is free again; null if the request was refused.',
  })
  slug?: string;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}
