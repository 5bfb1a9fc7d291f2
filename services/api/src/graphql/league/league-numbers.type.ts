import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Cost } from '../limits/cost.js';
import { DateTimeScalar, DayScalar } from '../scalars.js';

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

@ObjectType('ScoreGroup', {
  description: 'Scores against single opponents with about the same expected score.',
  simpleResolvers: true,
})
class ScoreGroupType {
  @Field(() => Float, { description: 'Mean expected score, 0 to 1.' })
  expected!: number;

  @Field(() => Float, {
    description: 'Mean score, 0 to 1; close to `expected` if the rating system expects the right scores.',
  })
  scored!: number;

  @Field(() => Int, { description: 'Number of scores, 1 or more. Each duel has two, one for each player.' })
  count!: number;
}

@ObjectType('ScoreCalibration', {
  description: "Actual and expected scores in a league's newest matches.",
  simpleResolvers: true,
})
export class ScoreCalibrationType {
  @Field(() => Int, {
    description: 'Number of matches included. Matches whose contributions are not stored are left out.',
  })
  matches!: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the oldest of these matches was played; null if there are none.',
  })
  since!: Date | null;

  @Cost({ length: 10 })
  @Field(() => [ScoreGroupType], {
    description: 'One group for each tenth of the expected score, lowest first; tenths without a score are omitted.',
  })
  groups!: readonly ScoreGroupType[];
}
