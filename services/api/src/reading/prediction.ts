import type { Access } from '../access/access.js';
import type { NeedsClock, NeedsDatabase, NeedsReads } from '../kit/needs.js';
import { beginWork, type ResponseSize } from '../kit/paging/response-size.js';
import { Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import type { League } from '../league/league.js';
import { checkRole } from '../match-log/checks.js';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import { handleKey } from '../player/handle.js';
import { findVisiblePlayers } from '../player/known-players.js';
import { askRater } from '../raters/apart.js';
import type { NeedsRaters } from '../raters/raters.js';
import { type RaterChoice, ratingSystemOf } from '../raters/rating-system.js';
import { pointsPerLine } from '../rating/journal-line.js';
import { FORESEE, FORESEE_CHANGES } from '../rating/rater-work.js';
import type { RatingMove } from '../rating/rating.js';
import { countMatchesPlayed } from '../rating/rating.repository.js';
import { loadStatesNow } from '../rating/states.js';

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

/** What a duel would give to a player, or take, in points; null where ratings have none. */
export interface Stake {
  readonly win: number | null;
  readonly loss: number | null;
}

/** Two players, by id, and when they play. */
interface DuelToCome {
  readonly playerIds: readonly [number, number];
  readonly at: Date;
}

/**
 * What duels of a league would do to the ratings if they were played now, of each player in the order given. They are determined by the
 * version of the league.
 * @throws RaterAway, or RaterFault if the rater fails
 */
export async function stakesOf(
  needs: NeedsReads & NeedsRaters,
  league: League,
  duels: readonly DuelToCome[],
  size: ResponseSize,
): Promise<readonly (readonly Stake[])[]> {
  const system = ratingSystemOf(needs.raters, league);
  const players = [...new Set(duels.flatMap(({ playerIds }) => playerIds))];
  const linePoints = pointsPerLine(system.rater);
  if (linePoints > 0) {
    await beginWork(size, Math.ceil(linePoints * (await countMatchesPlayed(needs.reads, league.id, players))));
  }
  const states = await loadStatesNow(needs.reads, league, system, players);
  const stakes: (readonly Stake[])[] = [];
  for (const { playerIds, at } of duels) {
    const playedAt = Math.max(at.getTime(), league.ratedThrough?.getTime() ?? 0);
    const meeting = { playedAt, sides: playerIds.map((player) => ({ players: [player], role: undefined })) };
    const [won, lost] = [
      await askRater(system, FORESEE_CHANGES, meeting, [1, 2], states),
      await askRater(system, FORESEE_CHANGES, meeting, [2, 1], states),
    ];
    const deltaOf = (changes: typeof won, id: number) =>
      changes.find(({ player }) => Number(player) === id)?.delta ?? null;
    const [one, other] = playerIds;
    stakes.push([
      { win: deltaOf(won, one), loss: deltaOf(lost, one) },
      { win: deltaOf(lost, other), loss: deltaOf(won, other) },
    ]);
  }
  return stakes;
}

/** The time of a match to come: now, unless it is later. */
export function timeToCome(now: Date, at: Date | null): Date {
  return at && at > now ? at : now;
}

/** Pairs of players that are rated, or of sides that are compared, in the time of a point. */
export const PAIRS_PER_POINT = 5;

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
