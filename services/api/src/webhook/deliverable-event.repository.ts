import { fieldsBut } from '../kit/sql/table.js';
import type { Sql } from '../kit/sql/transaction.js';
import { changeOfAction, type NeedsChanges } from '../league-log/change.js';
import { LeagueEventTable } from '../outbox/outbox.js';
import type { DeliverableEvent } from './event-range.js';

const FIELDS = fieldsBut(LeagueEventTable);

/** Events that are read at a time. */
export const EVENTS_AT_A_TIME = 200;

/** The events of a league after this number, in order. */
export async function listDeliverableEvents(
  { changes }: NeedsChanges,
  sql: Sql,
  leagueId: number,
  after: number,
): Promise<DeliverableEvent[]> {
  const rows: Omit<DeliverableEvent, 'reports'>[] = await sql.query(
    `SELECT ${FIELDS} FROM league_event
     WHERE league_id = $1 AND number > $2 ORDER BY number LIMIT ${EVENTS_AT_A_TIME}`,
    [leagueId, after],
  );
  return rows.map((event) => {
    const change = changeOfAction(changes, event.action);
    // A change of several matches has an event for each, and one of the revision.
    const isOfOne = !change?.isOfSeveral || event.kind === 'MATCH_SHOWN';
    return { ...event, reports: (isOfOne && change?.reports) || null };
  });
}

/** A pair of matched tickets. */
export interface MatchedPair {
  /** The newest `change` of the two, which orders the pairs. */
  readonly change: number;
  readonly matchedAt: Date;
  /** The longer wait first. */
  readonly tickets: readonly MatchedTicket[];
}

interface MatchedTicket {
  readonly id: number;
  readonly playerId: number;
  readonly winProbability: number;
}

/**
 * The first pair of a league that was matched after a change of tickets.
 * @param upTo only the pair of exactly this change; null: whichever is next
 */
export async function findMatchedPair(
  sql: Sql,
  leagueId: number,
  after: number,
  upTo: number | null = null,
): Promise<MatchedPair | null> {
  const rows: (MatchedTicket & { change: number; matchedAt: Date })[] = await sql.query(
    `WITH newest AS (
       SELECT ticket.change, ticket.id, ticket.opponent_ticket_id FROM queue_ticket AS ticket
       JOIN queue_ticket AS opponent ON opponent.league_id = $1 AND opponent.id = ticket.opponent_ticket_id
       WHERE ticket.league_id = $1 AND ticket.change > $2 AND ($3::bigint IS NULL OR ticket.change = $3)
         AND ticket.status = 'MATCHED' AND ticket.change > opponent.change
       ORDER BY ticket.change LIMIT 1
     )
     SELECT newest.change, resolved_at AS "matchedAt", ticket.id, player_id AS "playerId",
            win_probability AS "winProbability"
     FROM newest JOIN queue_ticket AS ticket
       ON ticket.league_id = $1 AND ticket.id IN (newest.id, newest.opponent_ticket_id)
     ORDER BY joined_at, ticket.id`,
    [leagueId, after, upTo],
  );
  return rows[0] ? { change: rows[0].change, matchedAt: rows[0].matchedAt, tickets: rows } : null;
}
