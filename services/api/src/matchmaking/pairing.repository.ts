import { inPages } from '../kit/grouped-by.js';
import type { Sql } from '../kit/sql/transaction.js';
import { NEWEST_CHANGE } from '../league/league.repository.js';
import { APPEARANCES, MERGED_IDS, OPPOSED, PERSON } from '../match-log/merges-and-waits.repository.js';
import { isListed, type ListedLeagues, listedParameters } from '../reading/listed-leagues.js';
import { TICKET_COLUMNS, TICKETS } from './queue.repository.js';
import type { Pairing, QueueTicket } from './queue-ticket.js';

/** How long a pairing can be played before it lapses, as a PostgreSQL interval. */
const LIFE = `interval '1 day'`;
const WITHIN_LIFE = `played_at >= ticket.resolved_at AND played_at < ticket.resolved_at + ${LIFE}`;

/**
 * Ids that are the same person as a player of the league of $1: the player into whom they are merged, and all merged into that
 * player.
 */
function samePerson(player: string): string {
  return MERGED_IDS(PERSON(player));
}

/**
 * Played pairings: each by the first match of the two within its life, if that is a duel, unless they were paired again before it. None of
 * this is stored, so it follows every correction. The league is that of $1.
 * @param condition on `ticket`
 */
function playedPairings(condition: string): string {
  return `SELECT ticket.id, ticket.opponent_ticket_id, ticket.resolved_at, first.sequence AS played
    FROM queue_ticket AS ticket
    JOIN queue_ticket AS opponent ON opponent.league_id = $1 AND opponent.id = ticket.opponent_ticket_id
    CROSS JOIN LATERAL (
      SELECT sequence, played_at, player_ids
      FROM (${APPEARANCES(PERSON('ticket.player_id'), WITHIN_LIFE)}) AS appearance JOIN match USING (sequence)
      WHERE league_id = $1 AND status = 'RATED' AND ${WITHIN_LIFE}
        AND ${OPPOSED(samePerson('ticket.player_id'), samePerson('opponent.player_id'))}
      ORDER BY played_at, sequence LIMIT 1
    ) AS first
    WHERE ticket.league_id = $1 AND ticket.status = 'MATCHED' AND ${condition}
      AND cardinality(first.player_ids) = 2
      AND NOT EXISTS (
        SELECT FROM queue_ticket AS anew
        JOIN queue_ticket AS again ON again.league_id = $1 AND again.id = anew.opponent_ticket_id
        WHERE anew.league_id = $1 AND anew.status = 'MATCHED'
          AND anew.player_id IN (${samePerson('ticket.player_id')})
          AND again.player_id IN (${samePerson('opponent.player_id')})
          AND anew.resolved_at > ticket.resolved_at AND anew.resolved_at <= first.played_at
      )`;
}

/** The pairings that some matches used; most matches use none. */
export async function listPairings(sql: Sql, leagueId: number, sequences: readonly number[]): Promise<Pairing[]> {
  const rows: (QueueTicket & { readonly played: number })[] = await sql.query(
    `WITH candidate AS (
       SELECT ticket.id FROM match CROSS JOIN LATERAL unnest(player_ids) AS own (player_id)
       CROSS JOIN LATERAL (${samePerson('own.player_id')}) AS person (id)
       JOIN queue_ticket AS ticket ON ticket.league_id = $1 AND ticket.player_id = person.id AND ticket.status = 'MATCHED'
         AND ticket.resolved_at <= played_at AND ticket.resolved_at > played_at - ${LIFE}
       WHERE match.league_id = $1 AND sequence = ANY($2::integer[])
     ), played AS (${playedPairings('ticket.id IN (SELECT id FROM candidate)')})
     SELECT ${TICKET_COLUMNS}, played.played FROM played JOIN ${TICKETS} ON ticket.league_id = $1 AND ticket.id = played.id
     WHERE played.played = ANY($2::integer[]) ORDER BY played.played, ticket.id`,
    [leagueId, sequences],
  );
  return [...inPages(rows, 2)].map(([one, other]) => {
    const { played, ...first } = one!;
    const { played: _, ...second } = other!;
    return { match: { leagueId, sequence: played }, pairedAt: first.resolvedAt!, tickets: [first, second] };
  });
}

/** Two players who should play each other. */
export interface OpenPairing extends Omit<Pairing, 'match'> {
  /** Of the tickets, after merges. */
  readonly playerIds: readonly [number, number];
}

/** How many of the newest tickets are searched for pairings: those of a busy day. */
const MAX_TICKETS = 2_000;

/** The tickets of pairings that could still be played at $2, among the newest of the league of $1. */
const PAIRED = `WITH newest AS (
       SELECT id FROM queue_ticket WHERE league_id = $1 ORDER BY id DESC LIMIT ${MAX_TICKETS}
     ), paired AS MATERIALIZED (
       SELECT queue_ticket.id FROM newest JOIN queue_ticket ON league_id = $1 AND queue_ticket.id = newest.id
       WHERE status = 'MATCHED' AND resolved_at > $2::timestamptz - ${LIFE} AND resolved_at <= $2
     )`;

/** How many tickets `listOpenPairings` reads, played or not. */
export async function countPairedTickets(sql: Sql, leagueId: number, at: Date): Promise<number> {
  const rows: { count: number }[] = await sql.query(`${PAIRED} SELECT count(*)::integer AS count FROM paired`, [
    leagueId,
    at,
  ]);
  return rows[0]!.count;
}

/** A ticket of a pairing that could still be played. */
type PairedTicket = QueueTicket & {
  /** The id of its player after merges. */
  readonly personId: number;
  readonly isPlayed: boolean;
};

/** Pairings that can still be played, the newest first; for each two players only the newest, and none if that was played. */
export async function listOpenPairings(sql: Sql, leagueId: number, at: Date, most: number): Promise<OpenPairing[]> {
  const rows: PairedTicket[] = await sql.query(
    `${PAIRED}, played AS (${playedPairings('ticket.id IN (SELECT id FROM paired)')})
     SELECT ${TICKET_COLUMNS}, ${PERSON('ticket.player_id')} AS "personId",
            ticket.id IN (SELECT id FROM played) OR ticket.opponent_ticket_id IN (SELECT id FROM played) AS "isPlayed"
     FROM paired JOIN ${TICKETS} ON ticket.league_id = $1 AND ticket.id = paired.id
     WHERE ticket.opponent_ticket_id IN (SELECT id FROM paired)
     ORDER BY ticket.resolved_at DESC, least(ticket.id, ticket.opponent_ticket_id), ticket.id`,
    [leagueId, at],
  );
  const seen = new Set<string>();
  const pairings: OpenPairing[] = [];
  for (const [one, other] of inPages(rows, 2)) {
    const { personId, isPlayed, ...first } = one!;
    const { personId: opponent, isPlayed: _, ...second } = other!;
    const players = [personId, opponent].sort((a, b) => a - b).join();
    if (!seen.has(players) && !isPlayed) {
      pairings.push({ pairedAt: first.resolvedAt!, tickets: [first, second], playerIds: [personId, opponent] });
    }
    seen.add(players);
  }
  return pairings.slice(0, most);
}

/** A league with its queue, and the newest change of a ticket in it. */
export interface ChangedQueue {
  readonly leagueId: number;
  readonly change: number;
  /** In seconds since 1970. */
  readonly at: number;
}

/** The queues in which a ticket has changed since a time, of the leagues for lists over all leagues; those that changed last come first. */
export async function listChangedQueues(
  sql: Sql,
  of: ListedLeagues,
  since: Date,
  most: number,
): Promise<ChangedQueue[]> {
  return sql.query(
    `SELECT league.id AS "leagueId", newest.change, newest.at FROM league CROSS JOIN LATERAL (${NEWEST_CHANGE}) AS newest
     WHERE ${isListed(of)} AND newest.at > $4::double precision ORDER BY newest.at DESC, league.id LIMIT $5`,
    [...listedParameters(of), since.getTime() / 1000, most],
  );
}

/** Sequence of the match in which a ticket's pairing was played; null if it was not, or not yet. */
export async function findPlayed(
  sql: Sql,
  { leagueId, id }: Pick<QueueTicket, 'leagueId' | 'id'>,
): Promise<number | null> {
  const rows: { played: number }[] = await sql.query(playedPairings('ticket.id = $2'), [leagueId, id]);
  return rows[0]?.played ?? null;
}
