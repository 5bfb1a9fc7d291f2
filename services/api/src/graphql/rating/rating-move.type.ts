import { Field, Float, ObjectType } from 'type-graphql';
import { RatingValueType } from './rating.type.js';

@ObjectType('RatingMove', { description: "How far a player's rating moves.", simpleResolvers: true })
export class RatingMoveType {
  @Field(() => RatingValueType, { description: 'His rating before.' })
  before!: RatingValueType;

  @Field(() => RatingValueType, { description: 'His rating after.' })
  after!: RatingValueType;

  @Field(() => Float, {
    nullable: true,
    description: 'Points gained; null where the value before or after is null. What time did to a value is not in it.',
  })
  delta!: number | null;
}
