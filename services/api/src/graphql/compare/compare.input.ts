import { Field, Float, ID, InputType } from 'type-graphql';
import { JsonScalar } from '../scalars.js';

export const BURN_IN =
  'Share of the matches, at the beginning, that are rated and not scored, because everybody is new then; 0 to 0.9.';
export const HELD_OUT =
  'Share of the matches, at the end, that are held out and scored separately, 0 to 0.9. They evaluate choices made on the other matches.';

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

  @Field(() => Float, { defaultValue: 0, description: BURN_IN })
  burnIn!: number;

  @Field(() => Float, { defaultValue: 0, description: HELD_OUT })
  heldOut!: number;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to compare in the background, without a time limit. The response then contains only `comparison`, and the result is stored.',
  })
  inBackground!: boolean;
}

@InputType({ description: 'A comparison to cancel.' })
export class CancelComparisonInput {
  @Field(() => ID, { description: 'Global id of the comparison.' })
  comparison!: string;
}
