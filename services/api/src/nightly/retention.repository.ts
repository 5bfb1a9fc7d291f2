import type { EntityManager } from 'typeorm';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { SUM_OF_JOURNAL_BYTES } from '../league/journal-bytes.js';
import type { League } from '../league/league.js';
import { lockLeague, raiseVersion } from '../league/league.repository.js';

/** Makes the revision that was official at a time the first that is kept, unless a later one is already. */
export async function updateKept(tx: Sql, leagueId: number, horizon: Date): Promise<void> {
  await tx.query(
    `UPDATE league SET kept_revision = first.revision, kept_since = first.applied_at
     FROM (SELECT revision, applied_at FROM league_revision WHERE league_id = $1 AND applied_at <= $2
           ORDER BY revision DESC LIMIT 1) AS first
     WHERE id = $1 AND kept_revision < first.revision`,
    [leagueId, horizon],
  );
}

/** Leagues that may have lines which are not kept any more. */
export async function listThickLeagues(sql: Sql): Promise<Pick<League, 'id' | 'keptRevision'>[]> {
  return sql.query(
    'SELECT id, kept_revision AS "keptRevision" FROM league WHERE thinned_revision < kept_revision AND deleted_at IS NULL ORDER BY id',
  );
}

/** Generations of a league all of whose revisions are before the first that is kept. */
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

/** Where a line stands in the key of its table. */
interface LineKey {
  readonly playerId: number;
  readonly playedAt: Date;
  readonly sequence: number;
  readonly revision: number;
}

export interface ThinningStep {
  /** The last line that it looked at; null if there was none. */
  readonly last: LineKey | null;
}

interface Stretch {
  /** Null: from the first line on. */
  readonly after: LineKey | null;
  readonly limit: number;
}

/** Looks at some superseded lines of a league, and deletes those that are not kept. */
export function deleteSupersededLines(
  tx: EntityManager,
  { id, keptRevision }: Pick<League, 'id' | 'keptRevision'>,
  stretch: Stretch,
): Promise<ThinningStep> {
  return deleteLines(tx, id, stretch, {
    table: 'superseded_change',
    key: 'player_id, played_at, sequence, revision',
    condition: 'true',
    isOld: `superseded_in <= ${Number(keptRevision)}`,
  });
}

/** Deletes some lines of an old generation. */
export function deleteOldLines(
  tx: EntityManager,
  leagueId: number,
  generation: number,
  stretch: Stretch,
): Promise<ThinningStep> {
  return deleteLines(tx, leagueId, stretch, {
    table: 'rating_change',
    key: 'player_id, played_at, sequence',
    condition: `generation = ${Number(generation)}`,
    isOld: 'true',
  });
}

/** Along the key, so that each step takes as long as the one before it. */
async function deleteLines(
  tx: EntityManager,
  leagueId: number,
  { after, limit }: Stretch,
  { table, key, condition, isOld }: { table: string; key: string; condition: string; isOld: string },
): Promise<ThinningStep> {
  const place = key.split(', ').map((_, n) => `$${n + 3}`);
  const from = after
    ? [after.playerId, after.playedAt, after.sequence, after.revision].slice(0, place.length)
    : [0, '-infinity', 0, 0].slice(0, place.length);
  const rows: (LineKey & { readonly bytes: number })[] = await tx.query(
    `WITH walked AS MATERIALIZED (
       SELECT ctid AS place, player_id, played_at, sequence, revision, ${isOld} AS is_old FROM ${table}
       WHERE league_id = $1 AND ${condition} AND (${key}) > (${place.join(', ')}) ORDER BY ${key} LIMIT $2
     ), gone AS (
       DELETE FROM ${table} WHERE league_id = $1 AND ctid = ANY(ARRAY(SELECT place FROM walked WHERE is_old))
       RETURNING contributions
     )
     SELECT player_id AS "playerId", played_at AS "playedAt", sequence, revision,
            (SELECT ${SUM_OF_JOURNAL_BYTES} FROM gone) AS bytes
     FROM walked ORDER BY player_id DESC, played_at DESC, sequence DESC, revision DESC LIMIT 1`,
    [leagueId, limit, ...from],
  );
  const [last] = rows;
  if (last && last.bytes > 0) await subtractJournalBytes(tx, leagueId, last.bytes);
  return { last: last ?? null };
}

/** In the end of a transaction, since it keeps writers waiting. */
async function subtractJournalBytes(tx: EntityManager, leagueId: number, bytes: number): Promise<void> {
  await lockLeague(tx, leagueId);
  const [, touched] = await tx.query('UPDATE league SET journal_bytes = journal_bytes - $2 WHERE id = $1', [
    leagueId,
    bytes,
  ]);
  expectRows('subtractJournalBytes', touched, 1);
}

/**
 * Marks that a league is rid of what is not kept; processes with the league in memory read it again. Another process may have
 * done so before.
 */
export async function updateThinned(
  tx: EntityManager,
  { id, keptRevision }: Pick<League, 'id' | 'keptRevision'>,
): Promise<void> {
  const league = await lockLeague(tx, id);
  if (league.thinnedRevision >= keptRevision) return;
  await raiseVersion(tx, league);
  const [, touched] = await tx.query('UPDATE league SET thinned_revision = $2 WHERE id = $1', [id, keptRevision]);
  expectRows('updateThinned', touched, 1);
}
