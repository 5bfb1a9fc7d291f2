import { Field, InputType } from 'type-graphql';
import { JsonScalar } from '../scalars.js';

@InputType({ description: 'A rating system to compare.' })
export class ComparedRatingSystemInput {
  @Field(() => String, { description: 'Key of an installed rating system.' })
  ratingSystem!: string;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Its settings, by its `settingsSchema`; those left out are at their defaults.',
  })
  settings?: unknown;
}

@InputType({ description: 'Rating systems that are to foresee the matches of a league.' })
export class CompareRatingSystemsInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => [ComparedRatingSystemInput], {
    nullable: true,
    description:
      'At most 16, beside the one that the league has; left out: all that are installed, at their default settings.',
  })
  systems?: ComparedRatingSystemInput[] | null;
}
