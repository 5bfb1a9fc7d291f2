import { stateAt } from '@openladder/rating';
import type { Access } from '../access/access.js';
import type { NeedsClock, NeedsDatabase, NeedsReads } from '../kit/needs.js';
import { beginWork, countWork, type ResponseSize } from '../kit/paging/response-size.js';
import { Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import type { League } from '../league/league.js';
import { checkRole } from '../match-log/checks.js';
import type { StoredMatch } from '../match-log/match.js';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import { handleKey } from '../player/handle.js';
import { findVisiblePlayers } from '../player/known-players.js';
import { askRater } from '../raters/apart.js';
import { chancesOf as leagueChances } from '../raters/league-chances.js';
import type { NeedsRaters, RaterCatalogue } from '../raters/raters.js';
import { chooseRatingSystem, matchesForRank, type RaterChoice, ratingSystemOf } from '../raters/rating-system.js';
import { pointsPerLine } from '../rating/journal-line.js';
import { FORESEE, FORESEE_CHANGES } from '../rating/rater-work.js';
import type { RatingMove, RatingSnapshot } from '../rating/rating.js';
import { countMatchesPlayed, listRatings } from '../rating/rating.repository.js';
import { loadStatesNow } from '../rating/states.js';
import { statesBefore } from './changes.js';

export type PredictMatchNeeds = NeedsDatabase & NeedsReads & NeedsClock & NeedsRaters;

export interface Prediction {
  readonly sides: readonly PredictedSide[];
  /**
   * The changes after each outcome: each side in front once, and a draw of all. Computed on request.
   * @throws ResponseTooLarge if that is too much
   */
  outcomes(size: ResponseSize): Promise<readonly PredictedOutcome[]>;
}

export interface PredictedSide {
  readonly playerIds: readonly number[];
  readonly winProbability: number;
  /** From 1, by chance; equal chances share it. */
  readonly place: number;
}

/** Sides with their places by chance. */
export function placedByChance(sides: readonly Omit<PredictedSide, 'place'>[]): PredictedSide[] {
  const chances = sides.map(({ winProbability }) => winProbability).sort((a, b) => b - a);
  return sides.map((side) => ({ ...side, place: 1 + chances.indexOf(side.winProbability) }));
}

/** Effect of one outcome. */
export interface PredictedOutcome {
  /** 1 for the side in front, 2 for the others; all 1 for a draw of all. */
  readonly placements: readonly number[];
  readonly changes: readonly RatingMove[];
}

const MAX_PLAYERS = 100;

/** The known facts of a match to come, besides its players. */
export interface MatchToCome {
  /** When it is played; a past time counts as now. */
  readonly at: Date | null;
  /** The role of each side, null for one that has none; null: no side has one. */
  readonly roles: readonly (string | null)[] | null;
}

export const UNKNOWN: MatchToCome = { at: null, roles: null };

/**
 * The chances of each side, and the effect of each outcome on the ratings. Ratings are as of the match: the uncertainty of players who
 * have been away until then has grown.
 * @param sides handles; players new to the league count as newcomers
 * @param size counts the reading
 * @throws Refused if a handle is unknown, somebody is named twice, there are not as many roles as sides, or the league's rater cannot rate
 * such a match
 */
export async function predictMatch(
  needs: PredictMatchNeeds,
  access: Access,
  league: League,
  sides: readonly (readonly string[])[],
  size: ResponseSize,
  { at, roles }: MatchToCome = UNKNOWN,
): Promise<Prediction> {
  const system = ratingSystemOf(needs.raters, league);
  checkSides(system, sides);
  const sideRoles = checkRoles(sides, roles);
  const [known, merges] = await Promise.all([
    findVisiblePlayers(needs.database.manager, access, sides.flat()),
    listMerges(needs.reads, league.id),
  ]);
  const named = new Set<number>();
  const playerIds = sides.map((handles, side) =>
    handles.map((handle, index) => {
      const own = known.get(handleKey(handle))?.id;
      const path = ['sides', side, index];
      if (own === undefined) throw new Refused(refuse('PLAYER', path, { field: 'player', value: shown(handle) }));
      const id = merges.get(own) ?? own;
      // Two names may belong to the same person.
      if (named.has(id)) throw new Refused(refuse('PLAYER_ONCE', path, { value: shown(handle) }));
      named.add(id);
      return id;
    }),
  );
  const players = playerIds.flat();
  const linePoints = pointsPerLine(system.rater);
  if (linePoints > 0) {
    await beginWork(size, Math.ceil(linePoints * (await countMatchesPlayed(needs.reads, league.id, players))));
  }
  const states = await loadStatesNow(needs.reads, league, system, players);

  const playedAt = timeToCome(needs.clock(), at).getTime();
  const meeting = { playedAt, sides: playerIds.map((players, side) => ({ players, role: sideRoles[side] })) };
  const chances = await askRater(system, FORESEE, meeting, states);
  return {
    sides: placedByChance(playerIds.map((players, side) => ({ playerIds: players, winProbability: chances[side]! }))),
    outcomes: async (size) => {
      await beginWork(size, outcomesWork(sides.length, players.length));
      const outcomes: PredictedOutcome[] = [];
      for (const placements of outcomesOf(sides.length)) {
        // One outcome may be the work of a hundred players.
        await yieldToEventLoop();
        const changes = await askRater(system, FORESEE_CHANGES, meeting, placements, states);
        outcomes.push({
          placements,
          changes: changes.map(({ player, ...move }) => ({ playerId: Number(player), ...move })),
        });
      }
      return outcomes;
    },
  };
}

/** The time of a match to come: now, unless it is later. */
export function timeToCome(now: Date, at: Date | null): Date {
  return at && at > now ? at : now;
}

/** Pairs of players that are rated, or of sides that are compared, in the time of a point. */
const PAIRS_PER_POINT = 5;

/** Cost of computing all outcomes of a match, in points: each is rated, with each player against each other. */
export function outcomesWork(sides: number, players: number): number {
  return Math.ceil(((sides + 1) * players * (players - 1)) / PAIRS_PER_POINT);
}

/** Each side in front once, and a draw of all. */
export function outcomesOf(sides: number): number[][] {
  const places = Array.from({ length: sides }, (_, side) => side);
  return [...places.map((winner) => places.map((side) => (side === winner ? 1 : 2))), places.map(() => 1)];
}

/** @throws Refused if there are not as many roles as sides, or one is invalid */
export function checkRoles(
  sides: readonly unknown[],
  roles: readonly (string | null)[] | null,
): readonly (string | undefined)[] {
  if (roles === null) return sides.map(() => undefined);
  if (roles.length !== sides.length) {
    throw new Refused(refuse('COUNT_OF_ROLES', ['roles'], { sides: sides.length, count: roles.length }));
  }
  return roles.map((role, side) => {
    if (role === null) return undefined;
    refuseAny(checkRole(role, ['roles', side]));
    return role;
  });
}

/** @throws Refused if the rater cannot rate such a match, or somebody is named twice */
export function checkSides({ rater, settings }: RaterChoice, sides: readonly (readonly string[])[]): void {
  const { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide } = rater.formats(settings);
  if (sides.length < minSides || sides.length > (maxSides ?? MAX_PLAYERS)) {
    const values = { min: minSides, max: maxSides ?? MAX_PLAYERS, ratingSystem: rater.key, count: sides.length };
    throw new Refused(refuse('FORMAT_RANGE', ['sides'], { field: 'sides', ...values }));
  }
  const seen = new Set<string>();
  for (const [index, handles] of sides.entries()) {
    if (handles.length < minPlayersPerSide || handles.length > (maxPlayersPerSide ?? MAX_PLAYERS)) {
      const allowed = { min: minPlayersPerSide, max: maxPlayersPerSide ?? MAX_PLAYERS, ratingSystem: rater.key };
      const values = { field: 'players', ...allowed, count: handles.length };
      throw new Refused(refuse('FORMAT_RANGE_PER_SIDE', ['sides', index], values));
    }
    for (const [place, handle] of handles.entries()) {
      if (seen.has(handleKey(handle))) {
        throw new Refused(refuse('PLAYER_ONCE', ['sides', index, place], { value: shown(handle) }));
      }
      seen.add(handleKey(handle));
    }
  }
  if (seen.size > MAX_PLAYERS)
    throw new Refused(refuse('COUNT_MAX', ['sides'], { field: 'players', max: MAX_PLAYERS, count: seen.size }));
}

/** Points for restoring a state. */
const STATE_POINTS = 3;
/** Matches after which others get a turn. */
const AT_A_TIME = 10;

/**
 * The chances of the sides of matches by the ratings just before them, as these are known now.
 * @param matches of one league
 * @param size is charged for reading and computing
 * @returns in the order of the matches; null for a void match, a match with a side without rated players, and if the version of the
 * rater that made the ratings is not installed or does not restore its states
 */
export async function preMatchChances(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  matches: readonly StoredMatch[],
  size: ResponseSize,
): Promise<(readonly PredictedSide[] | null)[]> {
  const rater = raters.get(league.rater);
  if (!rater?.restore || rater.version !== league.raterVersion) return matches.map(() => null);
  const { settings, chanceFit } = league;
  const predicted = matches.map((match) => {
    const sides = match.sides.map((side) => side.participants.filter(({ isGuest }) => !isGuest));
    return match.status === 'RATED' && sides.every((side) => side.length > 0) ? sides : null;
  });
  const places = predicted.flatMap((sides, index) => {
    const { playedAt, sequence } = matches[index]!;
    return (sides ?? []).flat().map(({ playerId }) => ({ playerId, playedAt, sequence }));
  });
  let work = STATE_POINTS * places.length;
  const linePoints = pointsPerLine(rater);
  if (linePoints > 0) {
    const ratings = await listRatings(sql, league.id, [...new Set(places.map(({ playerId }) => playerId))]);
    const lengths = new Map(ratings.map(({ playerId, matchesPlayed }) => [playerId, matchesPlayed]));
    work += Math.ceil(linePoints * places.reduce((sum, { playerId }) => sum + (lengths.get(playerId) ?? 0), 0));
  }
  await beginWork(size, work);
  const states = await statesBefore(sql, league, { rater, settings, shownThrough: null }, places);
  let place = 0;
  const chancesOf = (sides: StoredMatch['sides'][number]['participants'][], index: number) => {
    countWork(size, Math.ceil(sides.length ** 2 / PAIRS_PER_POINT));
    const at = matches[index]!.playedAt.getTime();
    const stateOf = () => {
      const state = states.has(place) ? states.get(place) : rater.initial(settings);
      place++;
      return stateAt(rater, settings, state, at);
    };
    const chances = leagueChances(
      { rater, settings, chanceFit },
      sides.map((side) => side.map(stateOf)),
      { at, roles: matches[index]!.sides.map(({ role }) => role ?? undefined) },
    );
    return placedByChance(
      sides.map((side, number) => ({
        playerIds: side.map(({ playerId }) => playerId),
        winProbability: chances[number]!,
      })),
    );
  };
  const found: (readonly PredictedSide[] | null)[] = [];
  for (const [index, sides] of predicted.entries()) {
    found.push(sides && chancesOf(sides, index));
    if (found.length % AT_A_TIME === 0) await yieldToEventLoop();
  }
  return found;
}

/** A rating system's result for a match between newcomers. */
export interface RatingPreview {
  readonly sides: readonly { readonly players: readonly string[]; readonly winProbability: number }[];
  readonly ifOutcome: readonly {
    /** As of `PredictedOutcome`. */
    readonly placements: readonly number[];
    readonly changes: readonly NewcomerChange[];
  }[];
  /** Rated matches that a player needs for a rank. */
  readonly matchesForRank: number;
}

/** The known facts of the match. */
interface FirstMatch extends MatchToCome {
  /** Placements of the only outcome to preview; if omitted, each side wins once, and there is a draw. */
  readonly placements?: readonly number[] | null;
}

export interface NewcomerChange {
  readonly player: string;
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  readonly delta: number | null;
}

/**
 * Rates a match between newcomers, once for each outcome.
 * @param settings omitted ones have their defaults
 * @param sides any names, each once
 * @throws Refused if there is no such rating system, its settings break a rule, it cannot rate such a match, or there are not as many
 * roles, or placements, as sides
 */
export async function previewRating(
  needs: NeedsRaters & NeedsClock,
  ratingSystem: string,
  settings: unknown,
  sides: readonly (readonly string[])[],
  size: ResponseSize,
  { at, roles, placements }: FirstMatch = UNKNOWN,
): Promise<RatingPreview> {
  const path = { key: ['ratingSystem'], settings: ['settings'] };
  const choice = chooseRatingSystem(needs.raters, ratingSystem, settings, path);
  const { rater } = choice;
  checkSides(choice, sides);
  const sideRoles = checkRoles(sides, roles);
  if (placements) checkPlacements(placements, sides.length);
  await beginWork(size, outcomesWork(sides.length, sides.flat().length));
  const playedAt = timeToCome(needs.clock(), at).getTime();
  const meeting = { playedAt, sides: sides.map((players, side) => ({ players, role: sideRoles[side] })) };
  const nobody = new Map<string, unknown>();
  const chances = await askRater({ ...choice, shownThrough: null }, FORESEE, meeting, nobody);
  const ifOutcome: RatingPreview['ifOutcome'][number][] = [];
  for (const outcome of placements ? [placements] : outcomesOf(sides.length)) {
    const changes = await askRater(choice, FORESEE_CHANGES, meeting, outcome, nobody);
    ifOutcome.push({
      placements: outcome,
      changes: changes.map((change) => ({ ...change, player: String(change.player) })),
    });
  }
  return {
    sides: sides.map((players, side) => ({ players, winProbability: chances[side]! })),
    ifOutcome,
    matchesForRank: matchesForRank(rater, choice.settings, { minMatches: 0 }),
  };
}

/** @throws Refused unless each side has a placement */
function checkPlacements(placements: readonly number[], sides: number): void {
  const field = 'placements';
  if (placements.length !== sides) {
    const values = { field, min: sides, max: sides, count: placements.length };
    throw new Refused(refuse('COUNT_RANGE', [field], values));
  }
  for (const [side, value] of placements.entries()) {
    if (value >= 1 && value <= sides) continue;
    throw new Refused(refuse('RANGE', [field, side], { field: `${field}.${side}`, min: 1, max: sides, value }));
  }
}
