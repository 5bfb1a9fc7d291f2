import { Arg, Ctx, Field, Float, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { outcomesWork } from '../../reading/prediction.js';
import { previewRating } from '../../reading/preview.js';
import type { Context } from '../context.js';
import { Cost } from '../limits/cost.js';
import { orErrors } from '../payload.js';
import { checkTime, DateTimeScalar, JsonScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';
import { RatingValueType } from './rating.type.js';

@ObjectType({ description: "A previewed side's chance to win.", simpleResolvers: true })
class PreviewedSide {
  @Field(() => [String], { description: 'The names, in the order requested.' })
  players!: readonly string[];

  @Field(() => Float, { description: 'Chance to win, 0 to 1; the chances of all sides add up to 1.' })
  winProbability!: number;
}

@ObjectType({ description: "What an outcome would do to one newcomer's rating.", simpleResolvers: true })
class PreviewedChange {
  @Field(() => String, { description: 'The name, as requested.' })
  player!: string;

  @Field(() => RatingValueType, { description: 'The rating of a newcomer.' })
  before!: RatingValueType;

  @Field(() => RatingValueType, { description: 'The rating after the match.' })
  after!: RatingValueType;

  @Field(() => Float, { nullable: true, description: 'Points gained; null if the value before or after is null.' })
  delta!: number | null;
}

@ObjectType({ description: 'What one outcome would do to the ratings of newcomers.', simpleResolvers: true })
class PreviewedOutcome {
  @Cost({ predictedLength: ({ sides }) => sides })
  @Field(() => [Int], {
    description: 'Placements of the sides: 1 for the winner and 2 for the others, or all 1 for a draw.',
  })
  placements!: readonly number[];

  @Cost({ predictedLength: ({ players }) => players })
  @Field(() => [PreviewedChange], { description: 'The ratings that would change.' })
  changes!: readonly PreviewedChange[];
}

@ObjectType({
  description: 'Result of previewRating: the effect of a first match between newcomers.',
  simpleResolvers: true,
})
class PreviewRatingPayload {
  @Cost({ predictedLength: ({ sides }) => sides })
  @Field(() => [PreviewedSide], {
    nullable: true,
    description: 'The sides, in the order requested; null if the request was refused.',
  })
  sides?: readonly PreviewedSide[];

  @Cost({ predictedLength: ({ sides }) => sides + 1 })
  @Field(() => [PreviewedOutcome], {
    nullable: true,
    description:
      'One outcome for each side as the winner, and one for a draw between all sides; null if the request was refused.',
  })
  ifOutcome?: readonly PreviewedOutcome[];

  @Field(() => Int, {
    nullable: true,
    description:
      'Rated matches that a player needs for a rank by this rating system: 1 or more; null if the request was refused.',
  })
  matchesForRank?: number;

  @Field(() => [UserError], {
    description: 'Why the request was refused, one error for each wrong setting; empty if it was accepted.',
  })
  errors!: UserError[];
}

@Resolver()
export class PreviewResolver {
  @Cost({ work: (_, { sides, players }) => outcomesWork(sides, players) })
  @Query(() => PreviewRatingPayload, {
    nullable: true,
    description:
      'Effect of a first match between newcomers under a rating system with these settings; for choosing settings before creating a league. Null if the rating system fails; `errors` says why.',
  })
  previewRating(
    @Arg('ratingSystem', () => String, { description: 'Key of the rating system.' }) ratingSystem: string,
    @Arg('sides', () => [[String]], {
      description: 'Any names on each side, at most 100 in all, each once; they need not be players.',
    })
    sides: string[][],
    @Ctx() { app, size }: Context,
    @Arg('settings', () => JsonScalar, { nullable: true, description: 'Settings; those omitted have their defaults.' })
    settings?: unknown,
    @Arg('roles', () => [String], {
      nullable: 'itemsAndList',
      description:
        'What each side is in the game, such as `home` and `away`, in the order of `sides`; null for a side without a role. Omitted if no side has one.',
    })
    roles?: (string | null)[],
    @Arg('at', () => DateTimeScalar, {
      nullable: true,
      description: 'When the match is played. Now if omitted, or if the time has passed.',
    })
    at?: Date,
  ): Promise<PreviewRatingPayload> {
    return orErrors(async () => {
      const match = { at: checkTime('at', at) ?? null, roles: roles ?? null };
      return previewRating(app, ratingSystem, settings ?? {}, sides, size, match);
    }) as Promise<PreviewRatingPayload>;
  }
}
