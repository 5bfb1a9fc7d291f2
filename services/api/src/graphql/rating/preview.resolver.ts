import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { previewRating } from '../../rating/preview.js';
import type { Context } from '../context.js';
import { JsonScalar } from '../scalars.js';
import { orErrors } from '../user-error.type.js';
import { PreviewRatingPayload } from './preview.type.js';

@Resolver()
export class PreviewResolver {
  @Query(() => PreviewRatingPayload, {
    description:
      'What a rating system with these settings would make of a first match between newcomers; for choosing settings before there is a league.',
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
  ): Promise<PreviewRatingPayload> {
    return orErrors(async () =>
      previewRating(app, ratingSystem, settings ?? {}, sides, size),
    ) as Promise<PreviewRatingPayload>;
  }
}
