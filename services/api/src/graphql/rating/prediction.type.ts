import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Cost } from '../limits/cost.js';

@ObjectType('PredictedSide', { description: "A side's chance to win.", simpleResolvers: true })
export class PredictedSideType {
  @Field(() => Float, {
    description: 'Chance to win, 0 to 1; a draw counts as half a win. The chances of all sides add up to 1.',
  })
  winProbability!: number;
}

@ObjectType('PredictedOutcome', {
  description: 'What one outcome would do to the ratings if the match were played now.',
})
export class PredictedOutcomeType {
  @Cost({ predictedLength: ({ sides }) => sides })
  @Field(() => [Int], {
    description: 'Placements of the sides: 1 for the winner and 2 for the others, or all 1 for a draw.',
  })
  placements!: number[];
}

@ObjectType('Prediction', {
  description:
    "Each side's chance to win, and what each outcome would do to the ratings. Ratings that change with time are taken as of now.",
  simpleResolvers: true,
})
export class PredictionType {
  @Field(() => [PredictedSideType], { description: 'The sides, in the order requested.' })
  sides!: unknown[];
}
