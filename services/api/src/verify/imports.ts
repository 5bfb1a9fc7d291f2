import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/**
 * A file that can still be imported is there whole, or was deleted because it has waited for a day since some of its matches were added.
 * Nothing is left of one that is over. The matches that an import has added are as many as were accepted, and in the log. The table's
 * own rules say the rest.
 */
export async function checkImports(tx: Sql, league: League, findings: Findings): Promise<void> {
  await checkFiles(tx, league, findings);
  await checkAdded(tx, league, findings);
}

async function checkAdded(tx: Sql, { id: leagueId }: League, findings: Findings): Promise<void> {
  const odd: { id: number; accepted: number; added: number; there: number }[] = await tx.query(
    `WITH stretch AS (
       SELECT id, accepted, lower(one) AS first, upper(one) AS next
       FROM match_import LEFT JOIN LATERAL unnest(added) AS one ON true WHERE league_id = $1 AND begun_after IS NOT NULL
     ), counted AS (
       SELECT id, accepted, first, next, count(sequence) AS there
       FROM stretch LEFT JOIN match ON match.league_id = $1 AND sequence >= first AND sequence < next
       GROUP BY id, accepted, first, next
     )
     SELECT id, accepted, coalesce(sum(next - first), 0)::integer AS added, sum(there)::integer AS there FROM counted
     GROUP BY id, accepted
     HAVING accepted <> coalesce(sum(next - first), 0) OR sum(there) <> coalesce(sum(next - first), 0)
     ORDER BY id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { id, accepted, added, there } of odd) {
    findings.add('imports', `import ${id}, matches that it has added`, { accepted, there: accepted }, { added, there });
  }
}

async function checkFiles(tx: Sql, { id: leagueId }: League, findings: Findings): Promise<void> {
  const odd: { id: number; expected: number; bytes: number; parts: number; last: number }[] = await tx.query(
    `SELECT id, expected, coalesce(sum(length(content)), 0)::integer AS bytes, count(content)::integer AS parts,
            coalesce(max(number) + 1, 0) AS last
     FROM match_import
     CROSS JOIN LATERAL (SELECT CASE WHEN status IN ('DONE', 'CANCELLED') THEN 0 ELSE bytes END AS expected) AS wanted
     LEFT JOIN match_import_part AS part ON part.league_id = match_import.league_id AND import_id = id
     WHERE match_import.league_id = $1 AND status <> 'UPLOADING'
     GROUP BY id, expected, accepted
     HAVING (coalesce(sum(length(content)), 0) <> expected OR count(content) <> coalesce(max(number) + 1, 0))
       AND NOT (accepted > 0 AND count(content) = 0)
     ORDER BY id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { id, expected, bytes, parts, last } of odd) {
    const there = { bytes, parts };
    findings.add('imports', `import ${id}, file`, { bytes: expected, parts: last }, there);
  }
}
