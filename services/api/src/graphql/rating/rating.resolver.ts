import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Float, Info, Int, type MaybePromise, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../kit/paging/page.js';
import { countParts } from '../../kit/paging/response-size.js';
import { Refused } from '../../kit/refusal.js';
import type { Player } from '../../player/player.js';
import {
  deltaOf,
  type ExplainedContribution,
  type JournalChange,
  type Rating,
  type RatingMove,
  type Standing,
} from '../../rating/rating.js';
import { adjustmentsOfChange, explanationOfChange, localeProblem } from '../../reading/change-explanation.js';
import { type HistoryJoins, readHistory } from '../../reading/history.js';
import type { LineKey } from '../../reading/movers.repository.js';
import { placeOf } from '../../reading/past-board.js';
import { outcomesWork, type PredictedOutcome, type PredictedSide, type Prediction } from '../../reading/prediction.js';
import { computed, computedOptional, computeFields, itsLeague, itsPlayer } from '../computed.js';
import { PageArgs, pagesBy } from '../connection.js';
import { type Context, standIn } from '../context.js';
import { Cost } from '../limits/cost.js';
import { MatchType } from '../match/match.type.js';
import { globalId } from '../node-id.js';
import { PlayerType } from '../player/player.type.js';
import { checkTime, DateTimeScalar } from '../scalars.js';
import { type Selection, selectionOf, selectsContributions, sizedList } from '../selection.js';
import { RESULTS, ResultEnum } from './career.resolver.js';
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

computeFields<Rating>(RatingType, {
  id: globalId('Rating', (rating) => [rating.leagueId, rating.playerId]),
  league: itsLeague(),
  player: itsPlayer('The player.', (rating) => rating.player ?? rating.playerId),
});

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

computeFields<Standing>(StandingType, {
  player: itsPlayer('The player.', ({ player, rating }) => player ?? rating.playerId),
});

@Resolver(() => RatingChangeType)
export class RatingChangeResolver {
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

/** Lines of the journal of a league, as a list of changes. */
export async function changesAt(
  { loaders, size }: Context,
  info: GraphQLResolveInfo,
  leagueId: number,
  lines: readonly LineKey[],
): Promise<readonly JournalChange[]> {
  const isExplained = selectsContributions(selectionOf(info), '');
  const changes = await Promise.all(
    lines.map(async ({ sequence, playerId }) => {
      const key = { leagueId, sequence, size };
      const all = await (isExplained ? loaders.explainedChanges.load(key) : loaders.changes.load(key));
      return all.find((change) => change.playerId === playerId);
    }),
  );
  const own = changes.filter((change) => change !== undefined);
  for (const { contributions } of own) countParts(size, contributions.length);
  return own;
}

computeFields<JournalChange>(RatingChangeType, {
  id: globalId('RatingChange', (change) => [change.leagueId, change.playerId, change.sequence, change.revision]),
  match: computed(MatchType, 'The match.', (change, context) => change.match ?? context.loaders.match.load(change)),
  player: itsPlayer('The player whose rating changed.'),
  result: computed(ResultEnum, "The match's result for the player's side.", ({ verdict }) => RESULTS[verdict]),
  adjustments: computed(
    [AdjustmentType],
    'What else moved the rating, apart from the opponents; empty if nothing did, or if the rater is not installed.',
    async (change, { app, loaders, outcome }) =>
      adjustmentsOfChange(app.raters, await loaders.league.load(change.leagueId), change, () => standIn(outcome)),
  ),
});

@Resolver(() => RatingChangeType)
export class ChangeExplanationResolver {
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

computeFields<ExplainedContribution>(ContributionType, {
  opponent: itsPlayer('The opponent.', ({ opponent }) => (typeof opponent === 'object' ? opponent : Number(opponent))),
});

computeFields<RatingMove>(RatingMoveType, {
  delta: computedOptional(
    Float,
    'Points gained, without changes due to time; null if the value before or after is null.',
    (move) => (move.delta === undefined ? deltaOf(move) : move.delta),
  ),
  player: itsPlayer('The player whose rating moves.'),
});

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
