import { Field, Float, Int, ObjectType } from 'type-graphql';
import { RatingSystemType } from '../rating/rating-system.type.js';
import { JsonScalar } from '../scalars.js';

@ObjectType('TriedSettings', { description: 'Settings that a search tried.', simpleResolvers: true })
class TriedSettingsType {
  @Field(() => JsonScalar, { description: 'Value of every setting.' })
  settings!: unknown;

  @Field(() => Float, {
    description:
      'Their log loss over the matches between the burn-in and the held-out ones, by which they were chosen.',
  })
  logLoss!: number;
}

@ObjectType('Tuning', { description: 'What a search for better settings found.', simpleResolvers: true })
export class TuningType {
  @Field(() => RatingSystemType, { description: 'The rating system.' })
  system!: unknown;

  @Field(() => JsonScalar, {
    description:
      'Value of every setting, to be passed to `configureRatingSystem`; where the search began, if it found nothing better.',
  })
  settings!: unknown;

  @Field(() => Boolean, {
    description:
      "Whether they predict the held-out matches better than the league's current system, and this is unlikely to be chance: the whole interval is below 0.",
  })
  isRecommended!: boolean;

  @Field(() => Int, { description: 'Number of settings that were tried.' })
  evaluations!: number;

  @Field(() => [TriedSettingsType], {
    description: 'The best settings so far, each time the search found better ones, in that order.',
  })
  path!: readonly TriedSettingsType[];
}
