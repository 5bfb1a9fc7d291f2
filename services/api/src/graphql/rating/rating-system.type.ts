import { Field, Int, ObjectType } from 'type-graphql';
import { JsonScalar } from '../scalars.js';

@ObjectType('Formats', { description: 'Matches that a rating system can rate.', simpleResolvers: true })
export class MatchFormats {
  @Field(() => Int, { description: 'Fewest sides in a match.' })
  minSides!: number;

  @Field(() => Int, { nullable: true, description: 'Most sides in a match; null if there is no limit.' })
  maxSides!: number | null;

  @Field(() => Int, { description: 'Fewest players on a side.' })
  minPlayersPerSide!: number;

  @Field(() => Int, { nullable: true, description: 'Most players on a side; null if there is no limit.' })
  maxPlayersPerSide!: number | null;
}

@ObjectType('RatingPreset', {
  description: 'Settings of a rating system that serve some leagues better than its defaults.',
  simpleResolvers: true,
})
export class RatingPresetType {
  @Field(() => String, { description: 'What it is for, in a few words; unique in its rating system.' })
  name!: string;

  @Field(() => String, { description: 'Why a league would choose it.' })
  reason!: string;

  @Field(() => JsonScalar, {
    description: 'The settings that differ from the defaults; input of createLeague and configureRatingSystem.',
  })
  settings!: unknown;
}

@ObjectType('Unrankable', {
  description: 'A rating system that gives nobody a rank in matches of some size.',
  simpleResolvers: true,
})
export class UnrankableType {
  @Field(() => Int, { description: 'So many matches were tried between the same newcomers, and all are provisional.' })
  matches!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the preset of the rating system with which players have a rank; null if there is none.',
  })
  preset!: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'The settings with those of the preset, as input of createLeague; null without one.',
  })
  presetSettings!: unknown;
}

@ObjectType('RatingSystem', { description: 'A rater: a way to turn matches into ratings.' })
export class RatingSystemType {
  @Field(() => String, { description: 'Stable name, for example `timed-glicko`.' })
  key!: string;

  @Field(() => String, { description: 'Display name.' })
  title!: string;

  @Field(() => Boolean, {
    description:
      'Whether this service has the rater. A league whose rater is missing is readable, but its matches are refused with RATER_MISSING.',
  })
  isInstalled!: boolean;

  @Field(() => String, {
    description:
      'Semantic version; the same version replays ratings exactly. If the rater is missing, the version that rated the league.',
  })
  version!: string;

  @Field(() => String, { description: 'What the rating system is good for.' })
  summary!: string;

  @Field(() => String, { description: 'Where the rating system was published.' })
  source!: string;

  @Field(() => JsonScalar, {
    description: 'JSON Schema of the settings; each has a default and a description with its meaning, unit and source.',
  })
  settingsSchema!: unknown;

  @Field(() => JsonScalar, { description: 'Default value of every setting.' })
  defaultSettings!: unknown;

  @Field(() => [RatingPresetType], {
    description: 'Settings to choose instead of the defaults; empty if there are none.',
  })
  presets!: readonly RatingPresetType[];

  @Field(() => Boolean, {
    description:
      'Whether a match counts by its `weight`. False if the rating system ignores weights: they are stored, and every match counts alike.',
  })
  usesWeight!: boolean;

  @Field(() => MatchFormats, {
    description: 'What the rating system can rate with its default settings; all 0 if it does not say.',
  })
  formats!: MatchFormats;
}
