import type { Visibility } from '../access/access.js';
import { arrayLiteral, gatedBy } from '../kit/sql/columns.js';
import { fieldsBut } from '../kit/sql/fields.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { LeagueEvent } from './league-event.js';
import { LeagueEventTable } from './league-event.table.js';

const FIELDS = fieldsBut(LeagueEventTable, 'action', 'subject');

/** Writes an event of the league $1. @param gate a relation that must have a row, or nothing is written */
export function insertEventSql(first: number, gate?: string): string {
  return `INSERT INTO league_event (league_id, number, kind, sequences, revision, at)
    SELECT $1::integer, number, kind, sequences, revision, at
    FROM (VALUES ($${first}::bigint, $${first + 1}::text, $${first + 2}::integer[], $${first + 3}::integer,
                  $${first + 4}::timestamptz)) AS new (number, kind, sequences, revision, at)
    ${gatedBy(gate)}`;
}

export function eventParameters({ number, kind, sequences, revision, at }: Omit<LeagueEvent, 'leagueId'>): unknown[] {
  return [number, kind, sequences && arrayLiteral(sequences), revision, at];
}

/** The audit entry of a revision. */
export interface RevisionCause {
  readonly action: string;
  readonly subject: string;
}

/** Records a write as an event, in the transaction of the write, which has the league's lock. Announce it after the commit. */
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

/** Records that a correction shows some matches otherwise: an event for each, with the numbers from the given one on. */
export async function insertShownMatches(
  tx: Sql,
  { leagueId, number, revision, at }: Pick<LeagueEvent, 'leagueId' | 'number' | 'revision' | 'at'>,
  action: string,
  subjects: readonly string[],
): Promise<void> {
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_event (league_id, number, kind, revision, at, action, subject)
     SELECT $1, $2::bigint + place - 1, 'MATCH_SHOWN', $3, $4, $5, subject
     FROM unnest($6::text[]) WITH ORDINALITY AS own (subject, place) RETURNING 1`,
    [leagueId, number, revision, at, action, subjects],
  );
  expectRows('insertShownMatches', rows.length, subjects.length);
}

/** A league and its new events, as of one moment. */
export interface LeagueEventPage {
  readonly version: number;
  readonly visibility: Visibility;
  /** When the league was deleted; null if it was not. */
  readonly deletedAt: Date | null;
  /** In their order. */
  readonly events: readonly LeagueEvent[];
}

type NewsRow = Pick<LeagueEventPage, 'version' | 'visibility' | 'deletedAt'> & {
  readonly [Field in keyof LeagueEvent]: LeagueEvent[Field] | null;
};

/** The first events after this number that may have changed the board, and the league as it is now. */
export async function listEventsAfter(
  sql: Sql,
  leagueId: number,
  page: { after: number; limit: number },
): Promise<LeagueEventPage> {
  const rows: NewsRow[] = await sql.query(
    `SELECT version, visibility, deleted_at AS "deletedAt", event.*
     FROM league LEFT JOIN LATERAL (
       SELECT ${FIELDS}
       FROM league_event WHERE league_id = league.id AND number > $2 AND kind <> 'MATCH_SHOWN' ORDER BY number LIMIT $3) AS event ON true
     WHERE league.id = $1 ORDER BY number`,
    [leagueId, page.after, page.limit],
  );
  // No row: nothing is left of a deleted league.
  if (!rows[0]) return { version: page.after + 1, visibility: 'PRIVATE', deletedAt: new Date(), events: [] };
  const { version, visibility, deletedAt } = rows[0];
  return { version, visibility, deletedAt, events: rows.filter(({ number }) => number !== null) as LeagueEvent[] };
}
