import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Float,
  ID,
  Info,
  type MaybePromise,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { watchRecompute } from '../../league-log/follow-recompute.js';
import type { Recompute } from '../../league-log/recompute.js';
import { listRecomputes } from '../../league-log/recompute.repository.js';
import type { RatingMove, Standing } from '../../rating/rating.js';
import type { Effect } from '../../replay/effect.js';
import { computed, computedOptional, computeFields, itsLeague } from '../computed.js';
import { PageArgs, pagesBy } from '../connection.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import type { Loaders } from '../loaders.js';
import { globalId, idNumber } from '../node-id.js';
import { RatingMoveType, StandingType } from '../rating/rating.type.js';
import { sizedList } from '../selection.js';
import { EffectType, RecomputeConnection, RecomputeType } from './recompute.type.js';

@Resolver(() => RecomputeType)
export class RecomputeResolver {
  @Subscription(() => RecomputeType, {
    description: 'Sends a recompute as it is now and as it progresses; ends when the recompute is over.',
    subscribe: ({ args, context }) => {
      const { app, access } = context as Context;
      return watchRecompute(app, access, idNumber(app, 'Recompute', String(args.recompute)));
    },
  })
  recomputeProgressed(
    @Root() recompute: Recompute,
    @Arg('recompute', () => ID, { description: 'Global id of the recompute.' }) _id: string,
  ): Recompute {
    return recompute;
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description: 'Seconds left at the current rate; null if unknown, 0 when it is over.',
  })
  secondsLeft(@Root() recompute: Recompute, @Ctx() { app }: Context): number | null {
    if (recompute.finishedAt) return 0;
    const rate = rateOf(recompute, app.clock());
    return rate ? (recompute.total - recompute.done) / rate : null;
  }
}

computeFields<Recompute>(RecomputeType, {
  id: globalId('Recompute', (recompute) => [recompute.id]),
  league: itsLeague(),
  action: computed(String, 'Name of the mutation that it carries out.', ({ correction }) => correction.kind),
  effect: computedOptional(
    EffectType,
    'The effect on the board; null until it is done, and for recomputes from versions that did not store it.',
    ({ id, status }, { loaders }) => (status === 'DONE' ? loaders.effect.load(id) : null),
  ),
  matchesPerSecond: computedOptional(
    Float,
    'Matches rated per second so far; null before it starts.',
    (recompute, { app }) => rateOf(recompute, app.clock()),
  ),
});

function rateOf({ done, startedAt, finishedAt }: Recompute, now: Date): number | null {
  if (!startedAt) return null;
  const seconds = ((finishedAt ?? now).getTime() - startedAt.getTime()) / 1000;
  return seconds > 0 ? done / seconds : null;
}

const recomputePages = pagesBy('recompute', ['integer'], ({ id }: Recompute) => [id]);

/** Recomputes of a league. */
@Resolver(() => LeagueType)
export class LeagueRecomputesResolver {
  @FieldResolver(() => RecomputeConnection, { description: "The league's recomputes, newest first." })
  recomputes(
    @Root() league: League,
    @Ctx() { app }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Recompute>> {
    return recomputePages(app, page, (limit, beforeId) => listRecomputes(app.database, league.id, { limit, beforeId }));
  }
}

@Resolver(() => EffectType)
export class EffectResolver {
  @FieldResolver(() => [RatingMoveType], {
    description:
      'The ratings that changed, largest change first, at most 1,000. Players created only in a dry run have ids that `node` cannot find.',
  })
  changes(
    @Root() effect: Effect,
    @Ctx() { loaders, size }: Context,
    @Info() info: GraphQLResolveInfo,
  ): MaybePromise<readonly RatingMove[]> {
    introduce(effect, loaders);
    return sizedList(size, info, effect.changes);
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
