import { Field, Float, Int, ObjectType } from 'type-graphql';
import { RatingValueType } from './rating.type.js';

@ObjectType('RatingMove', { description: "Change of a player's rating.", simpleResolvers: true })
export class RatingMoveType {
  @Field(() => RatingValueType, { description: 'The rating before.' })
  before!: RatingValueType;

  @Field(() => RatingValueType, { description: 'The rating after.' })
  after!: RatingValueType;

  @Field(() => Float, {
    nullable: true,
    description: 'Points gained, without changes due to time; null if the value before or after is null.',
  })
  delta!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Rank before, from 1; null without a rank, and in predictions.',
  })
  rankBefore!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Rank after, from 1; null without a rank, and in predictions.',
  })
  rankAfter!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Highest value after any match, before the change; null if there was none, and where it was not compared.',
  })
  peakBefore?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Highest value after any match, after the change; null if there is none, and where it was not compared.',
  })
  peakAfter?: number | null;
}
