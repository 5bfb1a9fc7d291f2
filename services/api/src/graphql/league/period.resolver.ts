import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Float, Info, Int, Resolver, Root } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import { keptByVersion } from '../../league/league-reader.js';
import {
  MAX_COUNTED,
  MAX_PLAYERS,
  type Period,
  type PeriodPlayer,
  readPeriod,
} from '../../reading/period.repository.js';
import { computeFields, itsPlayer } from '../computed.js';
import { FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { field, objectType, optional } from '../declare.js';
import { Cost } from '../limits/cost.js';
import { checkTime, DateTimeScalar } from '../scalars.js';
import { sizedList } from '../selection.js';
import { LeagueType } from './league.type.js';

/** Matches whose lines are counted along an index in the time of a point. */
const MATCHES_PER_POINT = 50;

const PeriodPlayerType = objectType('PeriodPlayer', 'A player in a period of a league.', {
  matchCount: field(Int, 'Number of rated matches in the period.'),
  change: optional(
    Float,
    'Points gained by the end of the period since the newest match before it; null if the player had no value then, or has none at the end.',
  ),
});

computeFields<PeriodPlayer>(PeriodPlayerType, {
  player: itsPlayer('The player.'),
});

const LeaguePeriodType = objectType('LeaguePeriod', 'What a period of a league came to.', {
  matchCount: field(Int, 'Number of matches that count and were played in the period.'),
  playerCount: field(Int, `Number of players with a rated match in the period, among those who are looked at.`),
  newcomerCount: field(Int, 'Number of these players without a rated match before the period.'),
  correctionCount: field(
    Int,
    `Number of corrections made in the period, among the newest ${MAX_COUNTED.toLocaleString('en')} of the league.`,
  ),
});

@Resolver(() => LeaguePeriodType)
export class LeaguePeriodResolver {
  @FieldResolver(() => [PeriodPlayerType], {
    description: 'Players with the most rated matches in the period, without hidden ones.',
  })
  mostActive(
    @Root() { mostActive }: Period,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 5, description: FIRST }) first: number,
  ) {
    return sizedList(size, info, mostActive.slice(0, checkFirst(first)));
  }

  @FieldResolver(() => [PeriodPlayerType], {
    description:
      'Players who gained points in the period, the most first by `PeriodPlayer.change`, without hidden ones.',
  })
  climbers(
    @Root() { climbers }: Period,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 5, description: FIRST }) first: number,
  ) {
    return sizedList(size, info, climbers.slice(0, checkFirst(first)));
  }
}

@Resolver(() => LeagueType)
export class PeriodResolver {
  @Cost({ work: 150 })
  @FieldResolver(() => LeaguePeriodType, {
    description: `What happened in a period, such as a year: how many played how much, and who climbed. Of players, at most the ${MAX_PLAYERS.toLocaleString('en')} with the most matches are looked at, of those who played in the period or later.`,
  })
  period(
    @Root() league: League,
    @Ctx() { app, size }: Context,
    @Arg('from', () => DateTimeScalar, {
      description: 'Only matches played, and corrections made, at or after this time.',
    })
    from: Date,
    @Arg('to', () => DateTimeScalar, { description: 'Only those before this time.' })
    to: Date,
  ): Promise<Period> {
    const window = { from: checkTime('from', from)!, to: checkTime('to', to)! };
    const points = Math.ceil(Math.min(league.playerCount, MAX_PLAYERS) + league.matchCount / MATCHES_PER_POINT);
    return keptByVersion(
      league,
      'period',
      async () => {
        await beginWork(size, points);
        return readPeriod(app.reads, league, window);
      },
      JSON.stringify(window),
    );
  }
}
