import { Field, InputType } from 'type-graphql';
import { JsonScalar } from '../scalars.js';

@InputType({ description: 'A rating system to compare.' })
export class ComparedRatingSystemInput {
  @Field(() => String, { description: 'Key of an installed rating system.' })
  ratingSystem!: string;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Settings that match its `settingsSchema`; omitted settings have their defaults.',
  })
  settings?: unknown;
}

@InputType({ description: 'Rating systems to compare on the matches of a league.' })
export class CompareRatingSystemsInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => [ComparedRatingSystemInput], {
    nullable: true,
    description:
      "At most 16, besides the league's current one. If omitted, all installed rating systems with their default settings.",
  })
  systems?: ComparedRatingSystemInput[] | null;
}
