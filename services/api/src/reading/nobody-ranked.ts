import { type NeedsDatabase, type NeedsReads } from '../kit/needs.js';
import { beginWork, countWork, type ResponseSize } from '../kit/paging/response-size.js';
import { Refused } from '../kit/refusal.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import { type League } from '../league/league.js';
import { askRater } from '../raters/apart.js';
import { type NeedsRaters } from '../raters/raters.js';
import { chooseRatingSystem, matchesForRank, type RaterChoice, ratingSystemOf } from '../raters/rating-system.js';
import { isAnybodyRanked, listMostPlayed } from '../rating/board.js';
import { RANKS_SOMEBODY, SHOW } from '../rating/rater-work.js';
import { loadStatesNow } from '../rating/states.js';
import { type LeagueRecords } from './movers.repository.js';
import { readPastBoard, readPastRating } from './past.js';

/**
 * Why nobody has a rank: nobody has played for a while, nobody has played enough matches, or every rating is more uncertain than the
 * rating system allows.
 */
export type UnrankedReason = 'RESTING' | 'TOO_FEW_MATCHES' | 'TOO_UNCERTAIN';

export interface NobodyRanked {
  readonly reason: UnrankedReason;
  /** When the newest match was played, after which somebody had a rank; null unless the league rests. */
  readonly restingSince: Date | null;
  /** The most rated matches of a player. */
  readonly mostMatches: number;
  /** The name of the rating system's preset with which such players would have a rank; null if there is none. */
  readonly preset: string | null;
  /** The league's settings with those of the preset. */
  readonly presetSettings: unknown;
}

/** Points of a past board, if the board is small. */
const PAST_BOARD = 1_000;
/** A past board of more players takes longer to make than the reason is worth. */
const MAX_ON_PAST_BOARD = 20_000;
/** Ratings that are searched in the time of a point. */
const RATINGS_PER_POINT = 100;
/** How many players with the most matches are checked under a preset. */
const LOOKED_AT = 5;
/** Points for each match of a player whose rating is computed under a preset: some raters need all matches. */
const POINTS_PER_MATCH = 2;

/**
 * @param recordsOf the records of the league
 * @param withPreset whether to look for a preset
 * @returns null if somebody has a rank, or nobody has played
 */
export async function whyNobodyRanked(
  needs: NeedsDatabase & NeedsReads & NeedsRaters,
  league: League,
  size: ResponseSize,
  recordsOf: () => Promise<LeagueRecords>,
  withPreset: boolean,
): Promise<NobodyRanked | null> {
  const { ratedThrough } = league;
  if (ratedThrough === null || (await isAnybodyRanked(needs.reads, league.id))) return null;
  const mostMatches = (await recordsOf()).mostMatches?.matchesPlayed ?? 0;
  const because = (reason: UnrankedReason, more: Partial<NobodyRanked> = {}): NobodyRanked => {
    return { reason, mostMatches, restingSince: null, preset: null, presetSettings: null, ...more };
  };
  const rater = needs.raters.get(league.rater);
  if (mostMatches < matchesForRank(rater, league.settings, league)) return because('TOO_FEW_MATCHES');
  // Ratings change with time only at midnight.
  if (league.refreshedThrough > ratedThrough) {
    await beginWork(size, PAST_BOARD);
    if (await wasAnybodyRanked(needs, league, ratedThrough, size))
      return because('RESTING', { restingSince: ratedThrough });
  }
  if (!withPreset || !rater?.presets?.length) return because('TOO_UNCERTAIN');
  const players = await mostPlayed(needs, league, size);
  await beginWork(size, players.reduce((sum, { matchesPlayed }) => sum + matchesPlayed, 0) * POINTS_PER_MATCH);
  return because('TOO_UNCERTAIN', await findRankingPreset(needs, league, players));
}

/** The players with the most matches. */
function mostPlayed({ reads }: NeedsReads, league: League, size: ResponseSize) {
  countWork(size, Math.ceil(league.playerCount / RATINGS_PER_POINT));
  return listMostPlayed(reads, league.id, LOOKED_AT);
}

/** Whether somebody had a rank at a time; in a large league, whether one of the players with the most matches had. */
async function wasAnybodyRanked(
  needs: NeedsDatabase & NeedsReads & NeedsRaters,
  league: League,
  asOf: Date,
  size: ResponseSize,
): Promise<boolean> {
  const moment = { asOf, asKnownAt: null };
  if (league.playerCount <= MAX_ON_PAST_BOARD) {
    const board = await readPastBoard(needs, league, moment, size);
    return board !== null && board.ranked > 0;
  }
  const players = await mostPlayed(needs, league, size);
  const pastQuery = { withDisplay: false, withRank: false };
  const ratings = await Promise.all(
    players.map(({ playerId }) => readPastRating(needs, league, moment, playerId, pastQuery, size)),
  );
  return ratings.some((rating) => rating !== null && !rating.isProvisional);
}

/** The first preset under which one of these players has a rank, with the other settings of the league. */
async function findRankingPreset(
  needs: NeedsReads & NeedsRaters,
  league: League,
  players: readonly { readonly playerId: number }[],
): Promise<RankingPreset> {
  const system = ratingSystemOf(needs.raters, league);
  const ids = players.map(({ playerId }) => playerId);
  const states = await loadStatesNow(needs.reads, league, system, ids);
  const waiting = ids.map((id) => ({ state: states.get(id), waits: undefined }));
  return firstPreset(system, async (settings) => {
    const shown = await askRater({ ...system, settings }, SHOW, waiting);
    return shown.some(({ isProvisional }) => !isProvisional);
  });
}

type RankingPreset = Pick<NobodyRanked, 'preset' | 'presetSettings'>;

async function firstPreset(
  { rater, settings }: RaterChoice,
  ranksSomebody: (settings: RaterChoice['settings']) => Promise<boolean>,
): Promise<RankingPreset> {
  for (const preset of rater.presets ?? []) {
    const presetSettings = { ...settings, ...preset.settings };
    if (await ranksSomebody(presetSettings)) return { preset: preset.name, presetSettings };
  }
  return { preset: null, presetSettings: null };
}

/** A rating system with which nobody gets a rank in matches of some size. */
export interface Unrankable extends RankingPreset {
  /** Matches after which all are still provisional. */
  readonly matches: number;
}

/** More than the duels that the slowest built-in system needs. */
const MATCHES = 50;
/** The most sides that are tried. */
export const MAX_SIDES_TRIED = 10;

/**
 * Whether nobody would have a rank after many matches between the same newcomers, each a side, for choosing settings before there are matches.
 * @param given settings; omitted ones have their defaults
 * @returns null if somebody would have one, or the system does not rate such matches with these settings
 */
export async function whyUnrankable(
  needs: NeedsRaters,
  ratingSystem: string,
  given: object,
  sides: number,
): Promise<Unrankable | null> {
  const choice = choiceOf(needs, ratingSystem, given);
  if (!choice) return null;
  const { minSides, maxSides, minPlayersPerSide } = choice.rater.formats(choice.settings);
  if (sides < minSides || sides > (maxSides ?? sides) || minPlayersPerSide > 1) return null;
  const ranksSomebody = async (settings: RaterChoice['settings']) => {
    await yieldToEventLoop();
    return askRater({ ...choice, settings, shownThrough: null }, RANKS_SOMEBODY, sides, MATCHES);
  };
  if (await ranksSomebody(choice.settings)) return null;
  return { matches: MATCHES, ...(await firstPreset(choice, ranksSomebody)) };
}

function choiceOf({ raters }: NeedsRaters, key: string, settings: object): RaterChoice | null {
  try {
    return chooseRatingSystem(raters, key, settings, { key: [], settings: [] });
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
