import { fieldsOf } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { LogWait } from '../match-log/log-wait.js';
import { MERGED_IDS, PERSON } from '../match-log/merges-and-waits.repository.js';
import type { Resolved } from './publish-resolved.js';
import { type QueueTicket, QueueTicketTable } from './queue-ticket.js';

/** Identifies a ticket. */
export interface TicketKey {
  readonly leagueId: number;
  readonly id: number;
}

/** The fields of a QueueTicket, from a ticket and its opponent's. */
export const TICKET_COLUMNS = `${fieldsOf(
  QueueTicketTable,
  ['leagueId', 'id', 'playerId', 'status', 'joinedAt', 'expiresAt', 'resolvedAt', 'winProbability'],
  'ticket',
)}, opponent.player_id AS "opponentId"`;
/** FROM, to go with TICKET_COLUMNS. The league is that of $1, so that one server can answer alone if leagues are distributed. */
export const TICKETS = `queue_ticket AS ticket
  LEFT JOIN LATERAL (
    SELECT player_id FROM queue_ticket AS other
    WHERE other.league_id = $1 AND other.id = ticket.opponent_ticket_id LIMIT 1
  ) AS opponent ON true`;

export async function findTicket(sql: Sql, { leagueId, id }: TicketKey): Promise<QueueTicket | null> {
  const rows: QueueTicket[] = await sql.query(
    `SELECT ${TICKET_COLUMNS} FROM ${TICKETS} WHERE ticket.league_id = $1 AND ticket.id = $2`,
    [leagueId, id],
  );
  return rows[0] ?? null;
}

/** Counts waiting tickets of a league, without those that expire by the given time. */
export async function countWaiting(sql: Sql, leagueId: number, at: Date): Promise<number> {
  const rows: { count: number }[] = await sql.query(
    `SELECT count(*)::integer AS count FROM queue_ticket WHERE league_id = $1 AND status = 'WAITING' AND expires_at > $2`,
    [leagueId, at],
  );
  return rows[0]!.count;
}

/** Waiting tickets of a league, the longest first, without those that expire by the given time. */
export async function listWaiting(sql: Sql, leagueId: number, at: Date, most: number): Promise<QueueTicket[]> {
  return sql.query(
    `SELECT ${TICKET_COLUMNS} FROM ${TICKETS}
     WHERE ticket.league_id = $1 AND ticket.status = 'WAITING' AND ticket.expires_at > $2
     ORDER BY ticket.joined_at, ticket.id LIMIT $3`,
    [leagueId, at, most],
  );
}

/** Leagues with expired tickets that are not resolved yet. */
export async function listLeaguesWithDue(sql: Sql, now: Date): Promise<number[]> {
  const rows: { league_id: number }[] = await sql.query(
    `SELECT DISTINCT league_id FROM queue_ticket WHERE status = 'WAITING' AND expires_at <= $1`,
    [now],
  );
  return rows.map((row) => row.league_id);
}

/** An expired ticket. */
export interface DueTicket {
  readonly id: number;
  readonly playerId: number;
  readonly joinedAt: Date;
  readonly expiresAt: Date;
  /** When the player, or the player into whom they are merged, played their newest rated match; null if there is none. */
  readonly lastPlayedAt: Date | null;
}

/** The tickets of a league that have expired by now, in order of expiry. */
export async function listDue(tx: Sql, leagueId: number, now: Date): Promise<DueTicket[]> {
  return tx.query(
    `SELECT ticket.id, ticket.player_id AS "playerId", joined_at AS "joinedAt", expires_at AS "expiresAt",
            last_played_at AS "lastPlayedAt"
     FROM queue_ticket AS ticket
     LEFT JOIN player_merge AS merge ON merge.league_id = ticket.league_id AND merge.player_id = ticket.player_id
     LEFT JOIN rating ON rating.league_id = ticket.league_id
                     AND rating.player_id = COALESCE(merge.into_id, ticket.player_id)
     WHERE ticket.league_id = $1 AND status = 'WAITING' AND expires_at <= $2 ORDER BY expires_at, ticket.id`,
    [leagueId, now],
  );
}

export async function insertTicket(
  tx: Sql,
  ticket: Pick<QueueTicket, 'leagueId' | 'playerId' | 'joinedAt' | 'expiresAt'>,
): Promise<number> {
  const rows: { id: number }[] = await tx.query(
    `INSERT INTO queue_ticket (league_id, player_id, joined_at, expires_at) VALUES ($1, $2, $3, $4) RETURNING id`,
    [ticket.leagueId, ticket.playerId, ticket.joinedAt, ticket.expiresAt],
  );
  expectRows('insertTicket', rows.length, 1);
  return rows[0]!.id;
}

/** Pairs two waiting tickets. @param chances of their players to win */
export async function updateMatched(
  tx: Sql,
  leagueId: number,
  tickets: readonly [number, number],
  chances: readonly [number, number],
  at: Date,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE queue_ticket AS ticket
     SET status = 'MATCHED', resolved_at = $2, opponent_ticket_id = new.opponent_id, win_probability = new.chance
     FROM unnest($3::integer[], $4::integer[], $5::double precision[]) AS new (id, opponent_id, chance)
     WHERE league_id = $1 AND ticket.id = new.id AND status = 'WAITING'`,
    [leagueId, at, tickets, [tickets[1], tickets[0]], chances],
  );
  expectRows('updateMatched', touched, 2);
}

/** Ends waiting tickets as expired, each with its wait in the log. */
export async function updateExpired(
  tx: Sql,
  leagueId: number,
  ended: readonly { readonly ticket: DueTicket; readonly wait: LogWait }[],
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE queue_ticket AS ticket
     SET status = 'EXPIRED', resolved_at = expires_at, wait_sequence = new.sequence
     FROM unnest($2::integer[], $3::integer[]) AS new (id, sequence)
     WHERE league_id = $1 AND ticket.id = new.id AND status = 'WAITING'`,
    [leagueId, ended.map(({ ticket }) => ticket.id), ended.map(({ wait }) => wait.sequence)],
  );
  expectRows('updateExpired', touched, ended.length);
}

/** The fields of a Resolved. */
const RESOLVED_COLUMNS = 'id, status, joined_at AS "joinedAt", resolved_at AS "resolvedAt"';

/** Ends all waiting tickets of a league. @returns them */
export async function updateAllLeft(tx: Sql, leagueId: number, at: Date): Promise<Resolved[]> {
  const [rows]: [Resolved[], number] = await tx.query(
    `UPDATE queue_ticket SET status = 'LEFT', resolved_at = $2 WHERE league_id = $1 AND status = 'WAITING'
     RETURNING ${RESOLVED_COLUMNS}`,
    [leagueId, at],
  );
  return rows;
}

/** Ends the waiting tickets of a player, under all handles that are merged with theirs. @returns them */
export async function updateLeft(tx: Sql, leagueId: number, playerId: number, at: Date): Promise<Resolved[]> {
  const [rows]: [Resolved[], number] = await tx.query(
    `UPDATE queue_ticket SET status = 'LEFT', resolved_at = $3
     WHERE league_id = $1 AND status = 'WAITING' AND player_id IN (${MERGED_IDS(PERSON('$2'))})
     RETURNING ${RESOLVED_COLUMNS}`,
    [leagueId, playerId, at],
  );
  return rows;
}
