import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root, Subscription } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { type BoardChange, followBoard } from '../../live/board-changes.js';
import { eventCursor } from '../../live/event-cursor.js';
import { listMoved } from '../../live/moved-standings.js';
import { followMatches, type RatedMatch } from '../../live/rated-matches.js';
import type { Match } from '../../match-log/match.js';
import type { Standing } from '../../rating/rating.js';
import { FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { isExplained } from '../explained.js';
import { LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { StandingType } from '../rating/rating.type.js';
import { selectionOf } from '../selection.js';
import { MatchRatedType, StandingsChangedType } from './live.type.js';

const LEAGUE = 'Slug of the league.';
const AFTER =
  'Cursor of an event, or `League.eventCursor`: all that came after it follows, without a gap. Left out: from now on.';

interface FollowArguments {
  readonly league: string;
  readonly after?: string | null;
}

@Resolver(() => MatchRatedType)
export class MatchRatedResolver {
  @Subscription(() => MatchRatedType, {
    description:
      'The matches of a league as they are rated, each once, in the order of their arrival. Corrections are told by standingsChanged.',
    subscribe: ({ args, context }) => {
      const { app, access } = context as Context;
      const { league, after } = args as unknown as FollowArguments;
      return followMatches(app, access, league, after);
    },
  })
  matchRated(
    @Root() match: RatedMatch,
    @Arg('league', () => String, { description: LEAGUE }) _league: string,
    @Arg('after', () => String, { nullable: true, description: AFTER }) _after?: string,
  ): RatedMatch {
    return match;
  }

  @FieldResolver(() => String)
  cursor(@Root() { event, position }: RatedMatch): string {
    return eventCursor(event.leagueId, event.number, position);
  }

  @FieldResolver(() => Date)
  at(@Root() { event }: RatedMatch): Date {
    return event.at;
  }

  @FieldResolver(() => Boolean)
  isLate(@Root() { event }: RatedMatch): boolean {
    return event.kind === 'RECOMPUTED';
  }

  @FieldResolver(() => MatchType, {
    description: 'The match as it stands when the event is sent: a correction may have changed it since.',
  })
  match(
    @Root() { event, sequence, group }: RatedMatch,
    @Ctx() { loaders }: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Match> {
    const { leagueId } = event;
    // Together their contributions may be too many.
    const areTogether = !isExplained(selectionOf(info), 'sides.participants.ratingChange.');
    for (const neighbour of group) {
      // Read ahead, a statement for all; what fails, fails again where it is needed.
      loaders.match.load({ leagueId, sequence: neighbour }).catch(() => undefined);
      if (areTogether) loaders.changes.load({ leagueId, sequence: neighbour }).catch(() => undefined);
    }
    return loaders.match.load({ leagueId, sequence });
  }
}

@Resolver(() => StandingsChangedType)
export class StandingsChangedResolver {
  @Subscription(() => StandingsChangedType, {
    description:
      'Tells when the board of a league changed, whatever changed it, at most four times a second: what happened meanwhile is told as one event.',
    subscribe: ({ args, context }) => {
      const { app, access } = context as Context;
      const { league, after } = args as unknown as FollowArguments;
      return followBoard(app, access, league, after);
    },
  })
  standingsChanged(
    @Root() change: BoardChange,
    @Arg('league', () => String, { description: LEAGUE }) _league: string,
    @Arg('after', () => String, { nullable: true, description: AFTER }) _after?: string,
  ): BoardChange {
    return change;
  }

  @FieldResolver(() => String)
  cursor(@Root() { leagueId, number }: BoardChange): string {
    return eventCursor(leagueId, number);
  }

  @FieldResolver(() => String)
  change(@Root() { kind }: BoardChange): string {
    return kind;
  }

  @FieldResolver(() => Int)
  matchCount(@Root() { sequences }: BoardChange): number {
    return sequences?.length ?? 0;
  }

  @FieldResolver(() => LeagueType, { description: 'The league as it is now, with its board.' })
  league(@Root() { leagueId }: BoardChange, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(leagueId);
  }

  @FieldResolver(() => [StandingType], {
    nullable: true,
    description:
      'Where those stand now whom the matches rated, from the top. Null unless matches at the end of the log are all that happened: anybody may have moved then, so read the board again.',
  })
  moved(
    @Root() change: BoardChange,
    @Ctx() { app, loaders }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
  ): Promise<Standing[] | null> {
    return listMoved(app, change, checkFirst(first), (rating) =>
      loaders.above.load({ leagueId: rating.leagueId, score: rating.score! }),
    );
  }
}

/** What a league knows of its events. */
@Resolver(() => LeagueType)
export class LeagueEventsResolver {
  @FieldResolver(() => String, {
    description:
      'Place among the events of the league: whoever reads it with the board, and subscribes after it, misses nothing that came meanwhile.',
  })
  eventCursor(@Root() { id, version }: League): string {
    return eventCursor(id, version);
  }
}
