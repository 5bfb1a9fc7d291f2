import { Field, Int, ObjectType } from 'type-graphql';
import { EstimateType, FAVOURITE_ADVANTAGE, LossDifferenceType } from './estimate.type.js';

@ObjectType('LeagueChances', {
  description:
    'How a league changes the chances of its rating system, fitted to its own history: log odds are multiplied by the slope, and one of two sides has the advantage: by its role if sides have roles, or else the first one. In matches of more than two sides, favourites may win more or less often than the slope predicts. Predictions and expected results use all three; the queue, which pairs two players before their sides are known, uses the slope.',
  simpleResolvers: true,
})
export class LeagueChancesType {
  @Field(() => EstimateType, {
    description: 'The slope: less than 1 if the chances of the rating system are overconfident.',
  })
  slope!: EstimateType;

  @Field(() => EstimateType, {
    nullable: true,
    description: 'Advantage of one of two sides, such as the home side, in log odds; null if there is none.',
  })
  sideAdvantage!: EstimateType | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The role of the side that has the advantage, such as `home`, if its opponent has another role or none. Null: the side that is named first.',
  })
  sideRole?: string | null;

  @Field(() => EstimateType, { nullable: true, description: FAVOURITE_ADVANTAGE })
  favouriteAdvantage?: EstimateType | null;

  @Field(() => LossDifferenceType, {
    description:
      'What such a fit to the first part of the matches did to the log loss of the last part; below 0 if it helped.',
  })
  gain!: LossDifferenceType;

  @Field(() => Int, { description: 'Number of matches that it was fitted to.' })
  matches!: number;

  @Field(() => Int, { description: 'Sequence number of the newest match in the log at that time.' })
  sequence!: number;

  @Field(() => Int, { description: "The league's revision at that time." })
  revision!: number;
}
