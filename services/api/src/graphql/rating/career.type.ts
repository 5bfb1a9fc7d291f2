import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { VerdictNumber } from '../../rating/rating.js';
import { DateTimeScalar } from '../scalars.js';

export const ResultEnum = { WIN: 'WIN', DRAW: 'DRAW', LOSS: 'LOSS' } as const;
export type ResultName = keyof typeof ResultEnum;
export const RESULTS: Readonly<Record<VerdictNumber, ResultName>> = { 1: 'WIN', 0: 'DRAW', [-1]: 'LOSS' };
registerEnumType(ResultEnum, {
  name: 'Result',
  description: "Result of a match for a player's side.",
  valuesConfig: {
    WIN: { description: 'The side won outright.' },
    DRAW: { description: 'The side shared first place.' },
    LOSS: { description: 'Another side finished ahead.' },
  },
});

@ObjectType('RatingPoint', {
  description: 'A rating just after a match, as a point of a chart.',
  simpleResolvers: true,
})
export class RatingPointType {
  @Field(() => DateTimeScalar, { description: 'When the match was played.' })
  at!: Date;

  @Field(() => Float, { description: 'Rating in points.' })
  value!: number;

  @Field(() => Float, { nullable: true, description: 'One standard deviation, in points; null if the rater has none.' })
  deviation!: number | null;

  @Field(() => Float, { nullable: true, description: 'What the board was sorted by; null if there was nothing.' })
  score!: number | null;
}

@ObjectType('Streak', { description: 'Rated matches in a row with the same result.', simpleResolvers: true })
export class StreakType {
  @Field(() => ResultEnum, { description: 'The result of each of its matches.' })
  result!: ResultName;

  @Field(() => Int, { description: 'Number of matches, 1 or more.' })
  matches!: number;

  @Field(() => DateTimeScalar, { description: 'When its first match was played.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'When its last match was played.' })
  to!: Date;
}

@ObjectType('Streaks', { description: "A player's streaks in a league.", simpleResolvers: true })
export class StreaksType {
  @Field(() => StreakType, {
    nullable: true,
    description: "The streak that the player's newest rated match belongs to; null before their first one.",
  })
  current!: StreakType | null;

  @Field(() => StreakType, {
    nullable: true,
    description: 'The longest streak of wins, the first one if several are as long; null if there is no win.',
  })
  longestWinning!: StreakType | null;

  @Field(() => StreakType, {
    nullable: true,
    description: 'The longest streak of losses, the first one if several are as long; null if there is no loss.',
  })
  longestLosing!: StreakType | null;
}
