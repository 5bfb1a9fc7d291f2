import { Field, Int, ObjectType } from 'type-graphql';
import { JsonScalar } from '../scalars.js';

@ObjectType({ description: 'What matches a rating system can rate.', simpleResolvers: true })
export class Formats {
  @Field(() => Int, { description: 'Fewest sides of a match.' })
  minSides!: number;

  @Field(() => Int, { nullable: true, description: 'Most sides of a match; null: as many as you like.' })
  maxSides!: number | null;

  @Field(() => Int, { description: 'Fewest players of a side.' })
  minPlayersPerSide!: number;

  @Field(() => Int, { nullable: true, description: 'Most players of a side; null: as many as you like.' })
  maxPlayersPerSide!: number | null;
}

@ObjectType('RatingSystem', { description: 'A rater: a way to turn matches into ratings.' })
export class RatingSystemType {
  @Field(() => String, { description: 'Stable name, for example `timed-glicko`.' })
  key!: string;

  @Field(() => String, { description: 'Name for people.' })
  title!: string;

  @Field(() => Boolean, {
    description:
      'Whether this service has it. A league whose rater is missing can be read; its matches are refused with RATER_MISSING.',
  })
  isInstalled!: boolean;

  @Field(() => String, {
    description:
      'Semantic version; ratings are replayed exactly under the same one. Where it is missing: the one that rated the league.',
  })
  version!: string;

  @Field(() => String, { description: 'What it is good for.' })
  summary!: string;

  @Field(() => String, { description: 'Where it was published.' })
  source!: string;

  @Field(() => JsonScalar, {
    description: 'JSON Schema of the settings; each has a description (meaning, unit, source) and a default.',
  })
  settingsSchema!: unknown;

  @Field(() => JsonScalar, { description: 'Every setting at its default.' })
  defaultSettings!: unknown;

  @Field(() => Formats, { description: 'What it can rate under its default settings.' })
  formats!: Formats;
}
