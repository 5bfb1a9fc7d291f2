import { sumOfJournalBytes } from '../league/quota.js';
import { differences } from './findings.js';
import { type LeagueRule, rulesOf } from './rules.js';
import { isRatedByRules, type ReportedRow } from './side-statuses.js';

/** Columns of a match with an element for each participant or for each side. */
const ARRAYS = 'guests scores minutes_played scores_against placements side_scores side_names side_roles'.split(' ');

/**
 * The log is whole: sequences run from 1 without a gap, external ids are unique, and every match has whole columns. Participants and
 * senders exist, although no foreign key requires it.
 */
export const LOG_RULES: readonly LeagueRule[] = rulesOf('log', [
  {
    statement: `
      SELECT before, sequence
      FROM (SELECT sequence, lag(sequence, 1, 0) OVER (ORDER BY sequence) AS before
            FROM (SELECT sequence FROM match WHERE league_id = $id
                  UNION ALL SELECT sequence FROM log_wait WHERE league_id = $id) AS arrival) AS step
      WHERE sequence <> before + 1 ORDER BY sequence`,
    says: ({ before, sequence }: { before: number; sequence: number }) => [
      before === 0 ? 'first sequence' : `sequence after ${before}`,
      before + 1,
      sequence,
    ],
  },
  {
    statement: `
      SELECT external_id, array_agg(sequence ORDER BY sequence) AS sequences FROM match
      WHERE league_id = $id GROUP BY external_id HAVING count(*) > 1 ORDER BY min(sequence)`,
    says: ({ external_id, sequences }) => [`external id ${JSON.stringify(external_id)}`, 'one match', sequences],
  },
  {
    statement: `
      SELECT sequence, player_ids, sides, ${ARRAYS.map((column) => `array_dims(${column}) AS ${column}`).join(', ')}
      FROM match
      CROSS JOIN LATERAL (SELECT cardinality(player_ids) AS participants) AS own
      CROSS JOIN LATERAL (SELECT COALESCE(sides[participants] + 1, participants) AS side_count) AS last
      CROSS JOIN LATERAL (SELECT format('[1:%s]', participants) AS each, format('[1:%s]', side_count) AS each_side) AS dims
      WHERE league_id = $id AND (
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
      ) IS NOT TRUE ORDER BY sequence`,
    says: ({ sequence, ...shape }) => [
      `match ${sequence}`,
      'participants once each, their sides from 0 without a gap, and as many elements as there are of either',
      shape,
    ],
  },
  {
    statement: `
      SELECT sequence, details FROM match
      WHERE league_id = $id AND jsonb_typeof(details) <> 'object' ORDER BY sequence`,
    says: ({ sequence, details }) => [`match ${sequence}, details`, 'an object', details],
  },
  {
    // A match without a weight has weight 1.
    statement: `
      SELECT sequence, weight FROM match
      WHERE league_id = $id AND NOT (weight > 0 AND weight < 'Infinity' AND weight <> 1) ORDER BY sequence`,
    says: ({ sequence, weight }) => [`match ${sequence}, weight`, 'a number greater than 0 and not 1', weight],
  },
  {
    isSuspicion: true,
    statement: `
      SELECT sequence, reported, player_ids, sides, guests, scores, placements, side_scores FROM match
      WHERE league_id = $id AND reported IS NOT NULL ORDER BY sequence`,
    says: (row: ReportedRow & Record<string, unknown>) =>
      !isRatedByRules(row) && [
        `match ${row.sequence}, sides that did not finish`,
        'rated by a rule for each status',
        row.reported,
      ],
  },
  {
    statement: `
      SELECT sequence, position::integer, player_id
      FROM match CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, position)
      LEFT JOIN player ON player.id = player_id
      WHERE league_id = $id AND player.id IS NULL ORDER BY sequence, position`,
    says: ({ sequence, position, player_id }) => [
      `participant ${position} of match ${sequence}`,
      'a player',
      player_id,
    ],
  },
  {
    // The participants without a line in the journal, and no others, are stored as unrated.
    statement: `
      WITH unrated AS (
        SELECT sequence, player_id, is_guest OR status = 'VOID' OR 2 > (
          SELECT count(DISTINCT COALESCE(sides[at], at)) FROM generate_subscripts(player_ids, 1) AS at WHERE NOT guests[at]
        ) AS is_unrated
        FROM match CROSS JOIN LATERAL unnest(player_ids, guests) AS own (player_id, is_guest)
        WHERE league_id = $id AND (guests IS NOT NULL OR status = 'VOID')
      )
      SELECT sequence, player_id, expected.sequence IS NOT NULL AS expected
      FROM (SELECT * FROM unrated WHERE is_unrated) AS expected
      FULL JOIN (SELECT * FROM unrated_appearance WHERE league_id = $id) AS kept USING (sequence, player_id)
      WHERE expected.sequence IS NULL OR kept.sequence IS NULL
      ORDER BY sequence, player_id`,
    says: ({ sequence, player_id, expected }) => [
      `match ${sequence}, unrated appearance of player ${player_id}`,
      expected,
      !expected,
    ],
  },
  {
    statement: `
      SELECT sequence, submitted_by FROM match LEFT JOIN token ON token.id = submitted_by
      WHERE league_id = $id AND submitted_by IS NOT NULL AND token.id IS NULL ORDER BY sequence`,
    says: ({ sequence, submitted_by }) => [`match ${sequence}, submitted by`, 'a token', submitted_by],
  },
]);

/** The row of the league counts the log correctly. */
export const COUNTER_RULES: readonly LeagueRule[] = rulesOf('counters', [
  {
    // Void matches count as well, because they are never deleted.
    mend: 'counters',
    statement: `
      SELECT count(*)::integer AS "matchCount", greatest(coalesce(max(sequence), 0),
               (SELECT max(sequence) FROM log_wait WHERE league_id = $id)) AS "lastSequence",
             max(played_at) FILTER (WHERE status = 'RATED') AS "ratedThrough"
      FROM match WHERE league_id = $id`,
    says: (counted, league) => differences(`league ${league.slug}`, counted, league),
  },
  {
    // Lines of all revisions count, except those of a running recompute.
    mend: 'counters',
    statement: `
      SELECT ${sumOfJournalBytes('is_superseded')} AS "journalBytes" FROM (
        SELECT contributions, true AS is_superseded FROM superseded_change WHERE league_id = $id
        UNION ALL
        SELECT contributions, generation <> $generation FROM rating_change WHERE league_id = $id
          AND generation IN (SELECT generation FROM league_revision WHERE league_id = $id)
      ) AS line`,
    says: (counted, league) => differences(`league ${league.slug}`, counted, league),
  },
]);

/**
 * Every time is a whole millisecond, the unit of raters and clients. Otherwise the order in the database would differ from the order for
 * clients, and no replay could be compared.
 */
export const TIME_RULES: readonly LeagueRule[] = rulesOf('log', [
  {
    statement: `
      SELECT at, time::text AS found
      FROM (SELECT format('match %s, played at', sequence) AS at, played_at AS time FROM match WHERE league_id = $id
            UNION ALL
            SELECT format('journal line of match %s, player %s, played at', sequence, player_id), played_at
            FROM rating_change WHERE league_id = $id
            UNION ALL
            SELECT format('superseded line of match %s, player %s, played at', sequence, player_id), played_at
            FROM superseded_change WHERE league_id = $id
            UNION ALL
            SELECT format('wait %s, at', sequence), at FROM log_wait WHERE league_id = $id
            UNION ALL
            SELECT format('player %s, last played at', player_id), last_played_at FROM rating WHERE league_id = $id) AS line
      WHERE NOT isfinite(time) OR date_trunc('milliseconds', time) <> time`,
    says: ({ at, found }) => [String(at), 'a whole millisecond', found],
  },
]);
