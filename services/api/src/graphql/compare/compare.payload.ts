import { Field, Int, ObjectType } from 'type-graphql';
import { LeagueType } from '../league/league.type.js';
import { UserError } from '../user-error.type.js';
import { ComparedRatingSystem, ComparisonBaseline } from './comparison.type.js';
import { ComparisonType } from './comparison-job.type.js';

@ObjectType({ description: 'Result of compareRatingSystems.', simpleResolvers: true })
export class CompareRatingSystemsPayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league; null if the request was refused.' })
  league?: unknown;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of matches that every rating system had to predict; null if the request was refused.',
  })
  matches?: number;

  @Field(() => [ComparisonBaseline], {
    nullable: true,
    description:
      'What the rating systems have to beat; those that did not finish in time or cannot rate all of the matches are omitted.',
  })
  baselines?: readonly ComparisonBaseline[];

  @Field(() => [ComparedRatingSystem], {
    nullable: true,
    description:
      "The rating systems in the order requested, without duplicates. The league's current one comes first unless it was requested.",
  })
  systems?: ComparedRatingSystem[];

  @Field(() => Int, {
    nullable: true,
    description: 'Number of matches at the beginning that are not scored; null if the request was refused.',
  })
  burnInMatches?: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of matches at the end that are scored by themselves; null if the request was refused.',
  })
  heldOutMatches?: number;

  @Field(() => ComparisonType, {
    nullable: true,
    description: 'The comparison in the background; null if it was refused or is not in the background.',
  })
  comparison?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of cancelComparison.', simpleResolvers: true })
export class CancelComparisonPayload {
  @Field(() => ComparisonType, { nullable: true, description: 'The comparison; null if the request was refused.' })
  comparison?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}
