import { Field, ObjectType } from 'type-graphql';
import { PlayerType } from '../player/player.type.js';
import { UserError } from '../user-error.type.js';
import { LeagueType } from './league.type.js';

@ObjectType({ description: 'What became of createLeague.', simpleResolvers: true })
export class CreateLeaguePayload {
  @Field(() => LeagueType, { nullable: true, description: 'The new league; null where it was refused.' })
  league?: unknown;

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}

@ObjectType({ description: 'What became of updateLeague.', simpleResolvers: true })
export class UpdateLeaguePayload {
  @Field(() => LeagueType, {
    nullable: true,
    description: 'The league as it is now; null where the change was refused.',
  })
  league?: unknown;

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}

@ObjectType({ description: 'What became of registerPlayers.', simpleResolvers: true })
export class RegisterPlayersPayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league; null where the players were refused.' })
  league?: unknown;

  @Field(() => [PlayerType], { nullable: true, description: 'The players, as given; null where they were refused.' })
  players?: unknown[];

  @Field(() => [UserError], { description: 'Why they were refused; empty where they were not.' })
  errors!: UserError[];
}
