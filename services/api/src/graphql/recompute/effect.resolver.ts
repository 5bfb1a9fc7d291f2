import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RatingMove, Standing } from '../../rating/rating.js';
import type { Effect } from '../../replay/effect.js';
import type { Context } from '../context.js';
import type { Loaders } from '../loaders.js';
import { StandingType } from '../rating/rating.type.js';
import { RatingMoveType } from '../rating/rating-move.type.js';
import { EffectType } from './effect.type.js';

@Resolver(() => EffectType)
export class EffectResolver {
  @FieldResolver(() => [RatingMoveType], {
    description:
      'The ratings that changed, largest change first, at most 1,000. Players created only in a dry run have ids that `node` cannot find.',
  })
  changes(@Root() effect: Effect, @Ctx() { loaders }: Context): readonly RatingMove[] {
    introduce(effect, loaders);
    return effect.changes;
  }

  @FieldResolver(() => [RatingMoveType], {
    nullable: true,
    description:
      'In a dry run for one match: the ratings of its players just after it, as the log has it now and as it would be. Null in other cases, if the match would move in time, and if the rating system cannot restore its states.',
  })
  atMatch(@Root() effect: Effect, @Ctx() { loaders }: Context): readonly RatingMove[] | null {
    introduce(effect, loaders);
    return effect.atMatch ?? null;
  }

  @FieldResolver(() => [StandingType], { description: 'The new top ten of the board.' })
  standings(@Root() effect: Effect, @Ctx() { loaders }: Context): readonly Standing[] {
    introduce(effect, loaders);
    return effect.standings;
  }
}

/** Gives the request's loaders players whom the database no longer has, because a dry run was rolled back. */
function introduce({ players }: Effect, loaders: Loaders): void {
  for (const player of players) loaders.player.prime(player.id, player);
}
