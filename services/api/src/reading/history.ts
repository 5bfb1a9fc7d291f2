import type { NeedsReads } from '../kit/needs.js';
import type { ResponseSize } from '../kit/paging/response-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { LogPosition } from '../match-log/match.js';
import { listPlayersById } from '../player/player.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { findChange, type LineJoins, listChanges } from '../rating/journal.repository.js';
import type { JournalChange } from '../rating/rating.js';
import { addDerivedContributions, growHistory, growToMatches, needsWaits } from './derived-changes.js';

/** Data that a page of the journal includes besides its lines. */
export type HistoryJoins = Omit<LineJoins, 'waits'> & {
  readonly opponents: boolean;
  /** Whether `before` is to be as of the moments of the matches. */
  readonly befores: boolean;
};

/**
 * One page of a player's journal, newest first.
 * @param size counts what is read besides the lines
 * @returns one change more than `first` if there are more; `before` of that one is not adjusted
 */
export async function readHistory(
  { reads, raters }: NeedsReads & NeedsRaters,
  league: League,
  playerId: number,
  { from, to, first, after }: { from?: Date; to?: Date; first: number; after: LogPosition | null },
  joins: HistoryJoins,
  size?: ResponseSize,
): Promise<JournalChange[]> {
  const withWaits = joins.befores && needsWaits(raters, league);
  const page = { limit: first + 1, after };
  const joined = { ...joins, waits: withWaits };
  const { changes, waits } = await listChanges(reads, league, playerId, { from, to }, page, joined);
  const shown = { first, isFromStart: from === undefined };
  if (joins.befores) await growHistory(reads, raters, league, changes, waits, shown);
  if (joins.contributions) await addDerivedContributions(reads, raters, league, changes, size);
  return joins.opponents ? withOpponents(reads, league.id, changes) : changes;
}

/** One line of the journal; null if there is none. @param size as of `readHistory` */
export async function readChange(
  { reads, raters }: NeedsReads & NeedsRaters,
  league: League,
  key: { playerId: number; sequence: number; revision: number },
  isExplained: boolean,
  size?: ResponseSize,
): Promise<JournalChange | null> {
  const change = await findChange(reads, league, key);
  if (change) await growToMatches(reads, raters, league, [change]);
  if (change && isExplained) await addDerivedContributions(reads, raters, league, [change], size);
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
