import type { NeedsReads } from '../kit/needs.js';
import type { AnswerSize } from '../kit/paging/answer-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { listPlayersById } from '../player/player.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { findChange, type LineJoins, listChanges } from './journal.repository.js';
import { addLeftOut } from './left-out.js';
import type { JournalChange } from './rating.js';
import { growHistory, growToMatches } from './rating-before-match.js';

/** Data that a page of the journal includes besides its lines. */
export type HistoryJoins = LineJoins & {
  readonly opponents: boolean;
  /** Whether `before` is to be as of the moments of the matches. */
  readonly befores: boolean;
};

/** One page of a player's journal, newest first. @param size what it takes beyond its lines is counted there */
export async function readHistory(
  { reads, raters }: NeedsReads & NeedsRaters,
  league: League,
  playerId: number,
  window: { from?: Date; to?: Date },
  page: { limit: number; after: { playedAt: Date; sequence: number } | null },
  joins: HistoryJoins,
  size?: AnswerSize,
): Promise<JournalChange[]> {
  const changes = await listChanges(reads, league, playerId, window, page, joins);
  if (joins.befores) await growHistory(reads, raters, league, changes);
  if (joins.contributions) await addLeftOut(reads, raters, league, changes, size);
  return joins.opponents ? withOpponents(reads, league.id, changes) : changes;
}

/** One line of the journal; null if there is none. @param size as of `readHistory` */
export async function readChange(
  { reads, raters }: NeedsReads & NeedsRaters,
  league: League,
  key: { playerId: number; sequence: number; revision: number },
  isExplained: boolean,
  size?: AnswerSize,
): Promise<JournalChange | null> {
  const change = await findChange(reads, league, key);
  if (change) await growToMatches(reads, raters, league, [change]);
  if (change && isExplained) await addLeftOut(reads, raters, league, [change], size);
  return change;
}

async function withOpponents(sql: Sql, leagueId: number, changes: readonly JournalChange[]): Promise<JournalChange[]> {
  const ids = new Set(changes.flatMap(({ contributions }) => contributions.map(({ opponent }) => Number(opponent))));
  const players = new Map((await listPlayersById(sql, leagueId, [...ids])).map((player) => [player.id, player]));
  return changes.map((change) => ({
    ...change,
    contributions: change.contributions.map((contribution) => ({
      ...contribution,
      opponent: players.get(Number(contribution.opponent))!,
    })),
  }));
}
