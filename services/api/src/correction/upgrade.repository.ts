import type { Sql } from '../kit/sql/transaction.js';
import type { RaterCatalogue } from '../raters/raters.js';

/** A league whose board was derived by another version of its rater than the installed one. */
export interface OutdatedLeague {
  readonly slug: string;
  readonly rater: string;
  /** The version that derived the board. */
  readonly raterVersion: string;
  readonly installed: string;
  readonly matchCount: number;
}

/** The installed raters as a table: $1 are their keys, $2 their versions. */
const INSTALLED = 'unnest($1::text[], $2::text[]) AS installed (rater, version)';

function installedParameters(raters: RaterCatalogue): [string[], string[]] {
  return [[...raters.keys()], [...raters.values()].map(({ version }) => version)];
}

/** All leagues that need deriving anew under the installed raters, short logs first. Leagues without their rater are not among them. */
export async function listOutdatedLeagues(sql: Sql, raters: RaterCatalogue): Promise<OutdatedLeague[]> {
  return sql.query(
    `SELECT slug, rater, rater_version AS "raterVersion", version AS installed, match_count AS "matchCount"
     FROM (SELECT slug, rater, rater_version, match_count FROM league WHERE deleted_at IS NULL) AS league JOIN ${INSTALLED} USING (rater)
     WHERE rater_version <> installed.version ORDER BY match_count, slug`,
    installedParameters(raters),
  );
}

/** Cancels recomputes for another version than the installed one: perhaps no process can run them any more. */
export async function cancelOtherUpgrades(tx: Sql, raters: RaterCatalogue, at: Date): Promise<void> {
  await tx.query(
    `UPDATE recompute SET status = 'CANCELLED', finished_at = $3
     FROM league JOIN ${INSTALLED} USING (rater)
     WHERE recompute.league_id = league.id AND status IN ('QUEUED', 'RUNNING')
       AND correction ->> 'raterVersion' <> installed.version`,
    [...installedParameters(raters), at],
  );
}

/**
 * Makes a recompute for each league that needs deriving anew, unless one is under way that will do it as well.
 * @returns their ids, short logs first
 */
export async function insertUpgrades(tx: Sql, raters: RaterCatalogue, actor: string, at: Date): Promise<number[]> {
  const rows: { id: number }[] = await tx.query(
    `WITH made AS (
       INSERT INTO recompute (league_id, status, correction, reason, actor, total, requested_at)
       SELECT league.id, 'QUEUED', jsonb_build_object('kind', 'recomputeLeague', 'raterVersion', installed.version),
              format('%s %s is installed, and %s derived the board', rater, installed.version, rater_version),
              $3, match_count, $4
       FROM league JOIN ${INSTALLED} USING (rater) WHERE rater_version <> installed.version AND deleted_at IS NULL
       ON CONFLICT (league_id) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING
       RETURNING id, total)
     SELECT id FROM made ORDER BY total, id`,
    [...installedParameters(raters), actor, at],
  );
  return rows.map(({ id }) => id);
}
