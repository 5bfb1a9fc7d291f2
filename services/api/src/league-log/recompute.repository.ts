import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { withTimes } from '../access/idempotency.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { fieldsBut } from '../kit/sql/table.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { Effect, KeptEffect } from '../replay/effect.js';
import { type Recompute, RecomputeTable } from './recompute.js';

const FIELDS = fieldsBut(RecomputeTable, 'effect');

type NewRecompute = Pick<Recompute, 'leagueId' | 'correction' | 'reason' | 'total' | 'requestedAt'>;

/** @returns null if the league has one that is not finished */
export async function insertRecompute(tx: Sql, access: Access, recompute: NewRecompute): Promise<Recompute | null> {
  const rows: Recompute[] = await tx.query(
    `INSERT INTO recompute (league_id, status, correction, reason, actor_id, actor, total, requested_at)
     VALUES ($1, 'QUEUED', $2, $3, $4, $5, $6, $7)
     ON CONFLICT (league_id) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING
     RETURNING ${FIELDS}`,
    [
      recompute.leagueId,
      JSON.stringify(recompute.correction),
      recompute.reason,
      access.tokenId,
      access.actor,
      recompute.total,
      recompute.requestedAt,
    ],
  );
  return rows[0] ?? null;
}

export async function findRecompute(sql: Sql, id: number): Promise<Recompute | null> {
  const rows: Recompute[] = await sql.query(`SELECT ${FIELDS} FROM recompute WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** The effects of finished recomputes, by id; old ones have none. */
export async function listEffects(sql: Sql, ids: readonly number[]): Promise<Map<number, Effect>> {
  const rows: { id: number; effect: unknown }[] = await sql.query(
    'SELECT id, effect FROM recompute WHERE id = ANY($1::integer[]) AND effect IS NOT NULL',
    [ids],
  );
  return new Map(rows.map(({ id, effect }) => [id, { ...withTimes<KeptEffect>(effect), players: [] }]));
}

/** The league's recompute that is not finished. */
export async function findPendingRecompute(sql: Sql, leagueId: number): Promise<Recompute | null> {
  const rows: Recompute[] = await sql.query(
    `SELECT ${FIELDS} FROM recompute WHERE league_id = $1 AND status IN ('QUEUED', 'RUNNING')`,
    [leagueId],
  );
  return rows[0] ?? null;
}

/** One page of a league's recomputes, newest first. */
export async function listRecomputes(
  sql: Sql,
  leagueId: number,
  page: { limit: number; beforeId: number | null },
): Promise<Recompute[]> {
  return sql.query(
    `SELECT ${FIELDS} FROM recompute WHERE league_id = $1 AND ($2::integer IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [leagueId, page.beforeId, page.limit],
  );
}

/** An unfinished recompute, with the rater that it needs. */
export interface WaitingRecompute {
  readonly id: number;
  readonly rater: string;
  /** null: any that is installed. */
  readonly version: string | null;
}

/** Nothing but an upgrade names a version; see StoredChange. */
const IS_UPGRADE = `(correction ? 'raterVersion')`;

/**
 * Unfinished recomputes that no process carries out: first those that people wait for, in the order of their requests, then those of an
 * upgrade, short logs first.
 */
export async function listWaitingRecomputes(sql: Sql): Promise<WaitingRecompute[]> {
  const unfinished: WaitingRecompute[] = await sql.query(
    `SELECT recompute.id, coalesce(correction -> 'ratedBy' ->> 'rater', rater) AS rater,
            coalesce(correction -> 'ratedBy' ->> 'version', correction ->> 'raterVersion') AS version
     FROM recompute JOIN league ON league.id = league_id WHERE status IN ('QUEUED', 'RUNNING')
     ORDER BY ${IS_UPGRADE}, CASE WHEN ${IS_UPGRADE} THEN total END, recompute.id`,
  );
  if (unfinished.length === 0) return [];
  // A separate statement, because locks are on the first server if leagues are distributed over several.
  const held: { id: number }[] = await sql.query(
    `SELECT objid::bigint AS id FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND classid = $1 AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [LOCKS_OF.recompute],
  );
  const taken = new Set(held.map(({ id }) => id));
  return unfinished.filter(({ id }) => !taken.has(id));
}

/** Changes a recompute that has one of these statuses. @param values of the parameters from $2 on @returns whether it has */
async function changeRecompute(sql: Sql, id: number, what: string, from: string, values: unknown[]): Promise<boolean> {
  const statement = `UPDATE recompute SET ${what} WHERE id = $1 AND status IN (${from})`;
  const [, touched] = await sql.query(statement, [id, ...values]);
  return touched === 1;
}

const RUNNING = `'RUNNING'`;
const UNFINISHED = `'QUEUED', 'RUNNING'`;

/** @returns false if it is finished or cancelled */
export function updateStarted(sql: Sql, id: number, startedAt: Date): Promise<boolean> {
  return changeRecompute(sql, id, `status = 'RUNNING', started_at = $2, done = 0`, UNFINISHED, [startedAt]);
}

/** @returns false if it was cancelled */
export function updateProgress(sql: Sql, id: number, done: number): Promise<boolean> {
  return changeRecompute(sql, id, 'done = $2, total = GREATEST(total, $2)', RUNNING, [done]);
}

/** Call it in the transaction that makes the revision, so that both become visible together. */
export function updateDone(
  tx: EntityManager,
  id: number,
  revision: number,
  effect: KeptEffect,
  finishedAt: Date,
): Promise<boolean> {
  const done = `status = 'DONE', revision = $2, finished_at = $3, effect = $4, total = done`;
  return changeRecompute(tx, id, done, RUNNING, [revision, finishedAt, JSON.stringify(effect)]);
}

/** @returns false if it is finished or cancelled already */
export function updateFailed(sql: Sql, id: number, error: string, finishedAt: Date): Promise<boolean> {
  return changeRecompute(sql, id, `status = 'FAILED', error = $2, finished_at = $3`, UNFINISHED, [error, finishedAt]);
}

/** @returns false if it is finished already */
export function updateCancelled(sql: Sql, id: number, finishedAt: Date): Promise<boolean> {
  return changeRecompute(sql, id, `status = 'CANCELLED', finished_at = $2`, UNFINISHED, [finishedAt]);
}
