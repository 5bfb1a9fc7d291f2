import { Field, Float, Int, ObjectType } from 'type-graphql';
import { DayScalar } from '../scalars.js';

@ObjectType('DayCount', { description: 'Matches of one day.', simpleResolvers: true })
export class DayCountType {
  @Field(() => DayScalar, { description: "The day, in the league's time zone." })
  day!: string;

  @Field(() => Int, { description: 'Number of matches that count, 1 or more.' })
  count!: number;
}

@ObjectType('ValueCount', { description: 'Ranked players with a value in one interval.', simpleResolvers: true })
export class ValueCountType {
  @Field(() => Float, { description: 'Lower end of the interval, in points, inclusive.' })
  value!: number;

  @Field(() => Float, { description: 'Upper end of the interval, in points, exclusive.' })
  to!: number;

  @Field(() => Int, { description: 'Number of ranked players, 0 or more.' })
  count!: number;
}
