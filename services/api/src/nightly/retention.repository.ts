import type { EntityManager } from 'typeorm';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { lockLeague, raiseVersion } from '../league/league.repository.js';
import { SUPERSEDED_BYTES } from '../league/quota.js';
import { subtractJournalBytes } from '../replay/superseded-lines.repository.js';

/** Makes the revision that was official at a time the first one that is kept, unless a later one already is. */
export async function updateKept(tx: Sql, leagueId: number, horizon: Date): Promise<void> {
  await tx.query(
    `UPDATE league SET kept_revision = first.revision, kept_since = first.applied_at
     FROM (SELECT revision, applied_at FROM league_revision WHERE league_id = $1 AND applied_at <= $2
           ORDER BY revision DESC LIMIT 1) AS first
     WHERE id = $1 AND kept_revision < first.revision`,
    [leagueId, horizon],
  );
}

/** Leagues that may have lines which are no longer kept. */
export async function listLeaguesToPrune(sql: Sql): Promise<Pick<League, 'id' | 'keptRevision'>[]> {
  return sql.query(
    'SELECT id, kept_revision AS "keptRevision" FROM league WHERE thinned_revision < kept_revision AND deleted_at IS NULL ORDER BY id',
  );
}

/** Generations of a league whose revisions all come before the first one that is kept. */
export async function listOldGenerations(
  sql: Sql,
  { id, keptRevision }: Pick<League, 'id' | 'keptRevision'>,
): Promise<number[]> {
  const rows: { generation: number }[] = await sql.query(
    `SELECT generation FROM league_revision WHERE league_id = $1
     GROUP BY generation HAVING max(revision) < $2 ORDER BY generation`,
    [id, keptRevision],
  );
  return rows.map(({ generation }) => generation);
}

/** The position of a line in the key of its table. */
interface LineKey {
  readonly playerId: number;
  readonly playedAt: Date;
  readonly sequence: number;
  readonly supersededIn: number;
}

export interface ThinningStep {
  /** The last line that was read; null if there was none. */
  readonly last: LineKey | null;
}

interface LogRange {
  /** Null: from the first line on. */
  readonly after: LineKey | null;
  readonly limit: number;
}

/** Reads some stretches of superseded lines of a league, and deletes those that are no longer kept. */
export function deleteSupersededStretches(
  tx: EntityManager,
  { id, keptRevision }: Pick<League, 'id' | 'keptRevision'>,
  stretch: LogRange,
): Promise<ThinningStep> {
  return deleteLines(tx, id, stretch, {
    table: 'superseded_stretch',
    key: 'player_id, played_at, sequence, superseded_in',
    condition: 'true',
    isOld: `superseded_in <= ${Number(keptRevision)}`,
    bytes: SUPERSEDED_BYTES.ofStretch,
  });
}

/** Deletes some lines of an old generation. */
export function deleteOldLines(
  tx: EntityManager,
  leagueId: number,
  generation: number,
  stretch: LogRange,
): Promise<ThinningStep> {
  return deleteLines(tx, leagueId, stretch, {
    table: 'rating_change',
    key: 'player_id, played_at, sequence',
    condition: `generation = ${Number(generation)}`,
    isOld: 'true',
    bytes: SUPERSEDED_BYTES.ofLine,
  });
}

/** In the order of the key, so that every step takes equally long. */
async function deleteLines(
  tx: EntityManager,
  leagueId: number,
  { after, limit }: LogRange,
  { table, key, condition, isOld, bytes }: Record<'table' | 'key' | 'condition' | 'isOld' | 'bytes', string>,
): Promise<ThinningStep> {
  const width = key.split(', ').length;
  const columns = (first: number) => `(${Array.from({ length: width }, (_, n) => `$${n + first}`).join(', ')})`;
  const values = (line: LineKey) => [line.playerId, line.playedAt, line.sequence, line.supersededIn].slice(0, width);
  const from = after ? values(after) : [0, '-infinity', 0, 0].slice(0, width);
  const rows: LineKey[] = await tx.query(
    `SELECT player_id AS "playerId", played_at AS "playedAt", sequence, to_jsonb(walked) -> 'superseded_in' AS "supersededIn"
     FROM (SELECT ${key} FROM ${table}
           WHERE league_id = $1 AND ${condition} AND (${key}) > ${columns(3)} ORDER BY ${key} LIMIT $2) AS walked
     ORDER BY ${key.replaceAll(',', ' DESC,')} DESC LIMIT 1`,
    [leagueId, limit, ...from],
  );
  const [last] = rows;
  if (!last) return { last: null };
  const gone: { bytes: number }[] = await tx.query(
    `WITH gone AS (
       DELETE FROM ${table} WHERE league_id = $1 AND ${condition} AND ${isOld}
         AND (${key}) > ${columns(2)} AND (${key}) <= ${columns(2 + width)}
       RETURNING ${bytes} AS bytes
     )
     SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM gone`,
    [leagueId, ...from, ...values(last)],
  );
  const saved = gone[0]!.bytes;
  if (saved > 0) await subtractJournalBytes(tx, leagueId, saved);
  return { last };
}

/**
 * Records that all lines which are no longer kept have been deleted; processes with the league in memory read it again. Another process may
 * have done so before.
 */
export async function updatePruned(
  tx: EntityManager,
  { id, keptRevision }: Pick<League, 'id' | 'keptRevision'>,
): Promise<void> {
  const league = await lockLeague(tx, id);
  if (league.thinnedRevision >= keptRevision) return;
  await raiseVersion(tx, league);
  const [, touched] = await tx.query('UPDATE league SET thinned_revision = $2 WHERE id = $1', [id, keptRevision]);
  expectRows('updatePruned', touched, 1);
}
