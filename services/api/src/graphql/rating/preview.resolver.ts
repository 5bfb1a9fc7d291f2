import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { outcomesWork } from '../../reading/prediction.js';
import { previewRating } from '../../reading/preview.js';
import type { Context } from '../context.js';
import { Cost } from '../limits/cost.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { checkTime } from '../time-arguments.js';
import { orErrors } from '../user-error.type.js';
import { PreviewRatingPayload } from './preview.type.js';

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
