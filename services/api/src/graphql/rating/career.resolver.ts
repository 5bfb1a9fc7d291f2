import { Float, Int, type MaybePromise } from 'type-graphql';
import { checkWithin } from '../../kit/paging/page.js';
import { beginWork } from '../../kit/paging/response-size.js';
import type { MatchKey } from '../../match-log/match.js';
import { presentLines, type Rating, type VerdictNumber } from '../../rating/rating.js';
import { type CareerLine, extremeOf, ratedLines, type Streak, streaksOf, thinned } from '../../reading/career.js';
import {
  type CareerWindow,
  MAX_FORM,
  MAX_RANK_DAYS,
  recentLinesKey,
  rememberedLines,
} from '../../reading/career.repository.js';
import type { Context } from '../context.js';
import { computeFields, field, objectType, optional } from '../declare.js';
import { DayCountType, daysOf, dayWindow, MAX_DAYS } from '../league/league-numbers.resolver.js';
import { type CareerKey, PLACES_PER_POINT } from '../loaders.js';
import { countParticipants, MatchType } from '../match/match.type.js';
import { checkTime, DateTimeScalar, enumOf } from '../scalars.js';
import { sizedList } from '../selection.js';
import { RatingType } from './rating.type.js';

export const ResultEnum = enumOf('Result', "Result of a match for a player's side.", {
  WIN: 'The side won outright.',
  DRAW: 'The side shared first place.',
  LOSS: 'Another side finished ahead.',
});
export type ResultName = keyof typeof ResultEnum;
export const RESULTS: Readonly<Record<VerdictNumber, ResultName>> = { 1: 'WIN', 0: 'DRAW', [-1]: 'LOSS' };

const RatingPointType = objectType('RatingPoint', 'A rating just after a match, as a point of a chart.', {
  at: field(DateTimeScalar, 'When the match was played.'),
  value: field(Float, 'Rating in points.'),
  deviation: optional(Float, 'One standard deviation, in points; null if the rater has none.'),
  score: optional(Float, 'What the board was sorted by; null if there was nothing.'),
  match: field(MatchType, 'The match.', async ({ leagueId, sequence }: MatchKey, { loaders, size }) => {
    const match = await loaders.match.load({ leagueId, sequence });
    countParticipants(size, match);
    return match;
  }),
});

const RankPointType = objectType('RankPoint', 'A rank as of a midnight, as a point of a chart.', {
  at: field(DateTimeScalar, 'The midnight that ended the day.'),
  rank: field(Int, 'The rank that the board showed then, from 1.'),
});

const StreakType = objectType('Streak', 'Rated matches in a row with the same result.', {
  matches: field(Int, 'Number of matches, 1 or more.'),
  result: field(ResultEnum, 'The result of each of its matches.', ({ verdict }: Streak) => RESULTS[verdict]),
  from: field(DateTimeScalar, 'When its first match was played.', ({ from }: Streak) => new Date(from)),
  to: field(DateTimeScalar, 'When its last match was played.', ({ to }: Streak) => new Date(to)),
});

const StreaksType = objectType('Streaks', "A player's streaks in a league.", {
  current: optional(
    StreakType,
    "The streak that the player's newest rated match belongs to; null before their first one.",
  ),
  longestWinning: optional(
    StreakType,
    'The longest streak of wins, the first one if several are as long; null if there is no win.',
  ),
  longestLosing: optional(
    StreakType,
    'The longest streak of losses, the first one if several are as long; null if there is no loss.',
  ),
});

/** Lines of a career that are read in the time of a point. */
const LINES_PER_POINT = 5;
/** A chart needs four points to show the first, the last and both extremes. */
const LEAST_POINTS = 4;
const MAX_POINTS = 1000;

/** Figures of a career, read from the journal, so that corrections, merges and recomputes show at once. */
computeFields<Rating>(RatingType, {
  series: field(
    [RatingPointType],
    'The rating after each match that gave it a value, in order of play, for a chart. If there are more matches than points, the time between the first and the last is divided into equal intervals, each with its lowest and its highest value.',
    {
      args: {
        points: field(Int, `Most points to return, ${LEAST_POINTS} to ${MAX_POINTS}.`, { defaultValue: 200 }),
        from: optional(DateTimeScalar, 'Only matches played at or after this time.'),
        to: optional(DateTimeScalar, 'Only matches played before this time.'),
      },
      cost: { length: ({ points }) => Number(points) },
    },
    async (rating, context, { points, from, to }, info) => {
      checkWithin('points', points, LEAST_POINTS, MAX_POINTS);
      const window = { from: checkTime('from', from) ?? null, to: checkTime('to', to) ?? null };
      const chosen = thinned(ratedLines(await linesOfRating(rating, context, window)), points);
      const { leagueId } = rating;
      return sizedList(
        context.size,
        info,
        chosen.map((line) => ({ ...line, at: new Date(line.at), leagueId })),
      );
    },
  ),
  activity: field(
    [DayCountType],
    `Rated matches by day in the league's time zone, oldest first, for up to ${MAX_DAYS} days; days without matches are left out.`,
    {
      args: daysOf("the player's newest match"),
      cost: { work: 10 },
    },
    async (rating, context, { from, to }, info) => {
      const window = dayWindow(rating.lastPlayedAt, from, to);
      if (!window) return [];
      const { timeZone } = await context.loaders.league.load(rating.leagueId);
      const key = { ...(await careerOf(rating, context)), days: { ...window, timeZone } };
      const days = (await context.loaders.careers.activity.load(key)) ?? [];
      return sizedList(context.size, info, days);
    },
  ),
  form: field(
    [ResultEnum],
    'Results of the newest rated matches, newest first.',
    {
      args: { last: field(Int, `Most results to return, 1 to ${MAX_FORM}.`, { defaultValue: 5 }) },
      cost: { work: ({ last }) => Number(last), length: ({ last }) => Number(last) },
    },
    async (rating, { loaders }, { last }) => {
      checkWithin('last', last, 1, MAX_FORM);
      const known = await remembered(rating, loaders);
      if (known.lines) return known.lines.verdicts.slice(0, last).map((verdict) => RESULTS[verdict]);
      const verdicts = (await loaders.careers.form.load({ ...(await keyOf(rating, loaders)), last })) ?? [];
      return verdicts.slice(0, last).map((verdict) => RESULTS[verdict]);
    },
  ),
  recentValues: field(
    [Float],
    'Values after the newest rated matches, oldest first, without matches that gave none.',
    {
      args: { last: field(Int, `Of how many matches at most, 1 to ${MAX_FORM}.`, { defaultValue: MAX_FORM }) },
      cost: { work: ({ last }) => Math.ceil(Number(last) / LINES_PER_POINT), length: ({ last }) => Number(last) },
    },
    async (rating, { loaders }, { last }) => {
      checkWithin('last', last, 1, MAX_FORM);
      const known = await remembered(rating, loaders);
      let { lines } = known;
      if (!lines) {
        lines = await loaders.careers.recent.load(await keyOf(rating, loaders));
        if (known.key !== null && lines) rememberedLines.set(known.key, lines);
      }
      return lines?.values.slice(-last) ?? [];
    },
  ),
  streaks: field(StreaksType, 'Streaks of wins, draws and losses.', async (rating, context) =>
    streaksOf(await linesOfRating(rating, context)),
  ),
  percentile: optional(
    Float,
    'Percentage of the other ranked players who do not rank higher, 0 to 100; 100 for the leader, null without a rank.',
    async (rating, { loaders }) => {
      const { leagueId, rank, score } = rating;
      if (rank === null || rating.isProvisional || score === null || rating.matchesPlayed === 0) return null;
      const [above, ranked] = await Promise.all([
        rank === undefined ? loaders.above.load({ leagueId, score }) : rank - 1,
        rating.rankedPlayers ?? loaders.ranked(await loaders.league.load(leagueId)),
      ]);
      const others = ranked - 1;
      return others > 0 ? Math.max(0, 100 * (1 - above / others)) : 100;
    },
  ),
  lowest: optional(
    Float,
    'Lowest value after any match; null if no match gave the player a value.',
    async (rating, context) => extremeOf('lowest', ratedLines(await linesOfRating(rating, context)))?.value ?? null,
  ),
  peakMatch: optional(
    MatchType,
    'The match after which the rating first was at its `peak`; null if there is no peak.',
    async (rating, context) => {
      const peak = extremeOf('highest', ratedLines(await linesOfRating(rating, context)));
      return peak ? context.loaders.match.load({ leagueId: rating.leagueId, sequence: peak.sequence }) : null;
    },
  ),
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

export function keyOf({ leagueId, playerId, lines }: Rating, loaders: Context['loaders']): MaybePromise<CareerKey> {
  if (lines) return { lines, playerId };
  return loaders.league.load(leagueId).then((league) => ({ lines: presentLines(league), playerId }));
}

/** The newest lines of a rating, if they are remembered, and the key under which they are; null for ratings of the past. */
async function remembered(rating: Rating, loaders: Context['loaders']) {
  if (rating.lines || rating.moment !== undefined) return { key: null, lines: undefined };
  const key = recentLinesKey(await loaders.league.load(rating.leagueId), rating);
  return { key, lines: rememberedLines.get(key) };
}

/** The key of a career of which every line is read and charged for. */
export async function careerOf(rating: Rating, { loaders, size }: Context): Promise<CareerKey> {
  await beginWork(size, Math.ceil(rating.matchesPlayed / LINES_PER_POINT));
  return keyOf(rating, loaders);
}

const WHOLE: CareerWindow = { from: null, to: null };

/** The lines of a career, in order of play: read once for all fields of a request. */
async function linesOfRating(rating: Rating, context: Context, window = WHOLE): Promise<readonly CareerLine[]> {
  return (await context.loaders.careers.lines.load({ ...(await careerOf(rating, context)), window })) ?? [];
}
