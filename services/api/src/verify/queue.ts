import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/**
 * No player is paired with two others or with themselves. Every wait in the log belongs to one expired ticket of the same player, and is
 * not before its end. The constraints of the table check the rest.
 */
export async function checkQueue(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  await checkPairings(tx, id, findings);
  await checkWaits(tx, id, findings);
}

async function checkPairings(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const odd: { id: number; opponent: number; back: number | null }[] = await tx.query(
    `SELECT ticket.id, ticket.opponent_ticket_id AS opponent, opponent.opponent_ticket_id AS back
     FROM queue_ticket AS ticket
     JOIN queue_ticket AS opponent ON opponent.league_id = $1 AND opponent.id = ticket.opponent_ticket_id
     WHERE ticket.league_id = $1
       AND (opponent.opponent_ticket_id IS DISTINCT FROM ticket.id OR opponent.resolved_at <> ticket.resolved_at
            OR opponent.player_id = ticket.player_id)
     ORDER BY ticket.id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { id, opponent, back } of odd) {
    findings.add('queue', `ticket ${id}, opponent`, `another's ticket that was matched with ${id} at once`, {
      opponent,
      matchedWith: back,
    });
  }
}

async function checkWaits(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const odd: { sequence: number; tickets: number }[] = await tx.query(
    `SELECT wait.sequence, count(ticket.id)::integer AS tickets
     FROM log_wait AS wait
     LEFT JOIN queue_ticket AS ticket ON ticket.league_id = $1 AND ticket.wait_sequence = wait.sequence
                                     AND ticket.player_id = wait.player_id AND ticket.expires_at <= wait.at
     WHERE wait.league_id = $1 GROUP BY wait.sequence HAVING count(ticket.id) <> 1 ORDER BY wait.sequence LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, tickets } of odd) findings.add('queue', `wait ${sequence}, expired tickets`, 1, tickets);
}
