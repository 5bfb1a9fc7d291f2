import type { EntityManager } from 'typeorm';
import type { RatingsMoved } from '../audit/audit.repository.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Player } from '../player/player.js';
import { listPlayersById } from '../player/player.repository.js';
import { countAbove, listStandings } from '../rating/board.js';
import type { RatingUpdate } from '../rating/rate-batch.js';
import {
  deltaOf,
  type Rating,
  type RatingMove,
  type RatingSnapshot,
  type ScoredMove,
  type Standing,
} from '../rating/rating.js';
import { listRatings, upsertRatings } from '../rating/rating.repository.js';
import { listStagedMoves, stageMoves } from '../rating/staged-ratings.repository.js';
import type { AppliedChange } from './applied-change.js';

/** The effect of a correction on the board, actual or previewed. */
export interface Effect {
  /** How many matches were rated again; missing in effects stored by older versions. */
  readonly matchCount?: number;
  /** How many ratings changed. */
  readonly changeCount: number;
  /** The largest changes first; at most MAX_CHANGES. */
  readonly changes: readonly RatingMove[];
  /** The ratings just after the corrected match, as logged and as corrected; missing if they were not computed. */
  readonly atMatch?: readonly RatingMove[] | null;
  /** The new top of the board. */
  readonly standings: readonly Standing[];
  /** Everyone named in it, including players who exist only in a dry run. */
  readonly players: readonly Player[];
}

/** An effect as a recompute keeps it, without players: readers look them up, under their current names. */
export type KeptEffect = Omit<Effect, 'players'>;

const MAX_CHANGES = 1000;
/** How many places of the new board are returned. */
export const TOP = 10;

/** Collects the ratings that changed, and keeps the largest changes if there are many. */
export class RatingMoves {
  #matches = 0;
  /** Players whose own matches were corrected; null: the whole log was rated again. */
  #seeds: ReadonlySet<number> | null = null;
  #count = 0;
  #largest: number | null = null;
  #moves: ScoredMove[] = [];
  /** Scores of ranked players whose score or rank changed, before and after. */
  #left: number[] = [];
  #taken: number[] = [];

  /** Sets the matches that were rated again, and the players who caused it. */
  follow({ from, seeds }: Pick<AppliedChange, 'from' | 'seeds'>, { matches }: { readonly matches: number }): void {
    this.#matches = matches;
    this.#seeds = from && new Set(seeds);
  }

  /** @param before the earlier ratings of the same players, if they had one */
  add(before: readonly Rating[], updates: readonly RatingUpdate[]): void {
    const olds = new Map(before.map((rating) => [rating.playerId, rating]));
    for (const update of updates) {
      const { playerId } = update;
      const old = olds.get(playerId);
      const scoreBefore = old ? effectScore(old, old.matchesPlayed) : null;
      const scoreAfter = old?.isHidden ? null : effectScore(update, update.tally.matchesPlayed);
      if (scoreBefore !== scoreAfter) {
        if (scoreBefore !== null) this.#left.push(scoreBefore);
        if (scoreAfter !== null) this.#taken.push(scoreAfter);
      }
      const was = old ? effectRating(old, old.matchesPlayed) : NONE;
      const is = effectRating(update, update.tally.matchesPlayed);
      if (was.value === is.value && was.deviation === is.deviation) continue;
      this.#count++;
      const peaks = { peakBefore: old?.peak ?? null, peakAfter: update.tally.peak };
      this.#push({ playerId, before: was, after: is, ...peaks, scoreBefore, scoreAfter });
    }
    if (this.#moves.length > 2 * MAX_CHANGES) this.#moves = mostFirst(this.#moves);
  }

  /** Compares a staged board with the current one, before the league is locked. */
  async stage(tx: Sql, leagueId: number): Promise<void> {
    const { left, taken } = await stageMoves(tx, leagueId);
    [this.#left, this.#taken] = [[...left], [...taken]];
  }

  /**
   * Adds what the staged board will change, before it is published.
   * @param except players who have played since and are added one by one; null: everyone is
   */
  async addStaged(tx: Sql, except: readonly number[] | null): Promise<void> {
    if (!except) {
      [this.#left, this.#taken] = [[], []];
      return;
    }
    const { count, moves, leftOut } = await listStagedMoves(tx, except, MAX_CHANGES);
    this.#count += count;
    for (const move of moves) this.#push(move);
    // They were counted when the board was staged, so their earlier scores swap sides.
    this.#left = this.#left.concat(leftOut.taken);
    this.#taken = this.#taken.concat(leftOut.left);
  }

  #push(move: ScoredMove): void {
    const delta = deltaOf(move);
    if (delta !== null) this.#largest = Math.max(this.#largest ?? 0, Math.abs(delta));
    this.#moves.push(move);
  }

  /** In the form of the audit log. */
  get moved(): RatingsMoved {
    return { changeCount: this.#count, largestChange: this.#largest };
  }

  /**
   * The effect of these changes.
   * @param shown whether the database has the board from before the changes or from after them
   * @param standings the new top of the board
   * @param newcomers players who enter the league only in a dry run; listed first, because readers take the first entry of a player
   */
  async effect(
    tx: Sql,
    league: League,
    shown: 'before' | 'after',
    standings: readonly Standing[],
    newcomers: readonly Player[] = [],
  ): Promise<Effect> {
    const effect = await this.kept(tx, league, shown, standings);
    const named = [...effect.changes, ...standings.map(({ rating }) => rating)].map(({ playerId }) => playerId);
    return { ...effect, players: [...newcomers, ...(await listPlayersById(tx, league.id, named))] };
  }

  /** The same as a recompute keeps it: the league is locked, and the names of a thousand players are not needed. */
  async kept(tx: Sql, league: League, shown: 'before' | 'after', standings: readonly Standing[]): Promise<KeptEffect> {
    const moves = mostFirst(this.#moves);
    const scores = moves.flatMap(({ scoreBefore, scoreAfter }) => [scoreBefore, scoreAfter]);
    const above = await countAboveEach(
      tx,
      league,
      scores.filter((score) => score !== null),
    );
    const [left, taken] = [countIn(this.#left), countIn(this.#taken)];
    const isAfter = shown === 'after';
    const rankBefore = (score: number) => 1 + above(score) + (isAfter ? left(score) - taken(score) : 0);
    const rankAfter = (score: number) => 1 + above(score) + (isAfter ? 0 : taken(score) - left(score));
    const changes = moves.map(({ scoreBefore, scoreAfter, ...move }) => ({
      ...move,
      ...(this.#seeds && { cause: this.#seeds.has(move.playerId) ? ('CORRECTED' as const) : ('FOLLOWED' as const) }),
      rankBefore: scoreBefore === null ? null : rankBefore(scoreBefore),
      rankAfter: scoreAfter === null ? null : rankAfter(scoreAfter),
    }));
    return { matchCount: this.#matches, changeCount: this.#count, changes, standings };
  }
}

const NONE: RatingSnapshot = { value: null, deviation: null };

/** A player without matches, such as one who was merged into another, has no rating, though their state has a value. */
function effectRating({ value, deviation }: RatingSnapshot, matchesPlayed: number): RatingSnapshot {
  return matchesPlayed === 0 ? NONE : { value, deviation };
}

function effectScore(
  { isProvisional, score }: { readonly isProvisional: boolean; readonly score: number | null },
  matchesPlayed: number,
): number | null {
  return isProvisional || matchesPlayed === 0 ? null : (score ?? Number.NEGATIVE_INFINITY);
}

function mostFirst(moves: readonly ScoredMove[]): ScoredMove[] {
  const distance = (move: RatingMove) => Math.abs(deltaOf(move) ?? Number.POSITIVE_INFINITY);
  const sorted = moves.toSorted((a, b) => distance(b) - distance(a) || a.playerId - b.playerId);
  return sorted.slice(0, MAX_CHANGES);
}

/** The effect of these changes, with the top of the board as this transaction sees it. */
export async function describeEffect(tx: EntityManager, league: League, moves: RatingMoves): Promise<Effect> {
  return moves.effect(tx, league, 'after', await listTop(tx, league));
}

/** The same, as a recompute keeps it. */
export async function describeKeptEffect(tx: EntityManager, league: League, moves: RatingMoves): Promise<KeptEffect> {
  return moves.kept(tx, league, 'after', await listTop(tx, league));
}

async function listTop(tx: EntityManager, league: League): Promise<readonly Standing[]> {
  const { nodes } = await listStandings(tx, league, { first: TOP, includeProvisional: false });
  return nodes;
}

/** How many players of a board are visited, in a pass over all of them, in the time of one count by rank buckets (0.3 ms, measured at 100,000 players). */
const PLAYERS_PER_COUNT = 300;

/** Number of ranked players of a board above a score. */
type AboveCount = (score: number) => number;

/**
 * Counts the players above scores: one by one if there are few, otherwise by reading the whole board.
 * @param scores all scores of later calls
 */
async function countAboveEach(sql: Sql, league: League, scores: readonly number[]): Promise<AboveCount> {
  if (scores.length === 0) return () => 0;
  const above =
    league.playerCount > PLAYERS_PER_COUNT * scores.length
      ? await countAbove(sql, league, scores)
      : await countAlong(sql, league, scores);
  return (score) => above.get(score)!;
}

/** Reads every ranked player once, and finds the place of each score among the given ones. */
async function countAlong(sql: Sql, league: League, scores: readonly number[]): Promise<Map<number, number>> {
  const places = [...new Set(scores)].sort((a, b) => a - b);
  // In place n are the scores from place n - 1 on that are below place n.
  const rows: { place: number; above: number; equal: number }[] = await sql.query(
    `SELECT place, count(*)::integer AS above, (count(*) FILTER (WHERE score = ($2::double precision[])[place]))::integer AS equal
     FROM (SELECT score, width_bucket(score, $2::double precision[]) AS place FROM rating
           WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional) AS ranked
     GROUP BY place`,
    [league.id, places],
  );
  const counts = new Map(rows.map((row) => [row.place, row]));
  const above = new Map<number, number>();
  let better = 0;
  for (let place = places.length; place > 0; place--) {
    const { above: from = 0, equal = 0 } = counts.get(place) ?? {};
    above.set(places[place - 1]!, better + from - equal);
    better += from;
  }
  return above;
}

/** Counts among scores how many are above one. */
function countIn(scores: readonly number[]): AboveCount {
  const sorted = Float64Array.from(scores).sort();
  return (score) => {
    let [least, most] = [0, sorted.length];
    while (least < most) {
      const middle = (least + most) >> 1;
      if (sorted[middle]! > score) most = middle;
      else least = middle + 1;
    }
    return sorted.length - least;
  };
}

/** Writes rows of the new board. @param moves collects the ratings that change; null: not needed */
export async function writeBoard(
  tx: EntityManager,
  leagueId: number,
  board: AsyncIterable<readonly RatingUpdate[]>,
  moves: RatingMoves | null,
): Promise<void> {
  for await (const updates of board) {
    const players = updates.map(({ playerId }) => playerId);
    moves?.add(await listRatings(tx, leagueId, players), updates);
    await upsertRatings(tx, leagueId, updates, 'whole');
  }
}
