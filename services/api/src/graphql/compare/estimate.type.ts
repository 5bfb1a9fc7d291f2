import { Field, Float, ObjectType } from 'type-graphql';

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
