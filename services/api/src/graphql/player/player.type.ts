import { Field, ID, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Account', { description: "A player's account at another platform.", simpleResolvers: true })
export class AccountType {
  @Field(() => String, { description: 'The platform, in lower case: for example `discord` or `steam`.' })
  provider!: string;

  @Field(() => ID, {
    description: "The platform's own id of the player. `provider:id` names the player in place of a handle.",
  })
  id!: string;
}

@ObjectType('Player', {
  implements: Node,
  description: 'A person on the platform: a handle is one person in all leagues.',
  simpleResolvers: true,
})
export class PlayerType extends Node {
  @Field(() => String, {
    description:
      'Unique name, as first written; case is ignored. It is one person in all leagues of the instance. A league continues to use the name that it received.',
  })
  handle!: string;

  @Field(() => DateTimeScalar, { description: 'When a league that the caller may read first saw the player.' })
  createdAt!: Date;
}

export const PlayerConnection = connectionType('Player', () => PlayerType, 'players');
