import { Field, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Player', { implements: Node, description: 'An identity on the platform.', simpleResolvers: true })
export class PlayerType extends Node {
  @Field(() => String, { description: 'Unique name, as first written; upper and lower case are the same.' })
  handle!: string;

  @Field(() => DateTimeScalar, { description: 'When the player was first seen.' })
  createdAt!: Date;
}

export const PlayerConnection = connectionType('Player', () => PlayerType, 'players');
