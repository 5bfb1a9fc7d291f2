import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('Effect', { description: 'What a correction did, or would do, to the board.' })
export class EffectType {
  @Field(() => Int, { description: 'Number of ratings that changed.' })
  changeCount!: number;
}
