import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType('Estimate', { description: 'A number that was measured.', simpleResolvers: true })
export class EstimateType {
  @Field(() => Float, { description: 'The number.' })
  value!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower end of the 95% interval; null if all matches are of one day.',
  })
  low!: number | null;

  @Field(() => Float, { nullable: true, description: 'Upper end of the interval.' })
  high!: number | null;
}

/** What `favouriteAdvantage` is, of a fit and of a league. */
export const FAVOURITE_ADVANTAGE =
  'Advantage of favourites in matches of more than two sides: this times the chance of a side, 0 to 1, is added to its log odds. Less than 0 if favourites win less often than the slope predicts. Null if there are no such matches, or if it may be 0.';

@ObjectType('LossDifference', {
  description: 'How the log losses of two rating systems differ, match by match.',
  simpleResolvers: true,
})
export class LossDifferenceType {
  @Field(() => Float, { description: 'Mean difference; below 0 if the first system is better.' })
  difference!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Lower end of the 95% interval, which allows for matches of one day being alike; null if all are of one day.',
  })
  low!: number | null;

  @Field(() => Float, { nullable: true, description: 'Upper end of the interval.' })
  high!: number | null;
}

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
