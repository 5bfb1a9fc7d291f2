import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType('PredictedSide', { description: "A side's chance.", simpleResolvers: true })
export class PredictedSideType {
  @Field(() => Float, {
    description: 'Chance to win, 0 to 1; a draw counts half. The chances of all sides add up to 1.',
  })
  winProbability!: number;
}

@ObjectType('PredictedOutcome', {
  description: 'What one outcome would do to the ratings, if the match were played now.',
})
export class PredictedOutcomeType {
  @Field(() => [Int], { description: "The sides' placements: 1 in front, 2 behind; all 1 for a draw of all." })
  placements!: number[];
}

@ObjectType('Prediction', {
  description:
    'Who will win, and what each outcome would do to the ratings, which are taken as they have become by now.',
  simpleResolvers: true,
})
export class PredictionType {
  @Field(() => [PredictedSideType], { description: 'The sides, as asked.' })
  sides!: unknown[];
}
