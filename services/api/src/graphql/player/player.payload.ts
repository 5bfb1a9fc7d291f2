import { Field, ObjectType } from 'type-graphql';
import { UserError } from '../user-error.type.js';
import { PlayerType } from './player.type.js';

@ObjectType({ description: 'Result of updatePlayer.', simpleResolvers: true })
export class UpdatePlayerPayload {
  @Field(() => PlayerType, {
    nullable: true,
    description: 'The player as they are now; null if the request was refused.',
  })
  player?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of linkAccount.', simpleResolvers: true })
export class LinkAccountPayload {
  @Field(() => PlayerType, {
    nullable: true,
    description: 'The player as they are now; null if the request was refused.',
  })
  player?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of unlinkAccount.', simpleResolvers: true })
export class UnlinkAccountPayload {
  @Field(() => PlayerType, {
    nullable: true,
    description: 'The player as they are now; null if the request was refused.',
  })
  player?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of erasePlayer.', simpleResolvers: true })
export class ErasePlayerPayload {
  @Field(() => PlayerType, {
    nullable: true,
    description: 'The player under their pseudonym; null if the request was refused.',
  })
  player?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}
