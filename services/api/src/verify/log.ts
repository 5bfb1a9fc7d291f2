import type { Sql } from '../persistence/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/**
 * The log by itself: external ids are unique, sequences of matches and waits run from 1 without a gap, and every match has
 * sides and participants without a gap, who are players and belong to it. No key of the tables
 * holds matches to their senders, or participants to matches and players.
 */
export async function checkLog(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  await checkSequences(tx, leagueId, findings);
  await checkExternalIds(tx, leagueId, findings);
  await checkParticipants(tx, leagueId, findings);
  await checkStrays(tx, leagueId, findings);
  await checkSenders(tx, leagueId, findings);
}

async function checkSequences(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const gaps: { before: number; sequence: number }[] = await tx.query(
    `SELECT before, sequence
     FROM (SELECT sequence, lag(sequence, 1, 0) OVER (ORDER BY sequence) AS before
           FROM (SELECT sequence FROM match WHERE league_id = $1
                 UNION ALL SELECT sequence FROM log_wait WHERE league_id = $1) AS arrival) AS step
     WHERE sequence <> before + 1 ORDER BY sequence LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { before, sequence } of gaps) {
    findings.add('log', before === 0 ? 'first sequence' : `sequence after ${before}`, before + 1, sequence);
  }
}

async function checkExternalIds(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const repeated: { external_id: string; sequences: number[] }[] = await tx.query(
    `SELECT external_id, array_agg(sequence ORDER BY sequence) AS sequences FROM match
     WHERE league_id = $1 GROUP BY external_id HAVING count(*) > 1 ORDER BY min(sequence) LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { external_id, sequences } of repeated) {
    findings.add('log', `external id ${JSON.stringify(external_id)}`, 'one match', sequences);
  }
}

interface MatchShape {
  readonly sequence: number;
  readonly positions: number[];
  readonly sides: number[];
  /** How many sides the match itself tells of; null where it tells of none. */
  readonly placed: number | null;
  readonly scored: number | null;
}

async function checkParticipants(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const odd: MatchShape[] = await tx.query(
    `SELECT sequence, positions, sides, placed, scored
     FROM (SELECT sequence, cardinality(placements) AS placed, cardinality(side_scores) AS scored,
                  array_agg(position ORDER BY position) FILTER (WHERE position IS NOT NULL) AS positions,
                  array_agg(side ORDER BY position) FILTER (WHERE position IS NOT NULL) AS sides,
                  count(position) AS participants, min(position) AS first_position, max(position) AS last_position,
                  count(DISTINCT side) AS side_count, min(side) AS first_side, max(side) AS last_side
           FROM match LEFT JOIN participant USING (league_id, sequence)
           WHERE league_id = $1 GROUP BY league_id, sequence) AS shape
     WHERE (participants >= 2 AND first_position = 0 AND last_position = participants - 1
            AND side_count >= 2 AND first_side = 0 AND last_side = side_count - 1
            AND coalesce(placed, side_count) = side_count AND coalesce(scored, side_count) = side_count
            AND sides = (SELECT array_agg(side ORDER BY side) FROM unnest(sides) AS side)) IS NOT TRUE
     ORDER BY sequence LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, ...shape } of odd) {
    findings.add('log', `match ${sequence}`, 'positions, and in their order sides, from 0 without a gap', shape);
  }
}

async function checkStrays(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const strays: { sequence: number; position: number; isInMatch: boolean }[] = await tx.query(
    `SELECT participant.sequence, position, match.sequence IS NOT NULL AS "isInMatch"
     FROM participant
     LEFT JOIN match ON match.league_id = participant.league_id AND match.sequence = participant.sequence
     LEFT JOIN player ON player.id = player_id
     WHERE participant.league_id = $1 AND (match.sequence IS NULL OR player.id IS NULL)
     ORDER BY participant.sequence, position LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, position, isInMatch } of strays) {
    const expected = isInMatch ? 'a player' : 'a match';
    findings.add('log', `participant ${position} of match ${sequence}`, expected, 'none');
  }
}

async function checkSenders(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const strangers: { sequence: number; submitted_by: number }[] = await tx.query(
    `SELECT sequence, submitted_by FROM match LEFT JOIN token ON token.id = submitted_by
     WHERE league_id = $1 AND submitted_by IS NOT NULL AND token.id IS NULL ORDER BY sequence LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, submitted_by } of strangers) {
    findings.add('log', `match ${sequence}, submitted by`, 'a token', submitted_by);
  }
}
