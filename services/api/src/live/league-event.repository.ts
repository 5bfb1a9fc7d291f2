import { arrayLiteral } from '../persistence/array-literal.js';
import { gated } from '../persistence/columns.js';
import { expectRows, type Sql } from '../persistence/transaction.js';
import type { LeagueEvent } from './league-event.js';

/** Writes an event of the league $1. @param gate a relation that must have a row, else nothing is written */
export function insertEventSql(first: number, gate?: string): string {
  return `INSERT INTO league_event (league_id, number, kind, sequences, revision, at)
    SELECT $1::integer, number, kind, sequences, revision, at
    FROM ${gated(gate)}(VALUES ($${first}::bigint, $${first + 1}::text, $${first + 2}::integer[], $${first + 3}::integer,
                         $${first + 4}::timestamptz)) AS new (number, kind, sequences, revision, at)
    RETURNING 1`;
}

export function eventParameters({ number, kind, sequences, revision, at }: Omit<LeagueEvent, 'leagueId'>): unknown[] {
  return [number, kind, sequences && arrayLiteral(sequences), revision, at];
}

/** Tells of a write in its own transaction, which has the league's lock; announce it after the commit. */
export async function insertEvent(tx: Sql, { leagueId, ...event }: LeagueEvent): Promise<void> {
  const rows: unknown[] = await tx.query(insertEventSql(2), [leagueId, ...eventParameters(event)]);
  expectRows('insertEvent', rows.length, 1);
}
