import { Field, ObjectType } from 'type-graphql';
import { UserError } from '../user-error.type.js';
import { PlayerType } from './player.type.js';

@ObjectType({ description: 'What became of updatePlayer.', simpleResolvers: true })
export class UpdatePlayerPayload {
  @Field(() => PlayerType, { nullable: true, description: 'The player as he is now; null where it was refused.' })
  player?: unknown;

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}
