import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork } from '../../kit/paging/response-size.js';
import { Refused, refuse } from '../../kit/refusal.js';
import { keptByVersion } from '../../league/kept-by-version.js';
import type { League } from '../../league/league.js';
import { findLeaguePlayerId } from '../../player/league-player.js';
import { type BoardOrder, countPosition, findRankedRating, listBoardBy, readStandings } from '../../rating/board.js';
import type { Rating, Standing } from '../../rating/rating.js';
import { countHidden } from '../../rating/rating.repository.js';
import { findNamedOnBoard } from '../../reading/named-on-board.repository.js';
import { readPastRating, readPastStandings } from '../../reading/past.js';
import type { PastMoment } from '../../reading/past.repository.js';
import { type Prediction, predictMatch } from '../../reading/prediction.js';
import { type Counted, counted, PageArgs, pagesBy } from '../connection.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { Cost } from '../limits/cost.js';
import { checkTime, DateTimeScalar, enumOf } from '../scalars.js';
import { selectionOf } from '../selection.js';
import { PredictionType, RatingType, StandingConnection } from './rating.type.js';

const AS_OF = 'As of this time: after the matches played by then, as they are known now.';
const AS_KNOWN_AT =
  'As the board showed it at this time: before later corrections, with the rating system in use then. Refused with OUT_OF_WINDOW before `League.knownSince`.';

/** @returns null for the present */
function pastMoment(asOf: Date | undefined, asKnownAt: Date | undefined, argument = 'asOf'): PastMoment | null {
  if (!asOf && !asKnownAt) return null;
  return { asOf: checkTime(argument, asOf) ?? null, asKnownAt: checkTime('asKnownAt', asKnownAt) ?? null };
}

const StandingOrderEnum = enumOf<BoardOrder | 'RATING'>(
  'StandingOrder',
  'Order of a board. Ties are in a stable order.',
  {
    RATING: 'By rank, provisional players below all others.',
    MATCHES: 'The most rated matches first.',
    WINS: 'The most wins first.',
  },
);

/** Ratings that are put in another order in the time of a point. */
const RATINGS_PER_POINT = 10;

/** Points of a page of a past board, if the board is small. The rest of a larger one is added when it is made. */
const PAST_BOARD = 1_000;
/** Points of a past rating. */
const PAST_RATING = 500;

function isPast({ asOf, at, asKnownAt }: Readonly<Record<string, unknown>>): boolean {
  return asOf != null || at != null || asKnownAt != null;
}

/** Ratings of a league. */
@Resolver(() => LeagueType)
export class LeagueRatingsResolver {
  @Cost({ work: (args) => (isPast(args) ? PAST_BOARD : 0) })
  @FieldResolver(() => StandingConnection, {
    description: 'The board, best first, in a stable order when scores are equal.',
  })
  async standings(
    @Root() league: League,
    @Ctx() { app, access, loaders, size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @Arg('around', () => String, {
      nullable: true,
      description:
        'Handle, account or display name of the player to show in the middle of the page; empty page if they are not on the board. Of players with the same display name, the best is shown. Cannot be combined with `after`.',
    })
    around?: string,
    @Arg('includeProvisional', () => Boolean, {
      defaultValue: false,
      description:
        'Whether to list provisional players, without a rank, below all others. Hidden players are never listed.',
    })
    includeProvisional?: boolean,
    @Arg('asOf', () => DateTimeScalar, { nullable: true, description: AS_OF }) asOf?: Date,
    @Arg('asKnownAt', () => DateTimeScalar, { nullable: true, description: AS_KNOWN_AT }) asKnownAt?: Date,
    @Arg('orderBy', () => StandingOrderEnum, {
      defaultValue: 'RATING',
      description:
        'The order of the places; `rank` is that by rating in every order. Other orders than RATING are of the present, and cannot be combined with `around`.',
    })
    orderBy?: keyof typeof StandingOrderEnum,
  ): Promise<Counted<Standing>> {
    if (around != null && after != null) {
      throw new Refused(refuse('AROUND_OR_AFTER', ['around']));
    }
    const selection = selectionOf(info);
    const centre = around == null ? null : ((await findNamedOnBoard(app.reads, access, league.id, around)) ?? 0);
    const page = {
      first: checkFirst(first),
      after: after ?? null,
      around: centre,
      includeProvisional: includeProvisional ?? false,
      withPlayers: selection.has('nodes.player') || selection.has('nodes.rating.player'),
    };
    const count = async () =>
      includeProvisional
        ? league.playerCount - (await keptByVersion(league, 'hidden', () => countHidden(app.reads, league.id)))
        : loaders.ranked(league);
    if (orderBy && orderBy !== 'RATING') {
      for (const [field, value] of Object.entries({ around, asOf, asKnownAt })) {
        if (value != null) throw new Refused(refuse('ORDER_OF_PRESENT', ['orderBy'], { field }));
      }
      await beginWork(size, Math.ceil(league.playerCount / RATINGS_PER_POINT));
      const pages = pagesBy(`standing ${orderBy}`, ['integer', 'integer'], (place: Standing) =>
        countPosition(orderBy, place),
      );
      const standings = await pages(app, { first, after: after ?? null }, (limit, ...position) =>
        listBoardBy(app.reads, league, orderBy, {
          ...{ limit, includeProvisional: page.includeProvisional, withPlayers: page.withPlayers },
          after: position[0] === null ? null : [position[0], position[1]!],
        }),
      );
      return counted(standings, count);
    }
    const moment = pastMoment(asOf, asKnownAt);
    if (moment) {
      const { withPlayers, ...past } = page;
      const withDisplay = selection.has('nodes.rating.display');
      const standings = await readPastStandings(app, league, moment, { ...past, withDisplay }, size);
      return counted(standings, () => standings.places);
    }
    return counted(await readStandings(app, league, page), count);
  }

  @Cost({ work: (args) => (isPast(args) ? PAST_RATING : 0) })
  @FieldResolver(() => RatingType, {
    nullable: true,
    description: "A player's rating; null if they have none in this league.",
  })
  async rating(
    @Root() league: League,
    @Arg('player', () => String, { description: 'Handle of the player.' }) player: string,
    @Ctx() { app, size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('at', () => DateTimeScalar, { nullable: true, description: AS_OF }) at?: Date,
    @Arg('asKnownAt', () => DateTimeScalar, { nullable: true, description: AS_KNOWN_AT }) asKnownAt?: Date,
  ): Promise<Rating | null> {
    const moment = pastMoment(at, asKnownAt, 'at');
    const selection = selectionOf(info);
    if (!moment) {
      return selection.has('rank') ? findRankedRating(app.reads, league, player) : app.ratings.find(league, player);
    }
    const playerId = await findLeaguePlayerId(app.reads, league.id, player);
    const withRank = selection.has('rank') || selection.has('percentile');
    const wish = { withDisplay: selection.has('display'), withRank };
    return playerId === null ? null : readPastRating(app, league, moment, playerId, wish, size);
  }

  @FieldResolver(() => PredictionType, {
    nullable: true,
    description:
      "Each side's chance to win, and what each outcome would do to the ratings, if the match were played at the given time, or now. Null if a player is unknown, or if the rating system cannot rate such a match or fails; `errors` says why.",
  })
  prediction(
    @Root() league: League,
    @Arg('sides', () => [[String]], {
      description: 'The handles on each side: at most 100 in all, each once. Players new to the league are allowed.',
    })
    sides: string[][],
    @Ctx() { app, access, size }: Context,
    @Arg('roles', () => [String], {
      nullable: 'itemsAndList',
      description:
        'What each side is in the game, such as `home` and `away`, in the order of `sides`; null for a side without a role. Omitted if no side has one.',
    })
    roles?: (string | null)[],
    @Arg('at', () => DateTimeScalar, {
      nullable: true,
      description:
        'When the match is played: ratings become less certain until then. Now if omitted, or if the time has passed.',
    })
    at?: Date,
  ): Promise<Prediction> {
    return predictMatch(app, access, league, sides, size, { at: checkTime('at', at) ?? null, roles: roles ?? null });
  }
}
