import type { GraphQLResolveInfo } from 'graphql';
import { Float, Int } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { countWork } from '../../kit/paging/response-size.js';
import type { OpponentRecord } from '../../match-log/match.repository.js';
import { comparePlaces, type OpponentOrder, opponentPlace } from '../../match-log/opponent-records.js';
import type { JournalChange, Rating } from '../../rating/rating.js';
import type { Context } from '../context.js';
import {
  computeFields,
  connectionType,
  counted,
  field,
  firstOf,
  objectType,
  optional,
  PAGE_ARGS,
  pagesBy,
} from '../declare.js';
import { NO_RESULT } from '../match/match.type.js';
import { itsPlayer } from '../player/player.type.js';
import { DateTimeScalar, enumOf } from '../scalars.js';
import { selectionOf } from '../selection.js';
import { careerOf, keyOf } from './career.resolver.js';
import { changesAt } from './rating.resolver.js';
import { RatingChangeType, RatingType } from './rating.type.js';

const OpponentOrderEnum = enumOf<OpponentOrder>(
  'OpponentOrder',
  'Order of opponents. Ties go to more matches, then to the later meeting.',
  {
    MOST_PLAYED: 'Most matches first.',
    RIVAL: 'Many even matches first: by the smaller of wins and losses, with half a point for each draw.',
    NEMESIS: 'The largest surplus of losses over wins first.',
    FAVORITE: 'The largest surplus of wins over losses first.',
  },
);

const PARTS =
  'in rated matches, by `RatingChange.contributions`. Matches whose contributions are not stored, those of very many players, are left out. Null if none is left, and `asKnownAt` a past moment.';

const OpponentRecordType = objectType(
  'OpponentRecord',
  "A player's results against one opponent in matches that count, including those that either played as a guest.",
  {
    matches: field(Int, `Matches in which the two were on different sides, 1 or more. ${NO_RESULT}`),
    wins: field(Int, "Matches in which the player's side finished ahead of the opponent's."),
    draws: field(Int, 'Matches in which the two sides tied.'),
    losses: field(Int, "Matches in which the opponent's side finished ahead of the player's."),
    expected: optional(
      Float,
      `Score against the opponent that the ratings just before the matches made expect, added up ${PARTS}`,
    ),
    points: optional(Float, `Points that the player gained against the opponent ${PARTS}`),
    lastPlayedAt: field(DateTimeScalar, 'When the two last met.'),
    opponent: itsPlayer('The opponent.', ({ opponentId }: OpponentRecord) => opponentId),
  },
);

const OpponentRecordConnection = connectionType('OpponentRecord', OpponentRecordType, 'opponents', {
  counts: 'opponents',
});

/** Opponents' lines that are looked up in the time of a point. */
const LOOKED_UP_PER_POINT = 2;

/** Points of a career of which every match is read, if it is short. The rest of a longer one is added when it is read. */
const CAREER = 500;

/** The opponents of a player. */
computeFields<Rating>(RatingType, {
  bestWins: field(
    [RatingChangeType],
    'Wins against the strongest opponents, strongest first: by the mean of the values that the rated opponents had before the match. If several are equal, the newest comes first.',
    { args: firstOf(5), cost: { work: CAREER } },
    (rating, context, { first }, info) => notable(rating, context, info, 'best wins', first),
  ),
  worstDefeats: field(
    [RatingChangeType],
    'Losses against the weakest opponents, weakest first: by the mean of the values that the rated opponents had before the match. If several are equal, the newest comes first.',
    { args: firstOf(5), cost: { work: CAREER } },
    (rating, context, { first }, info) => notable(rating, context, info, 'worst defeats', first),
  ),
  opponents: field(
    OpponentRecordConnection,
    "The player's record against each opponent in the league, with the same counts as `headToHead`.",
    {
      args: {
        ...PAGE_ARGS,
        orderBy: field(OpponentOrderEnum, 'The order of the opponents.', { defaultValue: 'MOST_PLAYED' }),
      },
      cost: { work: CAREER },
    },
    async (rating, context, { orderBy, ...page }, info) => {
      const { app, loaders, size } = context;
      const order = orderBy ?? 'MOST_PLAYED';
      const selection = selectionOf(info);
      const asksForPoints = selection.has('nodes.expected') || selection.has('nodes.points');
      const placeOf = (record: OpponentRecord) => opponentPlace(order, record);
      const opponentPages = pagesBy(`opponent ${order}`, ['number', 'integer', 'date', 'integer'], placeOf);
      let records: readonly OpponentRecord[] = [];
      const opponents = await opponentPages(app, page, async (limit, ...place) => {
        const key = await keyOf(rating, loaders);
        // Journal lines as of a past moment may be superseded.
        const withPoints = asksForPoints && key.lines.knownSequence === null;
        records = await loaders.careers.opponents.load({ ...key, size, withPoints });
        const sorted = records.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b)));
        const isAfter = (record: OpponentRecord) => place[0] === null || comparePlaces(place, placeOf(record)) < 0;
        return sorted.filter(isAfter).slice(0, limit);
      });
      return counted(opponents, () => records.length);
    },
  ),
});

async function notable(
  rating: Rating,
  context: Context,
  info: GraphQLResolveInfo,
  kind: 'best wins' | 'worst defeats',
  first: number,
): Promise<readonly JournalChange[]> {
  const { loaders, size } = context;
  const most = checkFirst(first);
  const key = { ...(await careerOf(rating, context)), kind, most };
  const { sequences, read } = (await loaders.careers.notable.load(key)) ?? { sequences: [], read: 0 };
  countWork(size, Math.ceil(read / LOOKED_UP_PER_POINT));
  const { leagueId, playerId } = rating;
  return changesAt(
    context,
    info,
    leagueId,
    sequences.map((sequence) => ({ sequence, playerId })),
  );
}
