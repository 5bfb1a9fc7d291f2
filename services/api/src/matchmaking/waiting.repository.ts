import type { Sql } from '../kit/sql/transaction.js';
import type { QueueTicket } from './queue-ticket.js';

/** A ticket as it has become. */
export interface TicketChange extends Pick<QueueTicket, 'id' | 'playerId' | 'joinedAt' | 'status'> {
  /** Its number among the changes of all the league's tickets, which rise in the order of commits. */
  readonly change: number;
}

const CHANGE = `id, player_id AS "playerId", joined_at AS "joinedAt", status, change`;

/** The first tickets of a league that have changed after a given change, each as it is now, in order of change. */
export async function listTicketChanges(
  sql: Sql,
  leagueId: number,
  after: number,
  limit: number,
): Promise<TicketChange[]> {
  return sql.query(`SELECT ${CHANGE} FROM queue_ticket WHERE league_id = $1 AND change > $2 ORDER BY change LIMIT $3`, [
    leagueId,
    after,
    limit,
  ]);
}

/** The newest change of a league's tickets; 0 if there is none. */
export async function findNewestChange(sql: Sql, leagueId: number): Promise<number> {
  const rows: { change: number }[] = await sql.query(
    'SELECT change FROM queue_ticket WHERE league_id = $1 ORDER BY change DESC LIMIT 1',
    [leagueId],
  );
  return rows[0]?.change ?? 0;
}

/** The waiting tickets of a league, first come first. */
export async function listWaitingTickets(sql: Sql, leagueId: number): Promise<TicketChange[]> {
  return sql.query(`SELECT ${CHANGE} FROM queue_ticket WHERE league_id = $1 AND status = 'WAITING' ORDER BY id`, [
    leagueId,
  ]);
}

/** Players who took part in matches or expired waits after a sequence, as submitted. */
export async function listActiveSince(sql: Sql, leagueId: number, sequence: number): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    `SELECT unnest(player_ids) AS id FROM match WHERE league_id = $1 AND sequence > $2
     UNION SELECT player_id FROM log_wait WHERE league_id = $1 AND sequence > $2`,
    [leagueId, sequence],
  );
  return rows.map(({ id }) => id);
}
