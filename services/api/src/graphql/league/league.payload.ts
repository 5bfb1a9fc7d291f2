import { Field, ObjectType } from 'type-graphql';
import { PlayerType } from '../player/player.type.js';
import { UserError } from '../user-error.type.js';
import { LeagueType } from './league.type.js';

@ObjectType({ description: 'Result of createLeague.', simpleResolvers: true })
export class CreateLeaguePayload {
  @Field(() => LeagueType, { nullable: true, description: 'The new league; null if the request was refused.' })
  league?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of updateLeague.', simpleResolvers: true })
export class UpdateLeaguePayload {
  @Field(() => LeagueType, {
    nullable: true,
    description: 'The league as it is now; null if the change was refused.',
  })
  league?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of registerPlayers.', simpleResolvers: true })
export class RegisterPlayersPayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league; null if the request was refused.' })
  league?: unknown;

  @Field(() => [PlayerType], {
    nullable: true,
    description: 'The players, in the order given; null if the request was refused.',
  })
  players?: unknown[];

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}
