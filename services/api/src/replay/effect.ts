import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { Player } from '../player/player.js';
import { listPlayersById } from '../player/player.repository.js';
import type { Rating, Standing } from '../rating/rating.js';
import { deltaOf, type RatingMove } from '../rating/rating-move.js';
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
  /** Everybody who is named in it: those whom only a dry run made are found nowhere else. */
  readonly players: readonly Player[];
}

const MOST_CHANGES = 1000;
/** Places of the new board that are told. */
export const TOP = 10;
const NOTHING = { value: null, deviation: null };

/** Gathers who moved, and by how much; of many, only those who moved most are kept. */
export class RatingMoves {
  #count = 0;
  #moves: RatingMove[] = [];

  /** @param before the ratings of the same players as they were, of those who had one */
  add(before: readonly Rating[], updates: readonly RatingUpdate[]): void {
    const olds = new Map(before.map((rating) => [rating.playerId, rating]));
    for (const update of updates) {
      const old = olds.get(update.playerId) ?? NOTHING;
      if (old.value === update.value && old.deviation === update.deviation) continue;
      this.#count++;
      const { playerId, value, deviation } = update;
      const was = { value: old.value, deviation: old.deviation };
      this.#moves.push({ playerId, before: was, after: { value, deviation } });
    }
    if (this.#moves.length > 2 * MOST_CHANGES) this.#moves = mostFirst(this.#moves);
  }

  largest(): Pick<Effect, 'changeCount' | 'changes'> {
    return { changeCount: this.#count, changes: mostFirst(this.#moves) };
  }
}

function mostFirst(moves: readonly RatingMove[]): RatingMove[] {
  const distance = (move: RatingMove) => Math.abs(deltaOf(move) ?? Number.POSITIVE_INFINITY);
  const sorted = moves.toSorted((a, b) => distance(b) - distance(a) || a.playerId - b.playerId);
  return sorted.slice(0, MOST_CHANGES);
}

/** What the moves come to, with the top of the board as it is now, in this transaction. */
export async function describeEffect(tx: EntityManager, league: League, moves: RatingMoves): Promise<Effect> {
  const page = { first: TOP, around: null, includeProvisional: false };
  const { nodes: standings } = await listStandings(tx, league, page, async () => null);
  const { changeCount, changes } = moves.largest();
  const named = [...changes, ...standings.map(({ rating }) => rating)].map(({ playerId }) => playerId);
  return { changeCount, changes, standings, players: await listPlayersById(tx, league.id, named) };
}
