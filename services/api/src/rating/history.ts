import type { Sql } from '../kit/sql/transaction.js';
import { listPlayersById } from '../player/player.repository.js';
import { type Journal, type LineJoins, listChanges } from './journal.repository.js';
import type { RatingChange } from './rating.js';

/** What a page of the journal is to carry beside its lines. */
export type HistoryJoins = LineJoins & { readonly opponents: boolean };

/** One page of a player's journal, newest first. */
export async function readHistory(
  sql: Sql,
  journal: Journal,
  playerId: number,
  window: { from?: Date; to?: Date },
  page: { limit: number; after: { playedAt: Date; sequence: number } | null },
  joins: HistoryJoins,
): Promise<RatingChange[]> {
  const changes = await listChanges(sql, journal, playerId, window, page, joins);
  return joins.opponents ? withOpponents(sql, changes) : changes;
}

async function withOpponents(sql: Sql, changes: readonly RatingChange[]): Promise<RatingChange[]> {
  const ids = new Set(changes.flatMap(({ contributions }) => contributions.map(({ opponent }) => Number(opponent))));
  const players = new Map((await listPlayersById(sql, [...ids])).map((player) => [player.id, player]));
  return changes.map((change) => ({
    ...change,
    contributions: change.contributions.map((contribution) => ({
      ...contribution,
      opponent: players.get(Number(contribution.opponent))!,
    })),
  }));
}
