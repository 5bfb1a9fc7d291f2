import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Actions } from './actions.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** An amendment that changed only the details of a match makes no revision. */
const IS_ONLY_OF_DETAILS = `subject LIKE 'Match:%' AND before -> 'details' IS DISTINCT FROM after -> 'details'
  AND before - '{version,details}'::text[] = after - '{version,details}'::text[]`;

/** Of several matches that are corrected together, the entry about the league is the one of the revision. */
const IS_OF_ONE_OF_SEVERAL = `action = ANY($3::text[]) AND subject LIKE 'Match:%'`;

/**
 * Revisions run from 1 to the league's own without a gap, their generations never fall, and the audit log has each revision after the
 * first.
 */
export async function checkRevisions(tx: Sql, league: League, actions: Actions, findings: Findings): Promise<void> {
  await checkGaps(tx, league, findings);
  await checkGenerations(tx, league, findings);
  await checkNewest(tx, league, findings);
  await checkAudited(tx, league, actions, findings);
  await checkReplays(tx, league, findings);
}

/** The first revision of the current generation. */
export async function firstRevision(tx: Sql, { id, generation }: League): Promise<number> {
  const rows: { first: number | null }[] = await tx.query(
    'SELECT min(revision) AS first FROM league_revision WHERE league_id = $1 AND generation = $2',
    [id, generation],
  );
  return rows[0]!.first ?? 1;
}

async function checkGaps(tx: Sql, { id, revision }: League, findings: Findings): Promise<void> {
  const rows: { revision: number; isOnRecord: boolean }[] = await tx.query(
    `SELECT revision, record.league_id IS NOT NULL AS "isOnRecord"
     FROM generate_series(1, $2::integer) AS revision
     FULL JOIN (SELECT * FROM league_revision WHERE league_id = $1) AS record USING (revision)
     WHERE record.league_id IS NULL OR revision NOT BETWEEN 1 AND $2 ORDER BY revision LIMIT $3`,
    [id, revision, MAX_FINDINGS],
  );
  for (const { revision: odd, isOnRecord } of rows) {
    const [expected, found] = isOnRecord ? [`one of 1 to ${revision}`, odd] : ['on record', 'none'];
    findings.add('revisions', `revision ${odd}`, expected, found);
  }
}

async function checkGenerations(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const falls: { revision: number; generation: number; before: number }[] = await tx.query(
    `SELECT revision, generation, before
     FROM (SELECT revision, generation, lag(generation) OVER (ORDER BY revision) AS before
           FROM league_revision WHERE league_id = $1) AS step
     WHERE generation < before ORDER BY revision LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { revision, generation, before } of falls) {
    findings.add('revisions', `revision ${revision}, generation`, `${before} or later`, generation);
  }
}

/** The league has the rating system of its newest revision. */
async function checkNewest(tx: Sql, league: League, findings: Findings): Promise<void> {
  const { id, revision, generation, rater, raterVersion, settings, chanceFit } = league;
  const rows: Pick<League, 'generation' | 'rater' | 'raterVersion' | 'settings' | 'chanceFit'>[] = await tx.query(
    `SELECT generation, rater, rater_version AS "raterVersion", settings, chance_fit AS "chanceFit" FROM league_revision
     WHERE league_id = $1 AND revision = $2`,
    [id, revision],
  );
  const own = { generation, rater, raterVersion, settings, chanceFit };
  if (rows[0]) findings.compare('revisions', `revision ${revision}`, own, rows[0]);
}

/** Each revision after the first has one entry in the audit log, with the same reason and time. */
async function checkAudited(tx: Sql, { id }: League, actions: Actions, findings: Findings): Promise<void> {
  const unequal: { place: number; revision: string | null; entry: string | null }[] = await tx.query(
    `SELECT place, revision, entry
     FROM (SELECT row_number() OVER (ORDER BY revision) AS place, reason || ' at ' || applied_at AS revision
           FROM league_revision WHERE league_id = $1 AND revision > 1) AS made
     FULL JOIN (SELECT row_number() OVER (ORDER BY id) AS place, reason || ' at ' || at AS entry
                FROM audit_entry WHERE league_id = $1 AND action = ANY($2::text[]) AND (${IS_ONLY_OF_DETAILS}) IS NOT TRUE
                  AND NOT (${IS_OF_ONE_OF_SEVERAL})) AS told USING (place)
     WHERE revision IS DISTINCT FROM entry ORDER BY place LIMIT $4`,
    [id, actions.deriving, actions.ofSeveral, MAX_FINDINGS],
  );
  for (const { place, revision, entry } of unequal) {
    findings.add('audit', `entry of revision ${Number(place) + 1}`, revision ?? 'none', entry ?? 'none');
  }
}

/** What a revision says of its replay: the number of its lines is right while they are kept, and its token exists. */
async function checkReplays(tx: Sql, { id, keptRevision }: League, findings: Findings): Promise<void> {
  const odd: { revision: number; lines: number; found: number; token: number | null; isToken: boolean }[] =
    await tx.query(
      `WITH written AS (
         SELECT revision, count(*)::integer AS lines FROM (
           SELECT revision FROM superseded_change WHERE league_id = $1
           UNION ALL
           SELECT revision FROM rating_change WHERE league_id = $1
             AND generation IN (SELECT generation FROM league_revision WHERE league_id = $1)
         ) AS line GROUP BY revision
       )
       SELECT revision, own.lines, coalesce(written.lines, 0) AS found, token_id AS token, token.id IS NOT NULL AS "isToken"
       FROM league_revision AS own LEFT JOIN written USING (revision) LEFT JOIN token ON token.id = token_id
       WHERE league_id = $1
         AND (revision >= $2 AND own.lines > coalesce(written.lines, 0) OR own.lines < 0 OR token_id IS NOT NULL AND token.id IS NULL)
       ORDER BY revision LIMIT $3`,
      [id, keptRevision, MAX_FINDINGS],
    );
  for (const { revision, lines, found, token, isToken } of odd) {
    if (lines < 0 || lines > found) {
      findings.add('revisions', `revision ${revision}, lines that its replay wrote`, `${found} at most`, lines);
    }
    if (token !== null && !isToken) findings.add('revisions', `revision ${revision}, token`, 'a token', token);
  }
}
