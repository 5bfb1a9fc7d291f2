import type { Visibility } from '../access/access.js';
import { arrayLiteral } from '../kit/sql/arrays.js';
import { gatedBy } from '../kit/sql/columns.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { LeagueEvent } from './league-event.js';

/** Writes an event of the league $1. @param gate a relation that must have a row, else nothing is written */
export function insertEventSql(first: number, gate?: string): string {
  return `INSERT INTO league_event (league_id, number, kind, sequences, revision, at)
    SELECT $1::integer, number, kind, sequences, revision, at
    FROM (VALUES ($${first}::bigint, $${first + 1}::text, $${first + 2}::integer[], $${first + 3}::integer,
                  $${first + 4}::timestamptz)) AS new (number, kind, sequences, revision, at)
    ${gatedBy(gate)}`;
}

export const EVENT_PARAMETERS = 5;

export function eventParameters({ number, kind, sequences, revision, at }: Omit<LeagueEvent, 'leagueId'>): unknown[] {
  return [number, kind, sequences && arrayLiteral(sequences), revision, at];
}

/** The entry of the audit log that a revision has. */
export interface RevisionCause {
  readonly action: string;
  readonly subject: string;
}

/** Tells of a write in its own transaction, which has the league's lock; announce it after the commit. */
export async function insertEvent(
  tx: Sql,
  { leagueId, number, kind, sequences, revision, at }: LeagueEvent,
  cause: RevisionCause | null = null,
): Promise<void> {
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_event (league_id, number, kind, sequences, revision, at, action, subject)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING 1`,
    [
      ...[leagueId, number, kind, sequences && arrayLiteral(sequences), revision, at],
      ...[cause?.action ?? null, cause?.subject ?? null],
    ],
  );
  expectRows('insertEvent', rows.length, 1);
}

/** A league and what is new in it, as of one moment. */
export interface LeagueNews {
  readonly version: number;
  readonly visibility: Visibility;
  /** When the league was deleted; null: it was not. */
  readonly deletedAt: Date | null;
  /** In their order. */
  readonly events: readonly LeagueEvent[];
}

type NewsRow = Pick<LeagueNews, 'version' | 'visibility' | 'deletedAt'> & {
  readonly [Field in keyof LeagueEvent]: LeagueEvent[Field] | null;
};

/** The first events after one of this number that may have changed the board, and the league as it stands. */
export async function getNews(sql: Sql, leagueId: number, page: { after: number; limit: number }): Promise<LeagueNews> {
  const rows: NewsRow[] = await sql.query(
    `SELECT version, visibility, deleted_at AS "deletedAt", event.*
     FROM league LEFT JOIN LATERAL (
       SELECT league_id AS "leagueId", number, kind, sequences, revision, at
       FROM league_event WHERE league_id = league.id AND number > $2 AND kind <> 'MATCH_SHOWN' ORDER BY number LIMIT $3) AS event ON true
     WHERE league.id = $1 ORDER BY number`,
    [leagueId, page.after, page.limit],
  );
  // Without a row the last of a deleted league is gone.
  if (!rows[0]) return { version: page.after + 1, visibility: 'PRIVATE', deletedAt: new Date(), events: [] };
  const { version, visibility, deletedAt } = rows[0];
  return { version, visibility, deletedAt, events: rows.filter(({ number }) => number !== null) as LeagueEvent[] };
}
