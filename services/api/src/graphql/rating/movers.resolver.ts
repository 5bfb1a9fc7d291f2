import { Float, Int } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork, countWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import { keptByVersion } from '../../league/league-reader.js';
import type { StoredMatch } from '../../match-log/match.js';
import { MAX_STORED_CONTRIBUTIONS } from '../../rating/journal-line.js';
import type { MatchHead, Rating } from '../../rating/rating.js';
import { MAX_RANK_DAYS } from '../../reading/career.repository.js';
import { MAX_DAYS_LED } from '../../reading/listed-leagues.js';
import { findUpset, MAX_RESULTS_COMPARED } from '../../reading/match-page.repository.js';
import { listMovers, listUpsets, MAX_CONTRIBUTIONS_LOOKED_AT, MAX_NEWEST } from '../../reading/movers.repository.js';
import { computeFields, field, firstOf, type Of, objectType, optional } from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { PLACES_PER_POINT } from '../loaders.js';
import { MatchType } from '../match/match.type.js';
import { checkTime, DateTimeScalar } from '../scalars.js';
import { sizedList } from '../selection.js';
import { keyOf } from './career.resolver.js';
import { changesAt } from './rating.resolver.js';
import { RatingChangeType, RatingType } from './rating.type.js';

/** Ratings that are looked through, and lines that are looked up, in the time of a point. */
const RATINGS_PER_POINT = 100;
const LINES_PER_POINT = 2;
/** Points of a match, whose lines are read with what they say of each opponent. */
const POINTS_PER_MATCH = 2;

const RankPointType = objectType('RankPoint', 'A rank as of a midnight, as a point of a chart.', {
  at: field(DateTimeScalar, 'The midnight that ended the day.'),
  rank: field(Int, 'The rank that the board showed then, from 1.'),
});

computeFields<Rating>(RatingType, {
  change: optional(
    Float,
    'Points gained since a time, by matches and by time: the value less the one after the newest match before then. Null if the player had no value then, or has none now.',
    { args: { since: field(DateTimeScalar, 'The time to compare with.') }, cost: { work: 1 } },
    async (rating, { loaders }, { since }) => {
      const before = new Date(checkTime('since', since)!.getTime() - 1);
      const { lines, playerId } = await keyOf(rating, loaders);
      const asOf = lines.asOf && lines.asOf < before ? lines.asOf : before;
      const then = (await loaders.careers.value.load({ lines: { ...lines, asOf }, playerId })) ?? null;
      return then === null || rating.value === null ? null : rating.value - then;
    },
  ),
  rankSeries: field(
    [RankPointType],
    `Ranks over time, oldest first: as the board showed them at the end of each day with a snapshot, whatever was corrected since. Days whose board was that of the day before, and days without a rank, are left out, and so are all but the newest ${MAX_RANK_DAYS} days, and those after the moment of a past rating. Empty for hidden players.`,
    {
      args: {
        from: optional(DateTimeScalar, 'Only midnights at or after this time.'),
        to: optional(DateTimeScalar, 'Only midnights at or before this time.'),
      },
      cost: { work: 50 },
    },
    async (rating, { loaders, size }, { from, to }, info) => {
      const [start, end] = [checkTime('from', from) ?? null, checkTime('to', to) ?? null];
      if (rating.isHidden) return [];
      const { playerCount } = await loaders.league.load(rating.leagueId);
      await beginWork(size, Math.ceil((MAX_RANK_DAYS * playerCount) / PLACES_PER_POINT));
      const key = await keyOf(rating, loaders);
      const { asOf } = key.lines;
      const window = { from: start, to: asOf && !(end && end < asOf) ? asOf : end };
      const ranks = await loaders.careers.ranks.load({ ...key, window });
      return sizedList(size, info, ranks ?? []);
    },
  ),
});

const LeagueRecordsType = objectType(
  'LeagueRecords',
  'Who has the most in a league, each null without a rated match; of several, whom the platform knew first. Hidden players hold no record.',
  {
    highestPeak: optional(RatingType, 'The ranked player with the highest `peak`.'),
    mostMatches: optional(RatingType, 'The player with the most rated matches.'),
    mostWins: optional(RatingType, 'The player with the most wins.'),
  },
);

/** What happened in a league since a time. */
computeFields<League>(LeagueType, {
  movers: field(
    [RatingType],
    `Ranked players who have played since a time and gained points, the most first: by \`Rating.change\`. Of more than ${MAX_NEWEST.toLocaleString('en')} who have played since, those who played last are compared.`,
    { args: { since: field(DateTimeScalar, 'The time to compare with.'), ...firstOf(5) }, cost: { work: 50 } },
    async (league, { app, size }, { since, first }, info) => {
      const asked = { since: checkTime('since', since)!, limit: checkFirst(first) };
      const { playerCount } = league;
      const points = Math.ceil(playerCount / RATINGS_PER_POINT + Math.min(playerCount, MAX_NEWEST) / LINES_PER_POINT);
      const read = async () => {
        await beginWork(size, points);
        return listMovers(app.reads, league, asked);
      };
      return sizedList(size, info, await keptByVersion(league, 'movers', read, asked));
    },
  ),
  upsets: field(
    [RatingChangeType],
    `The least expected wins since a time, those first, as changes of the winners: less than half of the points against all opponents was expected of them. One for each match, among the newest ${MAX_NEWEST.toLocaleString('en')}, without void ones: those with at most ${MAX_STORED_CONTRIBUTIONS} \`RatingChange.contributions\` each, the newest with ${MAX_CONTRIBUTIONS_LOOKED_AT.toLocaleString('en')} in all. Winners who are hidden are left out.`,
    {
      args: {
        since: field(DateTimeScalar, 'Only matches played at or after this time.'),
        ...firstOf(5),
        until: optional(DateTimeScalar, 'Only matches played before this time.'),
      },
      cost: { work: 50 },
    },
    async (league, context, { since, first, until }, info) => {
      const asked = {
        ...{ since: checkTime('since', since)!, until: checkTime('until', until) ?? null },
        limit: checkFirst(first),
      };
      const { app, size } = context;
      const read = async () => {
        // How much it is shows afterwards.
        await beginWork(size, 0);
        const { upsets, lookedAt } = await listUpsets(app.reads, league, asked);
        countWork(size, POINTS_PER_MATCH * lookedAt);
        return upsets;
      };
      return changesAt(context, info, league.id, await keptByVersion(league, 'upsets', read, asked));
    },
  ),
  records: field(
    LeagueRecordsType,
    'The records of the league.',
    { cost: { work: 50 } },
    (league, { loaders, size }): Promise<Of<typeof LeagueRecordsType>> => loaders.records.load({ league, size }),
  ),
  leaderSince: optional(
    DateTimeScalar,
    `The midnight from which on the leader of the board was first in the snapshot of every day, at most ${MAX_DAYS_LED} recorded days back. Null if nobody has a rank, or if the leader was not first at the newest midnight.`,
    { cost: { work: 50 } },
    (league, { loaders, size }) => loaders.leaderSince.load({ league, size }),
  ),
});

const UpsetType = objectType('Upset', 'A win that was not expected, among the results up to it.', {
  expected: field(
    Float,
    'Mean expected score of the winner against each opponent, below 0.5; of several winners, the least.',
  ),
  place: field(Int, 'The place among these results: 1 for the least expected win.'),
  among: field(Int, `How many results these are, the newest up to the match: at most ${MAX_RESULTS_COMPARED}.`),
});

computeFields<StoredMatch | MatchHead>(MatchType, {
  upset: optional(
    UpsetType,
    'How unexpected the win was, as the rating changes are known now. Null for void matches, if nobody won or the win was expected, if the winner is hidden, and if the contributions of the match are not stored.',
    { cost: { work: MAX_RESULTS_COMPARED * POINTS_PER_MATCH } },
    async (root, { app, loaders }) => {
      const match = 'sides' in root ? root : await loaders.match.load(root);
      if (match.status === 'VOID') return null;
      return findUpset(app.reads, await loaders.league.load(match.leagueId), match);
    },
  ),
});
