import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { beginWork, countWork } from '../../kit/paging/answer-size.js';
import { decodeCursor, encodeCursor } from '../../kit/paging/cursor.js';
import { makeList } from '../../kit/paging/make-list.js';
import { checkFirst, toConnection } from '../../kit/paging/page.js';
import { Refused, refuse } from '../../kit/refusal.js';
import type { League } from '../../league/league.js';
import { type DayCount, listActivity } from '../../match-log/activity.repository.js';
import { handleKey } from '../../player/handle.js';
import { countLeaguePlayers, listLeaguePlayers } from '../../player/league-players.repository.js';
import type { Player } from '../../player/player.js';
import { listDistribution, type ValueCount } from '../../rating/distribution.repository.js';
import { checkTime } from '../check-time.js';
import { AFTER, type Counted, counted, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { fieldsBelow } from '../fields-below.js';
import { PlayerConnection } from '../player/player.type.js';
import { DateTimeScalar } from '../scalars.js';
import { LeagueType } from './league.type.js';
import { DayCountType, ValueCountType } from './league-numbers.type.js';

/** What is read along an index in the time of a point. */
const ENTRIES_PER_POINT = 100;
const DAY = 86_400_000;
const MOST_DAYS = 3660;

/** What a league comes to as a whole. */
@Resolver(() => LeagueType)
export class LeagueNumbersResolver {
  @FieldResolver(() => PlayerConnection, {
    description: "The league's players by handle, including registered players and guests.",
  })
  async players(
    @Root() { id }: League,
    @Ctx() { app, size }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Only players whose handle in the league begins with this text; case is ignored.',
    })
    search?: string,
  ): Promise<Counted<Player>> {
    const [afterKey] = decodeCursor(app.seal, 'league player', ['string'], after) ?? [null];
    const prefix = search ?? null;
    const players = await listLeaguePlayers(app.reads, id, prefix, { limit: checkFirst(first) + 1, afterKey });
    const cursorOf = ({ handle }: Player) => encodeCursor(app.seal, 'league player', handleKey(handle));
    return counted(toConnection(players, first, cursorOf, after != null), async () => {
      const count = await countLeaguePlayers(app.reads, id, prefix);
      countWork(size, Math.ceil(count / ENTRIES_PER_POINT));
      return count;
    });
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the newest match that counts was played; null if there is none.',
  })
  lastMatchAt(@Root() { ratedThrough }: League): Date | null {
    return ratedThrough;
  }

  @FieldResolver(() => [DayCountType], {
    description: `Matches that count by day in the league's time zone, oldest first, for up to ${MOST_DAYS} days; days without matches are left out.`,
  })
  async activity(
    @Root() league: League,
    @Ctx() { app, size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('from', () => DateTimeScalar, {
      nullable: true,
      description: 'Only matches played at or after this time; if omitted, the 365 days up to `to`.',
    })
    from?: Date,
    @Arg('to', () => DateTimeScalar, {
      nullable: true,
      description: 'Only matches played before this time; if omitted, up to the newest match.',
    })
    to?: Date,
  ): Promise<readonly DayCount[]> {
    const window = windowOf(league, checkTime('from', from), checkTime('to', to));
    if (!window) return [];
    await beginWork(size, Math.ceil(league.matchCount / ENTRIES_PER_POINT));
    const days = await listActivity(app.reads, league, window);
    return makeList(size, days.length * fieldsBelow(info), days);
  }

  @FieldResolver(() => [ValueCountType], {
    description:
      'Values of the ranked players as a histogram: intervals of equal width from the lowest value to the highest, at most 42; empty if nobody is ranked.',
  })
  async distribution(
    @Root() { id, playerCount }: League,
    @Ctx() { app, size }: Context,
  ): Promise<readonly ValueCount[]> {
    await beginWork(size, Math.ceil((2 * playerCount) / ENTRIES_PER_POINT));
    return listDistribution(app.reads, id);
  }
}

/** @returns null where no match can be in it @throws Refused */
function windowOf({ ratedThrough }: League, from: Date | undefined, to: Date | undefined) {
  const end = to ?? (ratedThrough && new Date(ratedThrough.getTime() + 1));
  if (!end || (from && from >= end)) return null;
  if (from && end.getTime() - from.getTime() > MOST_DAYS * DAY) {
    const rule = `from must be at most ${MOST_DAYS} days before to`;
    throw new Refused(
      refuse('BAD_INPUT', ['from'], `${rule}, but is ${from.toISOString()}, and to ${end.toISOString()}`),
    );
  }
  return { from: from ?? null, to: end };
}
