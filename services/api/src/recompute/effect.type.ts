import { Field, Int, ObjectType } from 'type-graphql';
import { StandingType } from '../rating/rating.type.js';
import { RatingMoveType } from '../rating/rating-move.type.js';

@ObjectType('Effect', { description: 'What a correction did, or would do, to the board.', simpleResolvers: true })
export class EffectType {
  @Field(() => Int, { description: 'How many ratings moved.' })
  changeCount!: number;

  @Field(() => [RatingMoveType], {
    description: 'Whose rating moved, and by how much: those that moved most first, at most 1,000.',
  })
  changes!: readonly unknown[];

  @Field(() => [StandingType], { description: 'The new top of the board, ten places.' })
  standings!: readonly unknown[];
}
