import { Arg, Ctx, FieldResolver, Float, ID, Int, type MaybePromise, Resolver, Root, Subscription } from 'type-graphql';
import { type Connection, checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import type { Recompute } from '../../league-log/recompute.js';
import { listRecomputes } from '../../league-log/recompute.repository.js';
import { watchRecompute } from '../../league-log/watch-recompute.js';
import type { Effect } from '../../replay/effect.js';
import { AFTER, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { EffectType } from './effect.type.js';
import { RecomputeConnection, RecomputeType } from './recompute.type.js';

@Resolver(() => RecomputeType)
export class RecomputeResolver {
  @Subscription(() => RecomputeType, {
    description: 'Sends a recompute as it is now and as it progresses; ends when the recompute is over.',
    subscribe: ({ args, context }) => {
      const { app, access } = context as Context;
      const id = parseNodeId(app, String(args.recompute));
      return watchRecompute(app, access, id?.kind === 'Recompute' ? id.key[0]! : 0);
    },
  })
  recomputeProgressed(
    @Root() recompute: Recompute,
    @Arg('recompute', () => ID, { description: 'Global id of the recompute.' }) _id: string,
  ): Recompute {
    return recompute;
  }

  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() recompute: Recompute, @Ctx() { app }: Context): string {
    return nodeId(app, 'Recompute', recompute.id);
  }

  @FieldResolver(() => LeagueType, { description: 'The league.' })
  league(@Root() recompute: Recompute, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(recompute.leagueId);
  }

  @FieldResolver(() => String, { description: 'Name of the mutation that it carries out.' })
  action(@Root() { correction }: Recompute): string {
    return correction.kind;
  }

  @FieldResolver(() => EffectType, {
    nullable: true,
    description:
      'The effect on the board; null until it is done, and for recomputes from versions that did not store it.',
  })
  effect(@Root() { id, status }: Recompute, @Ctx() { loaders }: Context): MaybePromise<Effect | null> {
    return status === 'DONE' ? loaders.effect.load(id) : null;
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description: 'Matches rated per second so far; null before it starts.',
  })
  matchesPerSecond(@Root() recompute: Recompute, @Ctx() { app }: Context): number | null {
    return rateOf(recompute, app.clock());
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

function rateOf({ done, startedAt, finishedAt }: Recompute, now: Date): number | null {
  if (!startedAt) return null;
  const seconds = ((finishedAt ?? now).getTime() - startedAt.getTime()) / 1000;
  return seconds > 0 ? done / seconds : null;
}

/** Recomputes of a league. */
@Resolver(() => LeagueType)
export class LeagueRecomputesResolver {
  @FieldResolver(() => RecomputeConnection, { description: "The league's recomputes, newest first." })
  async recomputes(
    @Root() league: League,
    @Ctx() { app }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
  ): Promise<Connection<Recompute>> {
    const [beforeId] = decodeCursor(app.seal, 'recompute', ['integer'], after) ?? [null];
    const page = { limit: checkFirst(first) + 1, beforeId };
    const recomputes = await listRecomputes(app.database, league.id, page);
    return toConnection(recomputes, first, ({ id }) => encodeCursor(app.seal, 'recompute', id), after != null);
  }
}
