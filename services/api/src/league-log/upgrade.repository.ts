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

/** Leagues to rate again with the installed raters, short logs first; without those whose rater is not installed. */
export async function listOutdatedLeagues(sql: Sql, raters: RaterCatalogue): Promise<OutdatedLeague[]> {
  return sql.query(
    `SELECT slug, rater, rater_version AS "raterVersion", version AS installed, match_count AS "matchCount"
     FROM (SELECT slug, rater, rater_version, match_count FROM league WHERE deleted_at IS NULL) AS league JOIN ${INSTALLED} USING (rater)
     WHERE rater_version <> installed.version ORDER BY match_count, slug`,
    installedParameters(raters),
  );
}

/** Cancels recomputes for versions that are not installed: there may be no process left that can run them. */
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
 * Assigns waiting corrections to the installed versions: there may be no process left with the version that they wait for. Versions come
 * as JSON, because Citus refuses to make it from a column in an update: `to_jsonb` is not immutable.
 */
export async function adoptCorrections(tx: Sql, raters: RaterCatalogue): Promise<void> {
  const [keys, versions] = installedParameters(raters);
  await tx.query(
    `UPDATE recompute SET correction = jsonb_set(correction, '{ratedBy,version}', installed.version)
     FROM unnest($1::text[], $2::jsonb[]) AS installed (rater, version)
     WHERE status IN ('QUEUED', 'RUNNING') AND correction -> 'ratedBy' ->> 'rater' = installed.rater
       AND correction -> 'ratedBy' -> 'version' <> installed.version`,
    [keys, versions.map((version) => JSON.stringify(version))],
  );
  // If its rater is gone, the process that takes it refuses it with that reason.
  await tx.query(
    `UPDATE recompute SET correction = correction - 'ratedBy'
     WHERE status IN ('QUEUED', 'RUNNING') AND correction -> 'ratedBy' ->> 'rater' <> ALL($1::text[])`,
    [[...raters.keys()]],
  );
}

/**
 * Adds a recompute for each league to rate again, unless the league has an unfinished one, which will do it.
 * @param kind of the change that rates a league again
 */
export async function insertUpgrades(
  tx: Sql,
  raters: RaterCatalogue,
  { kind, actor, at }: { readonly kind: string; readonly actor: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO recompute (league_id, status, correction, reason, actor, total, requested_at)
     SELECT league.id, 'QUEUED', jsonb_build_object('kind', $5::text, 'raterVersion', installed.version),
            format('%s %s is installed, and %s derived the board', rater, installed.version, rater_version),
            $3, match_count, $4
     FROM league JOIN ${INSTALLED} USING (rater) WHERE rater_version <> installed.version AND deleted_at IS NULL
     ON CONFLICT (league_id) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING`,
    [...installedParameters(raters), actor, at, kind],
  );
}
