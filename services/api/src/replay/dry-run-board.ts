import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { Player } from '../player/player.js';
import { byPlace, listTopExcept } from '../rating/board.js';
import type { RatingUpdate } from '../rating/rate-batch.js';
import type { Rating, Standing } from '../rating/rating.js';
import { listRatings } from '../rating/rating.repository.js';
import { type Effect, RatingMoves, TOP } from './effect.js';

/** The board after a dry run: changed ratings, and the new top. Nothing is written. */
export class DryRunBoard {
  readonly #moves = new RatingMoves();
  readonly #rated: number[] = [];
  #top: Rating[] = [];

  constructor(
    private readonly tx: EntityManager,
    private readonly league: League,
  ) {}

  /** Takes rows of the new board, one for each player. */
  async add(updates: readonly RatingUpdate[]): Promise<void> {
    const players = updates.map(({ playerId }) => playerId);
    const before = await listRatings(this.tx, this.league.id, players);
    this.#moves.add(before, updates);
    this.#rated.push(...players);
    const hidden = new Set(before.filter(({ isHidden }) => isHidden).map(({ playerId }) => playerId));
    const ranked = updates.filter((update) => isRanked(update) && !hidden.has(update.playerId));
    this.#keepTop(ranked.map((update) => toRating(this.league.id, update)));
  }

  /** @param newcomers see `RatingMoves.effect` */
  async describe(newcomers: readonly Player[], ...followed: Parameters<RatingMoves['follow']>): Promise<Effect> {
    this.#moves.follow(...followed);
    this.#keepTop(await listTopExcept(this.tx, this.league.id, this.#rated, TOP));
    const standings: Standing[] = [];
    for (const [place, rating] of this.#top.entries()) {
      const ahead = standings.at(-1);
      const rank = ahead?.rating.score === rating.score ? ahead.rank : place + 1;
      standings.push({ rank, rating: { ...rating, rank } });
    }
    return this.#moves.effect(this.tx, this.league, 'before', standings, newcomers);
  }

  #keepTop(ratings: readonly Rating[]): void {
    this.#top = [...this.#top, ...ratings].sort(byPlace).slice(0, TOP);
  }
}

function isRanked({ isProvisional, tally }: RatingUpdate): boolean {
  return !isProvisional && tally.matchesPlayed > 0;
}

/** The rating of a player who has a rank. */
function toRating(leagueId: number, { state: _, tally, ...shown }: RatingUpdate): Rating {
  const { lastPlayedAt: at, ...counts } = tally;
  return { leagueId, ...shown, ...counts, isHidden: false, lastPlayedAt: at === null ? null : new Date(at) };
}
