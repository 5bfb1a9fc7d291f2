import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';
import { checkSideStatuses } from './side-statuses.js';

/**
 * Checks the log: external ids are unique; sequences of matches and waits run from 1 without a gap; sides and participants of each match
 * have no gap; participants and senders exist, although no foreign key requires it; unrated participants are stored as such.
 */
export async function checkLog(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  await checkSequences(tx, leagueId, findings);
  await checkExternalIds(tx, leagueId, findings);
  await checkParticipants(tx, leagueId, findings);
  await checkDetails(tx, leagueId, findings);
  await checkWeights(tx, leagueId, findings);
  await checkSideStatuses(tx, leagueId, findings);
  await checkStrays(tx, leagueId, findings);
  await checkUnrated(tx, leagueId, findings);
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
  readonly player_ids: number[];
  readonly sides: number[] | null;
  /** Bounds as PostgreSQL prints them; null if there is no array. */
  readonly guests: string | null;
  readonly scores: string | null;
  readonly minutes_played: string | null;
  readonly scores_against: string | null;
  readonly placements: string | null;
  readonly side_scores: string | null;
  readonly side_names: string | null;
  readonly side_roles: string | null;
}

/** Every array has an element for each participant or for each side, and sides are numbered from 0 without a gap. */
async function checkParticipants(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const dimensions = [
    'guests',
    'scores',
    'minutes_played',
    'scores_against',
    'placements',
    'side_scores',
    'side_names',
    'side_roles',
  ];
  const odd: MatchShape[] = await tx.query(
    `SELECT sequence, player_ids, sides, ${dimensions.map((column) => `array_dims(${column}) AS ${column}`).join(', ')}
     FROM match
     CROSS JOIN LATERAL (SELECT cardinality(player_ids) AS participants) AS own
     CROSS JOIN LATERAL (SELECT COALESCE(sides[participants] + 1, participants) AS side_count) AS last
     CROSS JOIN LATERAL (SELECT format('[1:%s]', participants) AS each, format('[1:%s]', side_count) AS each_side) AS dims
     WHERE league_id = $1 AND (
       array_dims(player_ids) = each AND side_count >= 2
       AND participants = (SELECT count(DISTINCT player_id) FROM unnest(player_ids) AS own (player_id))
       AND (sides IS NULL OR array_dims(sides) = each AND sides[1] = 0 AND (
         SELECT bool_and(COALESCE(sides[at] - sides[at - 1] IN (0, 1), false)) FROM generate_series(2, participants) AS at))
       AND (guests IS NULL OR array_dims(guests) = each AND array_position(guests, NULL) IS NULL)
       AND COALESCE(array_dims(scores), each) = each AND COALESCE(array_dims(minutes_played), each) = each
       AND COALESCE(array_dims(scores_against), each || each) = each || each
       AND COALESCE(array_dims(placements), each_side) = each_side
       AND COALESCE(array_dims(side_scores), each_side) = each_side
       AND COALESCE(array_dims(side_names), each_side) = each_side
       AND COALESCE(array_dims(side_roles), each_side) = each_side
     ) IS NOT TRUE ORDER BY sequence LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, ...shape } of odd) {
    const expected =
      'participants once each, their sides from 0 without a gap, and as many elements as there are of either';
    findings.add('log', `match ${sequence}`, expected, shape);
  }
}

/** Details are an object or missing. */
async function checkDetails(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const odd: { sequence: number; details: unknown }[] = await tx.query(
    `SELECT sequence, details FROM match
     WHERE league_id = $1 AND jsonb_typeof(details) <> 'object' ORDER BY sequence LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, details } of odd) {
    findings.add('log', `match ${sequence}, details`, 'an object', details);
  }
}

/** A weight is a number greater than 0, where a match has one; without, it counts 1. */
async function checkWeights(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const odd: { sequence: number; weight: number }[] = await tx.query(
    `SELECT sequence, weight FROM match
     WHERE league_id = $1 AND NOT (weight > 0 AND weight < 'Infinity' AND weight <> 1) ORDER BY sequence LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, weight } of odd) {
    findings.add('log', `match ${sequence}, weight`, 'a number greater than 0 and not 1', weight);
  }
}

async function checkStrays(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const strays: { sequence: number; position: number; player_id: number | null }[] = await tx.query(
    `SELECT sequence, position::integer, player_id
     FROM match CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, position)
     LEFT JOIN player ON player.id = player_id
     WHERE league_id = $1 AND player.id IS NULL ORDER BY sequence, position LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, position, player_id } of strays) {
    findings.add('log', `participant ${position} of match ${sequence}`, 'a player', player_id);
  }
}

/** Exactly the participants without a line in the journal are stored as unrated. */
async function checkUnrated(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const odd: { sequence: number; player_id: number; expected: boolean }[] = await tx.query(
    `WITH unrated AS (
       SELECT sequence, player_id, is_guest OR status = 'VOID' OR 2 > (
         SELECT count(DISTINCT COALESCE(sides[at], at)) FROM generate_subscripts(player_ids, 1) AS at WHERE NOT guests[at]
       ) AS is_unrated
       FROM match CROSS JOIN LATERAL unnest(player_ids, guests) AS own (player_id, is_guest)
       WHERE league_id = $1 AND (guests IS NOT NULL OR status = 'VOID')
     )
     SELECT sequence, player_id, expected.sequence IS NOT NULL AS expected
     FROM (SELECT * FROM unrated WHERE is_unrated) AS expected
     FULL JOIN (SELECT * FROM unrated_appearance WHERE league_id = $1) AS kept USING (sequence, player_id)
     WHERE expected.sequence IS NULL OR kept.sequence IS NULL
     ORDER BY sequence, player_id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, player_id, expected } of odd) {
    findings.add('log', `match ${sequence}, unrated appearance of player ${player_id}`, expected, !expected);
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
