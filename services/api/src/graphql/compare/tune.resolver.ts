import { Arg, Ctx, Field, Float, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { requestTuning } from '../../analysis/request-analysis.js';
import { DEFAULT_BURN_IN, DEFAULT_EVALUATIONS, DEFAULT_HELD_OUT } from '../../compare/tune-rating-system.js';
import type { Context } from '../context.js';
import { JsonScalar } from '../scalars.js';
import { orErrors, UserError } from '../user-error.type.js';
import { BURN_IN, HELD_OUT } from './compare.input.js';
import { ComparisonType } from './comparison-job.type.js';

@InputType({
  description: 'A search for the settings with which a rating system predicts the matches of a league best.',
})
class TuneRatingSystemInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, {
    nullable: true,
    description: "Key of an installed rating system; if omitted, the league's current one.",
  })
  ratingSystem?: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      "Settings to begin with. Omitted settings are the league's current ones, or have their defaults if the league has another rating system.",
  })
  settings?: unknown;

  @Field(() => [String], { nullable: true, description: 'Names of the settings that may change; if omitted, all.' })
  only?: string[] | null;

  @Field(() => Int, { defaultValue: DEFAULT_EVALUATIONS, description: 'How many settings to try at most, 1 to 1,000.' })
  evaluations!: number;

  @Field(() => Float, { defaultValue: DEFAULT_BURN_IN, description: BURN_IN })
  burnIn!: number;

  @Field(() => Float, { defaultValue: DEFAULT_HELD_OUT, description: `${HELD_OUT} More than 0.` })
  heldOut!: number;
}

@ObjectType({ description: 'Result of tuneRatingSystem.', simpleResolvers: true })
class TuneRatingSystemPayload {
  @Field(() => ComparisonType, {
    nullable: true,
    description: 'The search in the background; `tuning` will contain its result. Null if the request was refused.',
  })
  comparison?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@Resolver()
export class TuneResolver {
  @Mutation(() => TuneRatingSystemPayload, {
    description:
      'Searches in the background for the settings with which a rating system predicts the first matches of a league best, and measures them on the last ones. Changes nothing: pass the result to `configureRatingSystem`. Requires the scope league:admin for the league.',
  })
  tuneRatingSystem(
    @Arg('input', () => TuneRatingSystemInput, { description: 'What to search.' }) input: TuneRatingSystemInput,
    @Ctx() { app, access }: Context,
  ): Promise<TuneRatingSystemPayload> {
    return orErrors(async () => ({ comparison: await requestTuning(app, access, input) }));
  }
}
