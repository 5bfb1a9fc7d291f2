import type { RecomputeStatus } from '../league-log/recompute.js';
import { differences } from './findings.js';
import { type LeagueRule, rulesOf } from './rules.js';

/** An amendment that changed only the details of a match makes no revision. */
const IS_ONLY_OF_DETAILS = `subject LIKE 'Match:%' AND before -> 'details' IS DISTINCT FROM after -> 'details'
  AND before - '{version,details}'::text[] = after - '{version,details}'::text[]`;

/** If several matches are corrected together, the entry about the league is the one of the revision. */
const IS_OF_ONE_OF_SEVERAL = `action = ANY($ofSeveral::text[]) AND subject LIKE 'Match:%'`;

const RECOMPUTE: Readonly<Record<RecomputeStatus, string>> = {
  QUEUED: 'nothing done yet',
  RUNNING: 'begun, and not over',
  DONE: 'begun, over, and its revision on record for the same reason',
  CANCELLED: 'over, without a revision',
  FAILED: 'over, without a revision, and an error that says why',
};

/**
 * Revisions run from 1 to the league's own without a gap, their generations never fall, and the audit log has each revision after the
 * first. A league has at most one unfinished recompute; exactly the recomputes that are DONE have a revision.
 */
export const REVISION_RULES: readonly LeagueRule[] = [
  {
    invariant: 'revisions',
    statement: `
      SELECT revision, record.league_id IS NOT NULL AS "isOnRecord"
      FROM generate_series(1, $revision::integer) AS revision
      FULL JOIN (SELECT * FROM league_revision WHERE league_id = $id) AS record USING (revision)
      WHERE record.league_id IS NULL OR revision NOT BETWEEN 1 AND $revision ORDER BY revision`,
    says: ({ revision, isOnRecord }, league) =>
      isOnRecord
        ? [`revision ${revision}`, `one of 1 to ${league.revision}`, revision]
        : [`revision ${revision}`, 'on record', 'none'],
  },
  {
    invariant: 'revisions',
    statement: `
      SELECT revision, generation, before
      FROM (SELECT revision, generation, lag(generation) OVER (ORDER BY revision) AS before
            FROM league_revision WHERE league_id = $id) AS step
      WHERE generation < before ORDER BY revision`,
    says: ({ revision, generation, before }) => [`revision ${revision}, generation`, `${before} or later`, generation],
  },
  {
    // The league has the rating system of its newest revision.
    invariant: 'revisions',
    statement: `
      SELECT generation, rater, rater_version AS "raterVersion", settings, chance_fit AS "chanceFit" FROM league_revision
      WHERE league_id = $id AND revision = $revision`,
    says: (newest, league) => differences(`revision ${league.revision}`, league, newest, Object.keys(newest)),
  },
  {
    // Each revision after the first has one entry, with the same reason and time.
    invariant: 'audit',
    statement: `
      SELECT place + 1 AS number, revision, entry
      FROM (SELECT row_number() OVER (ORDER BY revision) AS place, reason || ' at ' || applied_at AS revision
            FROM league_revision WHERE league_id = $id AND revision > 1) AS made
      FULL JOIN (SELECT row_number() OVER (ORDER BY id) AS place, reason || ' at ' || at AS entry
                 FROM audit_entry WHERE league_id = $id AND action = ANY($deriving::text[])
                   AND (${IS_ONLY_OF_DETAILS}) IS NOT TRUE AND NOT (${IS_OF_ONE_OF_SEVERAL})) AS logged USING (place)
      WHERE revision IS DISTINCT FROM entry ORDER BY place`,
    says: ({ number, revision, entry }) => [`entry of revision ${number}`, revision ?? 'none', entry ?? 'none'],
  },
  {
    // The number of lines that a replay wrote is right as long as they are kept.
    invariant: 'revisions',
    statement: `
      WITH written AS (
        SELECT revision, count(*)::integer AS lines FROM (
          SELECT revision FROM superseded_change WHERE league_id = $id
          UNION ALL
          SELECT revision FROM rating_change WHERE league_id = $id
            AND generation IN (SELECT generation FROM league_revision WHERE league_id = $id)
        ) AS line GROUP BY revision
      )
      SELECT revision, own.lines, coalesce(written.lines, 0) AS most
      FROM league_revision AS own LEFT JOIN written USING (revision)
      WHERE league_id = $id AND (revision >= $keptRevision AND own.lines > coalesce(written.lines, 0) OR own.lines < 0)
      ORDER BY revision`,
    says: ({ revision, lines, most }) => [
      `revision ${revision}, lines that its replay wrote`,
      `${most} at most`,
      lines,
    ],
  },
  {
    invariant: 'revisions',
    statement: `
      SELECT revision, token_id FROM league_revision LEFT JOIN token ON token.id = token_id
      WHERE league_id = $id AND token_id IS NOT NULL AND token.id IS NULL ORDER BY revision`,
    says: ({ revision, token_id }) => [`revision ${revision}, token`, 'a token', token_id],
  },
  {
    invariant: 'recomputes',
    statement: `
      SELECT array_agg(id ORDER BY id) AS pending FROM recompute
      WHERE league_id = $id AND status IN ('QUEUED', 'RUNNING') HAVING count(*) > 1`,
    says: ({ pending }, { slug }) => [`league ${slug}`, 'one unfinished recompute at most', pending],
  },
  {
    invariant: 'recomputes',
    statement: `
      SELECT id, status, revision, "isMade", "isBegun", "isOver", "isExplained"
      FROM (SELECT recompute.*, made.revision IS NOT NULL AS "isMade", started_at IS NOT NULL AS "isBegun",
                   finished_at IS NOT NULL AS "isOver", error IS NOT NULL AS "isExplained"
            FROM recompute
            LEFT JOIN league_revision AS made
              ON made.league_id = recompute.league_id AND made.revision = recompute.revision
                 AND made.revision > 1 AND made.reason = recompute.reason
            WHERE recompute.league_id = $id) AS job
      WHERE NOT (CASE status
        WHEN 'QUEUED' THEN NOT "isBegun" AND NOT "isOver"
        WHEN 'RUNNING' THEN "isBegun" AND NOT "isOver"
        WHEN 'DONE' THEN "isBegun" AND "isOver" AND "isMade"
        ELSE "isOver" END
        AND (status = 'DONE' OR (revision IS NULL AND effect IS NULL))
        AND (effect IS NULL OR jsonb_array_length(effect -> 'changes') = LEAST((effect -> 'changeCount')::integer, 1000)) AND (status = 'FAILED') = "isExplained")
      ORDER BY id`,
    says: ({ id, status, ...found }) => [`recompute ${id}`, RECOMPUTE[status as RecomputeStatus], found],
  },
];

/** SQL of the checksum of a stretch, as replays compute it. */
const DIGEST = `substring(sha256(array_send(played_ats) || array_send(sequences) || array_send(numbers) || convert_to(
  concat_ws(' ', player_id, superseded_in, revision, before_value, before_deviation, marks, contributions), 'UTF8')) FOR 8)`;

/** The revisions of each generation of the league: from `first` to the one before `next`. */
export const GENERATIONS = `
  SELECT generation, min(revision) AS first, max(revision) + 1 AS next FROM league_revision WHERE league_id = $id
  GROUP BY generation`;

const supersededLine = ({ sequence, player, made }: Readonly<Record<string, unknown>>) =>
  `match ${sequence}, player ${player}, superseded line of revision ${made}`;

/**
 * Replaced lines are kept, singly or as a generation. Together with the journal, they give the board of each revision, as
 * `pastChain` checks.
 */
export const SUPERSEDED_RULES: readonly LeagueRule[] = rulesOf('superseded', [
  {
    statement: `
      SELECT sequence, player_id AS player, revision AS made, superseded_in AS found FROM superseded_change
      WHERE league_id = $id AND NOT (1 <= revision AND revision < superseded_in AND superseded_in <= $revision)
      ORDER BY player_id, played_at, sequence, revision`,
    says: ({ found, ...line }, { revision }) => [
      supersededLine(line),
      `superseded in a later revision, ${revision} at most`,
      found,
    ],
  },
  {
    // Stretches have not changed since they were written.
    statement: `
      SELECT sequence, player_id AS player, revision AS made, encode(digest, 'hex') AS found, encode(${DIGEST}, 'hex') AS expected
      FROM superseded_stretch
      WHERE league_id = $id AND digest <> ${DIGEST} ORDER BY player_id, played_at, sequence, superseded_in`,
    says: ({ sequence, player, made, found, expected }) => [
      `match ${sequence}, player ${player}, superseded stretch of revision ${made}, digest`,
      expected,
      found,
    ],
  },
  {
    // Lines of a generation have its revisions. Lines without a generation are those of a recompute that died.
    statement: `
      SELECT generation, revision AS made, first, next - 1 AS last, count(*)::integer AS lines
      FROM rating_change LEFT JOIN (${GENERATIONS}) AS span USING (generation)
      WHERE league_id = $id AND generation <> $generation
        AND (first <= revision AND revision < next) IS NOT TRUE
        AND (first IS NOT NULL
             OR NOT EXISTS (SELECT FROM recompute WHERE league_id = $id AND status IN ('QUEUED', 'RUNNING')))
      GROUP BY generation, revision, first, next ORDER BY generation, revision`,
    says: ({ generation, made, first, last, lines }) => [
      `generation ${generation}, revision ${made}`,
      first === null ? 'one of a revision on record' : `lines of revisions ${first} to ${last}`,
      `${lines} lines`,
    ],
  },
  {
    // The journal's own lines are compared with a replay.
    statement: `
      SELECT sequence, player_id AS player, revision AS made
      FROM (SELECT sequence, player_id, revision FROM superseded_change WHERE league_id = $id
            UNION ALL
            SELECT sequence, player_id, revision FROM rating_change WHERE league_id = $id AND generation <> $generation) AS line
      WHERE NOT EXISTS (SELECT FROM match WHERE match.league_id = $id AND match.sequence = line.sequence)
         OR NOT EXISTS (SELECT FROM player WHERE player.id = line.player_id)
      ORDER BY sequence, player_id, revision`,
    says: (line) => [supersededLine(line), 'a match and a player of the log', 'none'],
  },
  {
    statement: `
      SELECT thinned_revision AS thinned, kept_revision AS kept FROM league
      WHERE id = $id AND NOT (1 <= thinned_revision AND thinned_revision <= kept_revision AND kept_revision <= revision)`,
    says: ({ thinned, kept }, { slug, revision }) => [
      `league ${slug}, thinned and kept revision`,
      `rising, from 1 to ${revision}`,
      `${thinned} and ${kept}`,
    ],
  },
  {
    statement: `
      SELECT CASE WHEN $keptRevision > 1 THEN (
        SELECT applied_at FROM league_revision WHERE league_id = $id AND revision = $keptRevision) END AS "keptSince"`,
    says: (kept, league) => differences(`league ${league.slug}`, kept, league),
  },
  {
    // Lines from before the first kept revision are gone after their deletion.
    statement: `
      SELECT superseded_in AS superseded, sum(lines)::integer AS lines FROM (
        SELECT superseded_in, cardinality(sequences) AS lines FROM superseded_stretch WHERE league_id = $id
        UNION ALL
        SELECT next, 1 FROM rating_change JOIN (${GENERATIONS}) AS span USING (generation) WHERE league_id = $id
      ) AS line
      WHERE superseded_in <= $thinnedRevision AND $thinnedRevision > 1 GROUP BY superseded_in ORDER BY superseded_in`,
    says: ({ superseded, lines }) => [`lines superseded in revision ${superseded}`, 'deleted', `${lines} lines`],
  },
  {
    // Lines of packed generations are no longer in the journal.
    statement: `
      SELECT span.generation AS past, packed_generation AS packed, count(line.league_id)::integer AS lines
      FROM league CROSS JOIN (${GENERATIONS}) AS span
      LEFT JOIN rating_change AS line ON line.league_id = $id AND line.generation = span.generation
      WHERE league.id = $id AND next > $keptRevision
      GROUP BY span.generation, packed_generation
      HAVING packed_generation > $generation OR span.generation < packed_generation AND count(line.league_id) > 0
      ORDER BY span.generation`,
    says: ({ past, packed, lines }: { past: number; packed: number; lines: number }, { generation }) =>
      packed > generation
        ? ['packed generation', `${generation} at most`, packed]
        : [`generation ${past}`, 'packed', `${lines} lines`],
  },
  {
    // Every kept and counted revision has all lines that the next one replaced.
    statement: `
      WITH step AS (
        SELECT revision, superseded, generation, lag(generation) OVER (ORDER BY revision) AS before
        FROM league_revision WHERE league_id = $id
      ), replaced AS (
        SELECT superseded_in AS revision, sum(cardinality(sequences))::integer AS lines FROM superseded_stretch WHERE league_id = $id
        GROUP BY superseded_in
      ), left_behind AS (
        SELECT generation AS before, count(*)::integer AS lines FROM rating_change WHERE league_id = $id GROUP BY generation
      )
      SELECT revision, superseded AS expected, lines AS found
      FROM (
        SELECT revision, superseded,
               coalesce(replaced.lines, 0) + CASE WHEN generation <> before THEN coalesce(left_behind.lines, 0) ELSE 0 END AS lines
        FROM step LEFT JOIN replaced USING (revision) LEFT JOIN left_behind USING (before)
      ) AS counted
      WHERE revision > $keptRevision AND superseded <> lines ORDER BY revision`,
    says: ({ revision, expected, found }) => [`lines that revision ${revision} replaced`, expected, found],
  },
]);
