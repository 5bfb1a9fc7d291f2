import { Float, Int } from 'type-graphql';
import { IS_CORRECTION } from '../../changes/changes.js';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork, countWork } from '../../kit/paging/response-size.js';
import { Refused, refuse } from '../../kit/refusal.js';
import { Unavailable } from '../../kit/unavailable.js';
import type { League } from '../../league/league.js';
import { keptByVersion } from '../../league/league-reader.js';
import { handleKey } from '../../player/handle.js';
import { countLeaguePlayers, listLeaguePlayers, listPlayersLike } from '../../player/league-players.repository.js';
import type { Player } from '../../player/player.js';
import { findNearPlayers, MAX_NEAR } from '../../player/typing-errors.js';
import { RaterMissing } from '../../raters/rating-system.js';
import { MAX_STORED_CONTRIBUTIONS } from '../../rating/journal-line.js';
import { listHidden } from '../../rating/rating.repository.js';
import {
  getScoreCalibration,
  listActivity,
  listDistribution,
  listWeeklyTops,
  MAX_INTERVALS,
  weeklyRanksOf,
} from '../../reading/league-numbers.repository.js';
import { countMatches } from '../../reading/match-page.repository.js';
import { MAX_CONTRIBUTIONS_LOOKED_AT, MAX_NEWEST } from '../../reading/movers.repository.js';
import { type NobodyRanked, type UnrankedReason, whyNobodyRanked } from '../../reading/nobody-ranked.js';
import { MAX_COUNTED, MAX_PLAYERS, type Period, readPeriod } from '../../reading/period.repository.js';
import { type Context, standIn } from '../context.js';
import {
  computedList,
  computeFields,
  counted,
  type FieldOf,
  field,
  firstOf,
  type Of,
  objectType,
  optional,
  PAGE_ARGS,
  pagesBy,
} from '../declare.js';
import { PLACES_PER_POINT } from '../loaders.js';
import { itsPlayer, PlayerConnection, PlayerType } from '../player/player.type.js';
import { checkTime, DateTimeScalar, DayScalar, enumOf, JsonScalar } from '../scalars.js';
import { selectionOf, sizedList } from '../selection.js';
import { LeagueType } from './league.type.js';

export const DayCountType = objectType('DayCount', 'Matches of one day.', {
  day: field(DayScalar, "The day, in the league's time zone."),
  count: field(Int, 'Number of matches that count, 1 or more.'),
});

const ValueCountType = objectType('ValueCount', 'Ranked players with a value in one interval.', {
  value: field(Float, 'Lower end of the interval, in points, inclusive.'),
  to: field(Float, 'Upper end of the interval, in points, exclusive.'),
  count: field(Int, 'Number of ranked players, 0 or more.'),
});

const ScoreGroupType = objectType('ScoreGroup', 'Scores against single opponents with about the same expected score.', {
  expected: field(Float, 'Mean expected score, 0 to 1.'),
  scored: field(Float, 'Mean score, 0 to 1; close to `expected` if the rating system expects the right scores.'),
  count: field(Int, 'Number of scores, 1 or more. Each duel has two, one for each player.'),
});

const ScoreCalibrationType = objectType(
  'ScoreCalibration',
  "Actual and expected scores in a league's newest matches.",
  {
    matches: field(Int, 'Number of matches included, those without a contribution left out.'),
    since: optional(DateTimeScalar, 'When the oldest of these matches was played; null if there are none.'),
    groups: field(
      [ScoreGroupType],
      'One group for each tenth of the expected score, lowest first; tenths without a score are omitted.',
      { cost: { length: 10 } },
    ),
  },
);

/** The most days that are counted one by one. */
export const MAX_DAYS = 3660;
/** Entries of an index that are read in the time of a point. */
const ENTRIES_PER_POINT = 100;
/** Names that are searched for a text in the time of a point. */
const PLAYERS_PER_POINT = 20;
/** Points of a match, whose lines are read with their part for each opponent. */
export const POINTS_PER_MATCH = 2;
/** Points of the newest matches. In addition, all ratings are searched for a draw. */
const USUAL = 20;

/** Matches whose lines are counted along an index in the time of a point. */
const COUNTED_PER_POINT = 50;

const playerPages = pagesBy('league player', ['string'], ({ handle }: Player) => [handleKey(handle)]);

const UnrankedReasonEnum = enumOf<UnrankedReason>('UnrankedReason', 'Why nobody in a league has a rank.', {
  RESTING:
    'Somebody had a rank after the newest match. Since then, all have been away for too long by `League.activeWithin` or by the rating system.',
  TOO_FEW_MATCHES: 'Nobody has as many rated matches as `League.matchesForRank`.',
  TOO_UNCERTAIN: 'Every rating is more uncertain than the rating system allows for a rank.',
});

const NobodyRankedType = objectType(
  'NobodyRanked',
  'Why nobody in a league has a rank, although it has rated matches.',
  {
    reason: field(UnrankedReasonEnum, 'The reason.'),
    message: field(String, 'The reason in a sentence, with its figures.'),
    restingSince: optional(
      DateTimeScalar,
      'With RESTING, when the newest match was played: `League.standings` as of that time has ranks. Null otherwise.',
    ),
    mostMatches: field(Int, 'The most rated matches of a player.'),
    preset: optional(
      String,
      'With TOO_UNCERTAIN, the name of the preset of the rating system with which players of the league would have a rank now; null if there is none.',
    ),
    presetSettings: optional(
      JsonScalar,
      "The league's settings with those of the preset, as input of configureRatingSystem; null without one.",
    ),
  },
);

const PeriodPlayerType = objectType('PeriodPlayer', 'A player in a period of a league.', {
  matchCount: field(Int, 'Number of rated matches in the period.'),
  change: optional(
    Float,
    'Points gained by the end of the period since the newest match before it; null if the player had no value then, or has none at the end.',
  ),
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
  mostActive: computedList(
    PeriodPlayerType,
    'Players with the most rated matches in the period, without hidden ones.',
    5,
    ({ mostActive }: Period) => mostActive,
  ),
  climbers: computedList(
    PeriodPlayerType,
    'Players who gained points in the period, the most first by `PeriodPlayer.change`, without hidden ones.',
    5,
    ({ climbers }: Period) => climbers,
  ),
});

const RankLineType = objectType('RankLine', 'The ranks of a player at the ends of weeks.', {
  ranks: {
    type: [Int],
    description: 'The rank at the end of each of `RankLines.days`, from 1; null if they were not among the first.',
    nullable: 'itemsAndList',
  } as FieldOf<(number | null)[], true>,
  player: itsPlayer('The player.'),
});

const RankLinesType = objectType('RankLines', 'Who was at the top of a board week by week.', {
  days: field([DayScalar], 'The last day of each week, the oldest first.'),
  lines: field([RankLineType], 'The players who were among the first at the end of one of these weeks.'),
});

computeFields<League>(LeagueType, {
  players: field(
    PlayerConnection,
    "The league's players by handle, including registered players and guests.",
    {
      args: {
        ...PAGE_ARGS,
        search: optional(
          String,
          'Only players whose handle in the league, or display name, begins with this text; case and accents are ignored.',
        ),
      },
    },
    async ({ id }, { app, size }, { search, ...page }) => {
      const prefix = search ?? null;
      const players = await playerPages(app, page, (limit, afterKey) =>
        listLeaguePlayers(app.reads, id, prefix, { limit, afterKey }),
      );
      return counted(players, async () => {
        const count = await countLeaguePlayers(app.reads, id, prefix);
        countWork(size, Math.ceil(count / ENTRIES_PER_POINT));
        return count;
      });
    },
  ),
  nearPlayers: field(
    [PlayerType],
    `Players whom a mistyped name may mean: their handle or display name differs from it by one typing error, which is a letter left out, added, mistyped or swapped with the next. Candidate letters come from the alphabet of the name (Latin, Cyrillic or Greek, with accents) and from the name itself; fewer in long names. By handle, at most ${MAX_NEAR}.`,
    { args: { name: field(String, 'The mistyped name; case is ignored.') }, cost: { work: 200, length: MAX_NEAR } },
    ({ id }, { app, size }, { name }) => findNearPlayers(app.reads, id, name, size),
  ),
  playersLike: field(
    [PlayerType],
    'Players whose handle or display name contains this text; case and accents are ignored. Those whose name begins with it come first, and then those with the most rated matches.',
    {
      args: {
        part: field(String, 'A part of the name.'),
        ...firstOf(10),
        unlessKnown: field(
          Boolean,
          'Whether to list nobody if the text is the handle or account of a player of the league.',
          { defaultValue: false },
        ),
      },
      cost: { work: 50 },
    },
    async ({ id, playerCount }, { app, loaders, size }, { part, first, unlessKnown }) => {
      const limit = checkFirst(first);
      if (unlessKnown && (await loaders.playerId.load({ leagueId: id, handle: part.trim() })) !== null) return [];
      await beginWork(size, Math.ceil(playerCount / PLAYERS_PER_POINT));
      return listPlayersLike(app.reads, id, part.trim(), limit);
    },
  ),
  lastMatchAt: optional(
    DateTimeScalar,
    'When the newest match that counts was played; null if there is none.',
    ({ ratedThrough }) => ratedThrough,
  ),
  activity: field(
    [DayCountType],
    `Matches that count by day in the league's time zone, oldest first, for up to ${MAX_DAYS} days; days without matches are left out.`,
    {
      args: {
        ...daysOf('the newest match'),
        span: field(
          Int,
          'How many days, 1 to 100, are counted together under the first of them, from the first day on.',
          { defaultValue: 1 },
        ),
      },
      cost: { work: 50 },
    },
    async (league, { app, size }, { from, to, span }, info) => {
      checkFirst(span, 'span');
      const window = dayWindow(league.ratedThrough, from, to);
      if (!window) return [];
      const read = async () => {
        await beginWork(size, Math.ceil(league.matchCount / ENTRIES_PER_POINT));
        return listActivity(app.reads, league, window, span);
      };
      return sizedList(size, info, await keptByVersion(league, 'activity', read, { ...window, span }));
    },
  ),
  ratedMatchCount: field(
    Int,
    'Number of matches that count: those in the log without the void ones.',
    { cost: { work: 1 } },
    (league, { app }) =>
      keptByVersion(league, 'rated matches', () => countMatches(app.reads, league, { status: 'RATED' })),
  ),
  usualSides: optional(
    Int,
    'How many sides matches have: the median of the newest 20 that count, the lower one of two in the middle. More than 2: the league mostly has races. Null if there is no match.',
    { cost: { work: USUAL } },
    async (league, context) => (await usualOf(league, context)).sides,
  ),
  rankLines: field(
    RankLinesType,
    'Who was at the top of the board at the end of each week, as the nightly runs recorded it: of the newest recorded day, and of those 7, 14, … days before. Later corrections do not change it. Hidden players are left out.',
    {
      args: {
        ...firstOf(8),
        weeks: field(Int, 'How many weeks, 1 to 100; fewer if no more were recorded.', { defaultValue: 12 }),
      },
      cost: { work: 50, length: ({ first }) => 2 * Number(first) },
    },
    async (league, { app, size }, { first, weeks }) => {
      const asked = { first: checkFirst(first), weeks: checkFirst(weeks, 'weeks') };
      const { id, refreshedThrough, revision, createdAt } = league;
      const read = async () => {
        await beginWork(size, Math.ceil((weeks * league.playerCount) / PLACES_PER_POINT));
        return listWeeklyTops(app.reads, id, asked);
      };
      // What was recorded stays until the next midnight, however many matches are played.
      const night = { id, version: refreshedThrough.getTime(), mark: createdAt.getTime() };
      const tops = await keptByVersion(night, 'weekly tops', read, { ...asked, revision });
      const readHidden = () => listHidden(app.reads, id);
      const hidden = tops.length === 0 ? [] : await keptByVersion(league, 'hidden players', readHidden);
      return weeklyRanksOf(tops, new Set(hidden));
    },
  ),
  hasDraws: field(
    Boolean,
    'Whether a rated match was drawn: its first place was shared.',
    { cost: { work: USUAL } },
    async (league, context) => (await usualOf(league, context)).hasDraws,
  ),
  distribution: field(
    [ValueCountType],
    'Values of the ranked players as a histogram: intervals of equal width from the lowest value to the highest, at most 42, and fewer where few players are ranked; empty if nobody is ranked.',
    { cost: { length: MAX_INTERVALS } },
    async ({ id, playerCount }, { app, size }) => {
      await beginWork(size, Math.ceil((2 * playerCount) / ENTRIES_PER_POINT));
      return listDistribution(app.reads, id);
    },
  ),
  calibration: field(
    ScoreCalibrationType,
    `Scores in the newest ${MAX_NEWEST.toLocaleString('en')} matches, without void ones, with the expected scores from which the rating changes were computed: those with at most ${MAX_STORED_CONTRIBUTIONS} \`RatingChange.contributions\` each, the newest with ${MAX_CONTRIBUTIONS_LOOKED_AT.toLocaleString('en')} in all. These are not the chances of \`Match.expected\`, which the league may fit to its history (\`chanceFit\`).`,
    async (league, { app, size }) => {
      await beginWork(size, Math.min(league.matchCount, MAX_NEWEST) * POINTS_PER_MATCH);
      return getScoreCalibration(app.reads, league);
    },
  ),
  nobodyRanked: optional(
    NobodyRankedType,
    'Why nobody has a rank; null if somebody has one, or if there is no rated match.',
    async (league, { app, loaders, size, outcome }, _args, info): Promise<Of<typeof NobodyRankedType> | null> => {
      try {
        const selection = selectionOf(info);
        const withPreset = ['message', 'preset', 'presetSettings'].some((name) => selection.has(name));
        const found = await keptByVersion(league, `nobody ranked ${withPreset}`, () =>
          whyNobodyRanked(app, league, size, () => loaders.records.load({ league, size }), withPreset),
        );
        return found && { ...found, message: messageOf(found) };
      } catch (error) {
        // The league must be readable without its rater.
        if (!(error instanceof Unavailable || error instanceof RaterMissing)) throw error;
        standIn(outcome);
        return null;
      }
    },
  ),
  period: field(
    LeaguePeriodType,
    `What happened in a period, such as a year: how many played how much, and who climbed. Of players, at most the ${MAX_PLAYERS.toLocaleString('en')} with the most matches are looked at, of those who played in the period or later.`,
    {
      args: {
        from: field(DateTimeScalar, 'Only matches played, and corrections made, at or after this time.'),
        to: field(DateTimeScalar, 'Only those before this time.'),
      },
      cost: { work: 150 },
    },
    (league, { app, size }, { from, to }) => {
      const window = { from: checkTime('from', from)!, to: checkTime('to', to)! };
      const points = Math.ceil(Math.min(league.playerCount, MAX_PLAYERS) + league.matchCount / COUNTED_PER_POINT);
      const read = async () => {
        await beginWork(size, points);
        return readPeriod(app.reads, league, { ...window, isCorrection: IS_CORRECTION });
      };
      return keptByVersion(league, 'period', read, window);
    },
  ),
});

/** Typical values of a league's matches. */
function usualOf(league: League, { loaders, size }: Context) {
  return keptByVersion(league, 'usual match', async () => {
    await beginWork(size, Math.ceil(league.playerCount / ENTRIES_PER_POINT));
    return loaders.usualMatch.load(league);
  });
}

function messageOf({ reason, restingSince, mostMatches, preset }: NobodyRanked): string {
  if (reason === 'RESTING') return `Nobody has a rank, because nobody has played since ${restingSince!.toISOString()}.`;
  const most = `the most matches of a player are ${mostMatches}`;
  if (reason === 'TOO_FEW_MATCHES') return `Nobody has a rank, because nobody has played enough matches: ${most}.`;
  const remedy = preset === null ? '' : ` With the preset ${preset}, players would have one.`;
  return `Nobody has a rank, because the rating system finds every rating too uncertain, although ${most}.${remedy}`;
}

/** The arguments of `dayWindow`. @param newest the match up to which days are counted */
export function daysOf(newest: string) {
  return {
    from: optional(DateTimeScalar, 'Only matches played at or after this time; if omitted, the 365 days up to `to`.'),
    to: optional(DateTimeScalar, `Only matches played before this time; if omitted, up to ${newest}.`),
  };
}

const DAY = 86_400_000;

/** A period whose days are counted. */
interface DayWindow {
  /** Inclusive; null: the 365 days up to `to`. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date;
}

/**
 * The period between the arguments `from` and `to`.
 * @param newest when the newest match was played, if `to` is omitted; null: there is none
 * @returns null if no match can be in it
 * @throws Refused
 */
export function dayWindow(newest: Date | null, from?: Date | null, to?: Date | null): DayWindow | null {
  const [start, end] = [checkTime('from', from), checkTime('to', to) ?? (newest && new Date(newest.getTime() + 1))];
  if (!end || (start && start >= end)) return null;
  if (start && end.getTime() - start.getTime() > MAX_DAYS * DAY) {
    const values = { max: MAX_DAYS, from: start.toISOString(), to: end.toISOString() };
    throw new Refused(refuse('DAYS_APART', ['from'], values));
  }
  return { from: start ?? null, to: end };
}
