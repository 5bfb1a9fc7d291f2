import type { GraphQLResolveInfo } from 'graphql';
import { Float, ID, Int } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { countParts } from '../../kit/paging/response-size.js';
import { refuseAny } from '../../kit/refusal.js';
import { endingOf, type StoredMatch, sideStatusOf } from '../../match-log/match.js';
import { withMerges } from '../../match-log/roster.js';
import {
  deltaOf,
  type ExplainedContribution,
  type JournalChange,
  type Rating,
  type RatingMove,
  type Standing,
} from '../../rating/rating.js';
import { adjustmentsOfChange, explanationOfChange, localeProblem } from '../../reading/change-explanation.js';
import { type HistoryJoins, readHistory } from '../../reading/changes.js';
import type { LineKey } from '../../reading/movers.repository.js';
import { placeOf } from '../../reading/past-board.js';
import { outcomesWork, type PredictedOutcome, type PredictedSide, type Prediction } from '../../reading/prediction.js';
import { type Context, standIn } from '../context.js';
import { computeFields, connectionType, field, objectType, optional, PAGE_ARGS, pagesBy } from '../declare.js';
import { itsLeague } from '../league/league.type.js';
import { MatchType, SideStatusEnum } from '../match/match.type.js';
import { itsPlayer, PlayerType } from '../player/player.type.js';
import { checkTime, DateTimeScalar, enumOf, globalId, nodeId, pastRatingId } from '../scalars.js';
import { changePartsOf, type Selection, selectionOf, sizedList } from '../selection.js';
import { RESULTS, ResultEnum } from './career.resolver.js';
import { RatingChangeType, RatingType, RatingValueType } from './rating.type.js';

/** Points of a place of a past board, one page of which costs as much as a page of that board. */
const MOVEMENT = 20;

export const StandingType = objectType('Standing', 'A place on the board.', {
  rank: optional(
    Int,
    'Starts at 1; equal scores share a rank. Null for provisional players, who are below all others.',
  ),
  rating: field(RatingType, "The player's rating."),
  movement: optional(
    Int,
    'Ranks gained since a time: positive for a climb, negative for a fall, 0 for none. Compares with the board as of that time, as it is known now. Null for provisional players and for players who had no rank then.',
    { args: { since: field(DateTimeScalar, 'The time to compare with.') }, cost: { work: MOVEMENT } },
    async ({ rank, rating }: Standing, { loaders, size }, { since }) => {
      const asOf = checkTime('since', since)!;
      if (rank === null) return null;
      const board = await loaders.pastBoard(rating.leagueId, asOf, size);
      const before = board && placeOf(board, rating.playerId, false);
      return before ? before.rank! - rank : null;
    },
  ),
  player: itsPlayer('The player.', ({ player, rating }: Standing) => player ?? rating.playerId),
});

export const StandingConnection = connectionType('Standing', StandingType, 'standings', {
  counts: 'places on the board',
});

const ContributionType = objectType('Contribution', "One opponent's part in a rating change.", {
  opponentValue: optional(Float, "The opponent's value before the match; null if they had none."),
  expected: field(Float, 'Expected score against the opponent, 0 to 1.'),
  actual: field(
    Float,
    'Score against the opponent, 0 to 1: 1 for a win, 0.5 for a tie, 0 for a loss; where margins count, what the margin is worth.',
  ),
  weight: field(Float, "Weight of the pair in the rater's own unit, 0 or more."),
  delta: optional(
    Float,
    "Points gained from the opponent; null if the player's value before or after is null. The deltas and the points of `RatingChange.adjustments` add up to the change.",
  ),
  opponent: itsPlayer('The opponent.', ({ opponent }: ExplainedContribution) =>
    typeof opponent === 'object' ? opponent : Number(opponent),
  ),
});

const AdjustmentType = objectType(
  'Adjustment',
  'A cause of a rating change other than the opponents, for example a cap or a floor.',
  {
    reason: field(
      String,
      "The rating system's own short name for it. Of those that are built in: `cap`, `fading`, `floor`, `luck`, `period`.",
    ),
    points: field(Float, 'Points gained by it.'),
  },
);

const RatingMoveCauseEnum = enumOf<NonNullable<RatingMove['cause']>>(
  'RatingMoveCause',
  'Why a correction moves a rating.',
  {
    CORRECTED: "The player's own matches were corrected, also those as a guest.",
    FOLLOWED: 'The player has since met somebody whose rating the correction moves.',
  },
);

export const RatingMoveType = objectType('RatingMove', "Change of a player's rating.", {
  before: field(RatingValueType, 'The rating before.'),
  after: field(RatingValueType, 'The rating after.'),
  rankBefore: optional(Int, 'Rank before, from 1; null without a rank, and in predictions.'),
  rankAfter: optional(Int, 'Rank after, from 1; null without a rank, and in predictions.'),
  peakBefore: optional(
    Float,
    'Highest value after any match, before the change; null if there was none, and where it was not compared.',
  ),
  peakAfter: optional(
    Float,
    'Highest value after any match, after the change; null if there is none, and where it was not compared.',
  ),
  cause: optional(
    RatingMoveCauseEnum,
    'Why a correction moves the rating; null if it rates the whole log again, and in predictions.',
  ),
  delta: optional(
    Float,
    'Points gained, without changes due to time; null if the value before or after is null.',
    (move: RatingMove) => (move.delta === undefined ? deltaOf(move) : move.delta),
  ),
  player: itsPlayer('The player whose rating moves.'),
});

export const PredictedSideType = objectType('PredictedSide', "A side's chance to win.", {
  winProbability: field(
    Float,
    'Chance to win, 0 to 1; a draw counts as half a win. The chances of all sides add up to 1.',
  ),
  place: field(Int, 'The place that the chances foresee: 1 for the greatest chance; equal chances share a place.'),
  players: field(
    [PlayerType],
    'The players, in the order requested.',
    { cost: { predictedLength: ({ sides, players }) => Math.ceil(players / Math.max(sides, 1)) } },
    (side: PredictedSide, { loaders }) => loaders.player.loadMany(side.playerIds),
  ),
});

const PredictedOutcomeType = objectType(
  'PredictedOutcome',
  'What one outcome would do to the ratings if the match were played now.',
  {
    placements: field([Int], 'Placements of the sides: 1 for the winner and 2 for the others, or all 1 for a draw.', {
      cost: { predictedLength: ({ sides }) => sides },
    }),
    changes: field(
      [RatingMoveType],
      'The ratings that would change, and by how much.',
      { cost: { predictedLength: ({ players }) => players } },
      ({ changes }: PredictedOutcome, { size }, _args, info) => sizedList(size, info, changes),
    ),
  },
);

export const PredictionType = objectType(
  'Prediction',
  "Each side's chance to win, and what each outcome would do to the ratings. Ratings that change with time are taken as of now.",
  {
    sides: field(
      [PredictedSideType],
      'The sides, in the order requested.',
      { cost: { predictedLength: ({ sides }) => sides } },
      ({ sides }: Prediction, { size }, _args, info) => {
        const players = sides.reduce((sum, { playerIds }) => sum + playerIds.length, 0);
        return sizedList(size, info, sides, { players: players / sides.length });
      },
    ),
    ifOutcome: optional(
      [PredictedOutcomeType],
      'One outcome for each side as the winner, and one for a draw between all sides. Null if the rating system fails; `errors` says why.',
      {
        cost: {
          work: (_, { sides, players }) => outcomesWork(sides, players),
          predictedLength: ({ sides }) => sides + 1,
        },
      },
      (prediction: Prediction, { size }) => prediction.outcomes(size),
    ),
  },
);

const historyPages = pagesBy('history', ['date', 'integer'], ({ playedAt, sequence }: JournalChange) => [
  playedAt,
  sequence,
]);

computeFields<Rating>(RatingType, {
  rank: optional(
    Int,
    'Rank on the board, from 1; null while the player is provisional or before their first rated match.',
    (rating, context) => {
      if (rating.rank !== undefined) return rating.rank;
      if (rating.isProvisional || rating.score === null || rating.matchesPlayed === 0) return null;
      return context.loaders.above.load({ leagueId: rating.leagueId, score: rating.score }).then((above) => above + 1);
    },
  ),
  history: field(
    connectionType('RatingChange', RatingChangeType, 'rating changes'),
    'What each match did to the rating, newest first. Of a rating at a past moment, only matches played by then, as they are known now.',
    {
      args: {
        ...PAGE_ARGS,
        from: optional(DateTimeScalar, 'Only matches played at or after this time.'),
        to: optional(DateTimeScalar, 'Only matches played before this time.'),
      },
    },
    async (rating, { app, loaders, size }, { from, to, ...page }, info) => {
      const league = await loaders.league.load(rating.leagueId);
      const window = { from: checkTime('from', from), to: endFor(rating, checkTime('to', to)) };
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
    },
  ),
  id: field(
    ID,
    'Opaque global id. Ratings at other moments than now have other ids; one that a correction left, or would leave, cannot be found by it.',
    (rating, { app }) => {
      const { leagueId, playerId, moment } = rating;
      if (moment === undefined) return nodeId(app, 'Rating', leagueId, playerId);
      return moment ? pastRatingId(app, leagueId, playerId, moment) : app.seal.nameText(JSON.stringify(rating));
    },
  ),
  league: itsLeague(),
  player: itsPlayer('The player.', (rating) => rating.player ?? rating.playerId),
});

/** The end of the time whose matches belong to a rating, even at a past moment, or in a window that ends at `to`; exclusive. */
function endFor({ lines }: Rating, to: Date | undefined): Date | undefined {
  const end = lines?.asOf ? new Date(lines.asOf.getTime() + 1) : undefined;
  return end && !(to && to < end) ? end : to;
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
    ...changePartsOf(selection, 'nodes.'),
  };
}

/** Lines of the journal of a league, as a list of changes. */
export async function changesAt(
  { loaders, size }: Context,
  info: GraphQLResolveInfo,
  leagueId: number,
  lines: readonly LineKey[],
): Promise<readonly JournalChange[]> {
  const loader = loaders.changes(changePartsOf(selectionOf(info), ''));
  const changes = await Promise.all(
    lines.map(async ({ sequence, playerId }) => {
      const all = await loader.load({ leagueId, sequence, size });
      return all.find((change) => change.playerId === playerId);
    }),
  );
  const own = changes.filter((change) => change !== undefined);
  for (const { contributions } of own) countParts(size, contributions.length);
  return own;
}

/** The match of a change with the player in it, whose id may have been another when it was submitted. */
export async function matchWithPlayer(
  match: StoredMatch,
  { leagueId, playerId }: JournalChange,
  { merges }: Context['loaders'],
): Promise<Pick<StoredMatch, 'sides'>> {
  const isThere = match.sides.some(({ participants }) => participants.some((one) => one.playerId === playerId));
  return isThere ? match : { sides: withMerges(match.sides, await merges.load(leagueId)) };
}

function largestOf(contributions: readonly ExplainedContribution[], most: number): readonly ExplainedContribution[] {
  if (contributions.length <= most) return contributions;
  const sizeOf = ({ delta }: ExplainedContribution) => Math.abs(delta ?? 0);
  const largest = new Set(contributions.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, most));
  return contributions.filter((part) => largest.has(part));
}

computeFields<JournalChange>(RatingChangeType, {
  contributions: field(
    [ContributionType],
    "Each opponent's part; their deltas and the points of `adjustments` add up to the change.",
    {
      args: {
        largest: optional(
          Int,
          'Only so many of them, 1 to 100: those with the largest deltas, in their order; all if omitted.',
        ),
      },
    },
    ({ contributions }, { size }, { largest }, info) =>
      sizedList(size, info, largest == null ? contributions : largestOf(contributions, checkFirst(largest, 'largest'))),
  ),
  opponentCount: field(
    Int,
    'The number of opponents with a part in the change; that of `contributions` without `largest`.',
    ({ contributions }) => contributions.length,
  ),
  id: globalId('RatingChange', (change) => [change.leagueId, change.playerId, change.sequence, change.revision]),
  match: field(MatchType, 'The match.', (change, context) => change.match ?? context.loaders.match.load(change)),
  player: itsPlayer('The player whose rating changed.'),
  result: field(ResultEnum, "The match's result for the player's side.", ({ verdict }) => RESULTS[verdict]),
  sideStatus: field(SideStatusEnum, "How the player's side ended the match.", async (change, { loaders }) =>
    sideStatusOf(await matchWithPlayer(await loaders.match.load(change), change, loaders), change.playerId),
  ),
  adjustments: field(
    [AdjustmentType],
    'What else moved the rating, apart from the opponents; empty if nothing did, or if the rater is not installed.',
    async (change, { app, loaders, outcome }) =>
      adjustmentsOfChange(app.raters, await loaders.league.load(change.leagueId), change, () => standIn(outcome)),
  ),
  explanation: field(
    String,
    'Why the rating changed, in short sentences for players, with the figures.',
    {
      args: {
        locale: field(
          String,
          'Language of the explanation, as a language tag. The built-in raters support `en`, `de` and `fr`; other languages fall back to English.',
          { defaultValue: 'en' },
        ),
      },
    },
    async (change, { app, loaders, outcome }, { locale }) => {
      refuseAny(localeProblem(locale, ['locale']));
      const [league, match] = await Promise.all([
        loaders.league.load(change.leagueId),
        // A match that was joined to its change lacks its sides, and perhaps its weight.
        loaders.match.load(change),
      ]);
      const ending = endingOf(await matchWithPlayer(match, change, loaders), change.playerId);
      const { weight } = match;
      return explanationOfChange(app.raters, league, change, { locale, weight, ending }, () => standIn(outcome));
    },
  ),
});
