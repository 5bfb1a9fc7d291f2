import type { Adjustment } from '@openladder/rating';
import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Float, ID, Info, Int, type MaybePromise, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../kit/paging/page.js';
import { countParts } from '../../kit/paging/response-size.js';
import { Refused } from '../../kit/refusal.js';
import type { League } from '../../league/league.js';
import type { StoredMatch } from '../../match-log/match.js';
import type { Player } from '../../player/player.js';
import {
  deltaOf,
  type ExplainedContribution,
  type JournalChange,
  type MatchHead,
  type Rating,
  type RatingMove,
  type Standing,
} from '../../rating/rating.js';
import { adjustmentsOfChange, explanationOfChange, localeProblem } from '../../reading/change-explanation.js';
import { type HistoryJoins, readHistory } from '../../reading/history.js';
import { placeOf } from '../../reading/past-board.js';
import { outcomesWork, type PredictedOutcome, type PredictedSide, type Prediction } from '../../reading/prediction.js';
import { PageArgs, pagesBy } from '../connection.js';
import { type Context, standIn } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { Cost } from '../limits/cost.js';
import { MatchType } from '../match/match.type.js';
import { nodeId } from '../node-id.js';
import { PlayerType } from '../player/player.type.js';
import { checkTime, DateTimeScalar } from '../scalars.js';
import { type Selection, selectionOf, selectsContributions, sizedList } from '../selection.js';
import { RESULTS, ResultEnum, type ResultName } from './career.resolver.js';
import {
  AdjustmentType,
  ContributionType,
  PredictedOutcomeType,
  PredictedSideType,
  PredictionType,
  RatingChangeConnection,
  RatingChangeType,
  RatingMoveType,
  RatingType,
  StandingType,
} from './rating.type.js';

const historyPages = pagesBy('history', ['date', 'integer'], ({ playedAt, sequence }: JournalChange) => [
  playedAt,
  sequence,
]);

@Resolver(() => RatingType)
export class RatingResolver {
  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() rating: Rating, @Ctx() { app }: Context): string {
    return nodeId(app, 'Rating', rating.leagueId, rating.playerId);
  }

  @FieldResolver(() => LeagueType, { description: 'The league.' })
  league(@Root() rating: Rating, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(rating.leagueId);
  }

  @FieldResolver(() => PlayerType, { description: 'The player.' })
  player(@Root() rating: Rating, @Ctx() context: Context): MaybePromise<Player> {
    return rating.player ?? context.loaders.player.load(rating.playerId);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Rank on the board, from 1; null while the player is provisional or before their first rated match.',
  })
  rank(@Root() rating: Rating, @Ctx() context: Context): MaybePromise<number | null> {
    if (rating.rank !== undefined) return rating.rank;
    if (rating.isProvisional || rating.score === null || rating.matchesPlayed === 0) return null;
    return context.loaders.above.load({ leagueId: rating.leagueId, score: rating.score }).then((above) => above + 1);
  }

  @FieldResolver(() => RatingChangeConnection, { description: 'What each match did to the rating, newest first.' })
  async history(
    @Root() rating: Rating,
    @Ctx() { app, loaders, size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('from', () => DateTimeScalar, { nullable: true, description: 'Only matches played at or after this time.' })
    from?: Date,
    @Arg('to', () => DateTimeScalar, { nullable: true, description: 'Only matches played before this time.' })
    to?: Date,
  ): Promise<Connection<JournalChange>> {
    const league = await loaders.league.load(rating.leagueId);
    const window = { from: checkTime('from', from), to: checkTime('to', to) };
    return historyPages(app, page, async (limit, playedAt, sequence) => {
      const after = playedAt && { playedAt, sequence: sequence! };
      const joins = joinsOf(selectionOf(info));
      const changes = await readHistory(
        app,
        league,
        rating.playerId,
        { ...window, first: limit - 1, after },
        joins,
        size,
      );
      for (const { contributions } of changes) countParts(size, contributions.length);
      return changes;
    });
  }
}

function joinsOf(selection: Selection): HistoryJoins {
  const isAskedFor = (field: string) => selection.has(`nodes.${field}`);
  const isWhole = ['status', 'version', 'submittedAt', 'submittedBy', 'weight', 'details'].some((field) =>
    isAskedFor(`match.${field}`),
  );
  const isJoined = isAskedFor('match') && !isAskedFor('match.sides');
  return {
    matches: isJoined ? (isWhole ? 'heads' : 'ids') : 'none',
    opponents: isAskedFor('contributions.opponent'),
    contributions: selectsContributions(selection, 'nodes.'),
    befores: isAskedFor('before'),
  };
}

/** Points of a place of a past board, one page of which costs as much as a page of that board. */
const MOVEMENT = 20;

@Resolver(() => StandingType)
export class StandingResolver {
  @FieldResolver(() => PlayerType, { description: 'The player.' })
  player(@Root() { player, rating }: Standing, @Ctx() context: Context): MaybePromise<Player> {
    return player ?? context.loaders.player.load(rating.playerId);
  }

  @Cost({ work: MOVEMENT })
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Ranks gained since a time: positive for a climb, negative for a fall, 0 for none. Compares with the board as of that time, as it is known now. Null for provisional players and for players who had no rank then.',
  })
  async movement(
    @Root() { rank, rating }: Standing,
    @Ctx() { loaders, size }: Context,
    @Arg('since', () => DateTimeScalar, { description: 'The time to compare with.' }) since: Date,
  ): Promise<number | null> {
    const asOf = checkTime('since', since)!;
    if (rank === null) return null;
    const board = await loaders.pastBoard(rating.leagueId, asOf, size);
    const before = board && placeOf(board, rating.playerId, false);
    return before ? before.rank! - rank : null;
  }
}

@Resolver(() => RatingChangeType)
export class RatingChangeResolver {
  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() change: JournalChange, @Ctx() { app }: Context): string {
    return nodeId(app, 'RatingChange', change.leagueId, change.playerId, change.sequence, change.revision);
  }

  @FieldResolver(() => MatchType, { description: 'The match.' })
  match(@Root() change: JournalChange, @Ctx() context: Context): MaybePromise<StoredMatch | MatchHead> {
    return change.match ?? context.loaders.match.load(change);
  }

  @FieldResolver(() => PlayerType, { description: 'The player whose rating changed.' })
  player(@Root() change: JournalChange, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(change.playerId);
  }

  @FieldResolver(() => ResultEnum, { description: "The match's result for the player's side." })
  result(@Root() { verdict }: JournalChange): ResultName {
    return RESULTS[verdict];
  }

  @FieldResolver(() => [ContributionType], {
    description: "Each opponent's part; their deltas and the points of `adjustments` add up to the change.",
  })
  contributions(
    @Root() { contributions }: JournalChange,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
  ): MaybePromise<readonly ExplainedContribution[]> {
    return sizedList(size, info, contributions);
  }
}

@Resolver(() => RatingChangeType)
export class ChangeExplanationResolver {
  @FieldResolver(() => [AdjustmentType], {
    description:
      'What else moved the rating, apart from the opponents; empty if nothing did, or if the rater is not installed.',
  })
  async adjustments(
    @Root() change: JournalChange,
    @Ctx() { app, loaders, outcome }: Context,
  ): Promise<readonly Adjustment[]> {
    return adjustmentsOfChange(app.raters, await loaders.league.load(change.leagueId), change, () => standIn(outcome));
  }

  @FieldResolver(() => String, {
    description: 'Why the rating changed, in short sentences for players, with the figures.',
  })
  async explanation(
    @Root() change: JournalChange,
    @Ctx() { app, loaders, outcome }: Context,
    @Arg('locale', () => String, {
      defaultValue: 'en',
      description:
        'Language of the explanation, as a language tag. The built-in raters support `en`, `de` and `fr`; other languages fall back to English.',
    })
    locale: string,
  ): Promise<string> {
    const problem = localeProblem(locale, ['locale']);
    if (problem) throw new Refused(problem);
    const [league, { weight }] = await Promise.all([
      loaders.league.load(change.leagueId),
      change.match ?? loaders.match.load(change),
    ]);
    return explanationOfChange(app.raters, league, change, { locale, weight }, () => standIn(outcome));
  }
}

@Resolver(() => ContributionType)
export class ContributionResolver {
  @FieldResolver(() => PlayerType, { description: 'The opponent.' })
  opponent(@Root() { opponent }: ExplainedContribution, @Ctx() { loaders }: Context): MaybePromise<Player> {
    return typeof opponent === 'object' ? opponent : loaders.player.load(Number(opponent));
  }
}

@Resolver(() => RatingMoveType)
export class RatingMoveResolver {
  @FieldResolver(() => PlayerType, { description: 'The player whose rating moves.' })
  player(@Root() move: RatingMove, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(move.playerId);
  }

  @FieldResolver(() => Float, { nullable: true })
  delta(@Root() move: RatingMove): number | null {
    return move.delta === undefined ? deltaOf(move) : move.delta;
  }
}

@Resolver(() => PredictedSideType)
export class PredictedSideResolver {
  @Cost({ predictedLength: ({ sides, players }) => Math.ceil(players / Math.max(sides, 1)) })
  @FieldResolver(() => [PlayerType], { description: 'The players, in the order requested.' })
  async players(@Root() side: PredictedSide, @Ctx() { loaders }: Context): Promise<(Player | Error)[]> {
    return loaders.player.loadMany(side.playerIds);
  }
}

@Resolver(() => PredictionType)
export class PredictionResolver {
  @Cost({ predictedLength: ({ sides }) => sides })
  @FieldResolver(() => [PredictedSideType])
  sides(
    @Root() { sides }: Prediction,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
  ): MaybePromise<readonly PredictedSide[]> {
    const players = sides.reduce((sum, { playerIds }) => sum + playerIds.length, 0);
    return sizedList(size, info, sides, { players: players / sides.length });
  }

  @Cost({
    work: (_, { sides, players }) => outcomesWork(sides, players),
    predictedLength: ({ sides }) => sides + 1,
  })
  @FieldResolver(() => [PredictedOutcomeType], {
    nullable: true,
    description:
      'One outcome for each side as the winner, and one for a draw between all sides. Null if the rating system fails; `errors` says why.',
  })
  ifOutcome(@Root() prediction: Prediction, @Ctx() { size }: Context): Promise<readonly PredictedOutcome[]> {
    return prediction.outcomes(size);
  }
}

@Resolver(() => PredictedOutcomeType)
export class PredictedOutcomeResolver {
  @Cost({ predictedLength: ({ players }) => players })
  @FieldResolver(() => [RatingMoveType], { description: 'The ratings that would change, and by how much.' })
  changes(
    @Root() { changes }: PredictedOutcome,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
  ): MaybePromise<readonly RatingMove[]> {
    return sizedList(size, info, changes);
  }
}
