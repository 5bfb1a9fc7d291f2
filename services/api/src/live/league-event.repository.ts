import { expectRows, type Sql } from '../persistence/transaction.js';
import type { LeagueEvent } from './league-event.js';

/** Tells of a write in its own transaction, which has the league's lock; announce it after the commit. */
export async function insertEvent(tx: Sql, event: LeagueEvent): Promise<void> {
  const { leagueId, number, kind, sequences, revision, at } = event;
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_event (league_id, number, kind, sequences, revision, at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING 1`,
    [leagueId, number, kind, sequences, revision, at],
  );
  expectRows('insertEvent', rows.length, 1);
}
