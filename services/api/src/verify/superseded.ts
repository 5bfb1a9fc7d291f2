import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Findings, MAX_FINDINGS } from './findings.js';
import { type ChainedLine, pastChecker } from './past-chain.js';
import { rowsOf } from './snapshot.js';

/**
 * Replaced lines are kept, one by one or as a generation. Together with the journal, they give the board of each revision.
 */
export async function checkSuperseded(tx: Sql, league: League, findings: Findings): Promise<void> {
  await checkSpans(tx, league, findings);
  await checkDigests(tx, league, findings);
  await checkGenerations(tx, league, findings);
  await checkReferences(tx, league, findings);
  await checkHorizon(tx, league, findings);
  await checkPacked(tx, league, findings);
  await checkNothingMissing(tx, league, findings);
  const lines = rowsOf<ChainedLine>(tx, 'past_lines', PAST_LINES, [league.id, league.revision, league.generation]);
  const checkPast = pastChecker(findings, league.keptRevision);
  for await (const page of lines) for (const line of page) checkPast(line);
}

async function checkSpans(tx: Sql, { id, revision }: League, findings: Findings): Promise<void> {
  const odd: { sequence: number; player: number; made: number; supersededIn: number }[] = await tx.query(
    `SELECT sequence, player_id AS player, revision AS made, superseded_in AS "supersededIn" FROM superseded_change
     WHERE league_id = $1 AND NOT (1 <= revision AND revision < superseded_in AND superseded_in <= $2)
     ORDER BY player_id, played_at, sequence, revision LIMIT $3`,
    [id, revision, MAX_FINDINGS],
  );
  for (const { sequence, player, made, supersededIn } of odd) {
    const at = `match ${sequence}, player ${player}, superseded line of revision ${made}`;
    findings.add('superseded', at, `superseded in a later revision, ${revision} at most`, supersededIn);
  }
}

/** SQL of the checksum of a stretch, as replays compute it. */
const DIGEST = `substring(sha256(array_send(played_ats) || array_send(sequences) || array_send(numbers) || convert_to(
  concat_ws(' ', player_id, superseded_in, revision, before_value, before_deviation, marks, contributions), 'UTF8')) FOR 8)`;

/** Stretches have not changed since they were written. */
async function checkDigests(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { sequence: number; player: number; made: number; found: string; expected: string }[] = await tx.query(
    `SELECT sequence, player_id AS player, revision AS made, encode(digest, 'hex') AS found, encode(${DIGEST}, 'hex') AS expected
     FROM superseded_stretch
     WHERE league_id = $1 AND digest <> ${DIGEST} ORDER BY player_id, played_at, sequence, superseded_in LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { sequence, player, made, found, expected } of odd) {
    const at = `match ${sequence}, player ${player}, superseded stretch of revision ${made}, digest`;
    findings.add('superseded', at, expected, found);
  }
}

/** The revisions of each generation of the league of $1: from `first` to the one before `next`. */
const GENERATIONS = `
  SELECT generation, min(revision) AS first, max(revision) + 1 AS next FROM league_revision WHERE league_id = $1
  GROUP BY generation`;

/** Lines of a generation have its revisions. Lines of no generation are those of a recompute that died. */
async function checkGenerations(tx: Sql, { id, generation }: League, findings: Findings): Promise<void> {
  const odd: { generation: number; made: number; first: number | null; next: number; lines: number }[] = await tx.query(
    `SELECT generation, revision AS made, first, next, count(*)::integer AS lines
     FROM rating_change LEFT JOIN (${GENERATIONS}) AS span USING (generation)
     WHERE league_id = $1 AND generation <> $2
       AND (first <= revision AND revision < next) IS NOT TRUE
       AND (first IS NOT NULL
            OR NOT EXISTS (SELECT FROM recompute WHERE league_id = $1 AND status IN ('QUEUED', 'RUNNING')))
     GROUP BY generation, revision, first, next ORDER BY generation, revision LIMIT $3`,
    [id, generation, MAX_FINDINGS],
  );
  for (const { generation, made, first, next, lines } of odd) {
    const expected = first === null ? 'one of a revision on record' : `lines of revisions ${first} to ${next - 1}`;
    findings.add('superseded', `generation ${generation}, revision ${made}`, expected, `${lines} lines`);
  }
}

/** The first kept revision exists, and no lines from before it are left after their deletion. */
async function checkHorizon(tx: Sql, league: League, findings: Findings): Promise<void> {
  const { id, slug, revision, keptRevision, keptSince, thinnedRevision } = league;
  const [record]: { at: Date }[] = await tx.query(
    'SELECT applied_at AS at FROM league_revision WHERE league_id = $1 AND revision = $2',
    [id, keptRevision],
  );
  const at = `league ${slug}`;
  if (!(1 <= thinnedRevision && thinnedRevision <= keptRevision && keptRevision <= revision)) {
    const found = `${thinnedRevision} and ${keptRevision}`;
    findings.add('superseded', `${at}, thinned and kept revision`, `rising, from 1 to ${revision}`, found);
  }
  const since = keptRevision === 1 ? null : (record?.at ?? null);
  findings.compare('superseded', at, { keptSince: since }, { keptSince });
  if (thinnedRevision === 1) return;
  const left: { supersededIn: number; lines: number }[] = await tx.query(
    `SELECT superseded_in AS "supersededIn", sum(lines)::integer AS lines FROM (
       SELECT superseded_in, cardinality(sequences) AS lines FROM superseded_stretch WHERE league_id = $1
       UNION ALL
       SELECT next, 1 FROM rating_change JOIN (${GENERATIONS}) AS span USING (generation) WHERE league_id = $1
     ) AS line
     WHERE superseded_in <= $2 GROUP BY superseded_in ORDER BY superseded_in LIMIT $3`,
    [id, thinnedRevision, MAX_FINDINGS],
  );
  for (const { supersededIn, lines } of left) {
    findings.add('superseded', `lines superseded in revision ${supersededIn}`, 'deleted', `${lines} lines`);
  }
}

/** Lines of packed generations are no longer in the journal. */
async function checkPacked(tx: Sql, { id, generation, keptRevision }: League, findings: Findings): Promise<void> {
  const odd: { past: number; packed: number; lines: number }[] = await tx.query(
    `SELECT span.generation AS past, packed_generation AS packed, count(line.league_id)::integer AS lines
     FROM league CROSS JOIN (${GENERATIONS}) AS span
     LEFT JOIN rating_change AS line ON line.league_id = $1 AND line.generation = span.generation
     WHERE league.id = $1 AND next > $3
     GROUP BY span.generation, packed_generation
     HAVING packed_generation > $2 OR span.generation < packed_generation AND count(line.league_id) > 0
     ORDER BY span.generation LIMIT $4`,
    [id, generation, keptRevision, MAX_FINDINGS],
  );
  for (const { past, packed, lines } of odd) {
    if (packed > generation) findings.add('superseded', 'packed generation', `${generation} at most`, packed);
    else findings.add('superseded', `generation ${past}`, 'packed', `${lines} lines`);
  }
}

/** Every kept and counted revision has all lines that the next one replaced. */
async function checkNothingMissing(tx: Sql, { id, keptRevision }: League, findings: Findings): Promise<void> {
  const odd: { revision: number; expected: number; found: number }[] = await tx.query(
    `WITH step AS (
       SELECT revision, superseded, generation, lag(generation) OVER (ORDER BY revision) AS before
       FROM league_revision WHERE league_id = $1
     ), replaced AS (
       SELECT superseded_in AS revision, sum(cardinality(sequences))::integer AS lines FROM superseded_stretch WHERE league_id = $1
       GROUP BY superseded_in
     ), left_behind AS (
       SELECT generation AS before, count(*)::integer AS lines FROM rating_change WHERE league_id = $1 GROUP BY generation
     )
     SELECT revision, superseded AS expected, lines AS found
     FROM (
       SELECT revision, superseded,
              coalesce(replaced.lines, 0) + CASE WHEN generation <> before THEN coalesce(left_behind.lines, 0) ELSE 0 END AS lines
       FROM step LEFT JOIN replaced USING (revision) LEFT JOIN left_behind USING (before)
     ) AS counted
     WHERE revision > $2 AND superseded <> lines ORDER BY revision LIMIT $3`,
    [id, keptRevision, MAX_FINDINGS],
  );
  for (const { revision, expected, found } of odd) {
    findings.add('superseded', `lines that revision ${revision} replaced`, expected, found);
  }
}

/** Superseded lines are of existing players and matches. The journal's own lines are compared with a replay. */
async function checkReferences(tx: Sql, { id, generation }: League, findings: Findings): Promise<void> {
  const lost: { sequence: number; player: number; made: number }[] = await tx.query(
    `SELECT sequence, player_id AS player, revision AS made
     FROM (SELECT sequence, player_id, revision FROM superseded_change WHERE league_id = $1
           UNION ALL
           SELECT sequence, player_id, revision FROM rating_change WHERE league_id = $1 AND generation <> $2) AS line
     WHERE NOT EXISTS (SELECT FROM match WHERE match.league_id = $1 AND match.sequence = line.sequence)
        OR NOT EXISTS (SELECT FROM player WHERE player.id = line.player_id)
     ORDER BY sequence, player_id, revision LIMIT $3`,
    [id, generation, MAX_FINDINGS],
  );
  for (const { sequence, player, made } of lost) {
    const at = `match ${sequence}, player ${player}, superseded line of revision ${made}`;
    findings.add('superseded', at, 'a match and a player of the log', 'none');
  }
}

/** All lines, past and current, of players with superseded lines; current lines end after the newest revision. */
const PAST_LINES = `
  SELECT player_id, played_at, sequence, revision, superseded_in, before_value, before_deviation, after_value,
         after_deviation
  FROM superseded_change WHERE league_id = $1
  UNION ALL
  SELECT player_id, played_at, sequence, revision, CASE generation WHEN $3 THEN $2::integer + 1 ELSE next END,
         before_value, before_deviation, after_value, after_deviation
  FROM rating_change LEFT JOIN (${GENERATIONS}) AS span USING (generation)
  WHERE league_id = $1 AND (generation = $3 OR next IS NOT NULL)
    AND (player_id IN (SELECT player_id FROM superseded_stretch WHERE league_id = $1)
         OR EXISTS (SELECT FROM league_revision WHERE league_id = $1 AND generation <> $3))
  ORDER BY player_id, played_at, sequence, revision, superseded_in`;
