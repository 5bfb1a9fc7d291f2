import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { Rating, Standing } from '../rating/rating.js';
import { listRatings } from '../rating/rating.repository.js';
import type { RatingMove } from '../rating/rating-move.js';
import { deltaOf } from '../rating/rating-move.js';
import type { RatingUpdate } from '../rating/rating-update.js';
import { listStandings } from '../rating/standings.js';

/** What a correction did, or would do, to the board. */
export interface Effect {
  /** How many ratings moved. */
  readonly changeCount: number;
  /** The ratings that moved, those that moved most first; at most MOST_CHANGES. */
  readonly changes: readonly RatingMove[];
  /** The new top of the board. */
  readonly standings: readonly Standing[];
}

const MOST_CHANGES = 1000;
const TOP = 10;

/** The ratings of those who may move, as they are before. */
export async function ratingsBefore(
  tx: EntityManager,
  leagueId: number,
  updates: readonly RatingUpdate[],
): Promise<Map<number, Rating>> {
  const ids = updates.map(({ playerId }) => playerId);
  const ratings = await listRatings(tx, leagueId, ids);
  return new Map(ratings.map((rating) => [rating.playerId, rating]));
}

/** Compares the board as it is now, in this transaction, with the ratings before. */
export async function describeEffect(
  tx: EntityManager,
  league: League,
  before: ReadonlyMap<number, Rating>,
  updates: readonly RatingUpdate[],
): Promise<Effect> {
  const moved = updates.flatMap((update): RatingMove[] => {
    const old = before.get(update.playerId);
    const isSame = old && old.value === update.value && old.deviation === update.deviation;
    if (isSame) return [];
    const nothing = { value: null, deviation: null };
    return [{ playerId: update.playerId, before: old ?? nothing, after: update }];
  });
  const distance = (move: RatingMove) => Math.abs(deltaOf(move) ?? Number.POSITIVE_INFINITY);
  const changes = moved.toSorted((a, b) => distance(b) - distance(a) || a.playerId - b.playerId);
  const page = { first: TOP, after: null, around: null, includeProvisional: false };
  const { nodes: standings } = await listStandings(tx, league, page, async () => null);
  return { changeCount: moved.length, changes: changes.slice(0, MOST_CHANGES), standings };
}
