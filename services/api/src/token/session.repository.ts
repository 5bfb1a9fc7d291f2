import type { EntityManager } from 'typeorm';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { KeptFormTable, SessionTable } from './token.table.js';

/** A session or a code, as it is stored. */
export type Session = SessionTable;

/** Expired sessions that a new one clears away. */
const CLEARED = 100;

/** Adds a session or a code, and clears away some that have expired. @param others how many others of its token, and its kind, stay */
export async function insertSession(tx: EntityManager, session: Session, others: number): Promise<void> {
  await tx.query(
    `DELETE FROM session WHERE id_hash IN (
       SELECT id_hash FROM session WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [session.createdAt, CLEARED],
  );
  await tx.insert(SessionTable, session);
  await tx.query(
    `DELETE FROM session WHERE id_hash IN (
       SELECT id_hash FROM session WHERE token_id = $1 AND is_code = $2 AND id_hash <> $3 ORDER BY created_at DESC OFFSET $4)`,
    [session.tokenId, session.isCode, session.idHash, others],
  );
}

/** The hash of the secret of a session; null if there is no such session, or it has expired. */
export async function findSessionSecret(sql: Sql, idHash: Buffer, now: Date): Promise<Buffer | null> {
  const rows: { secretHash: Buffer }[] = await sql.query(
    'SELECT secret_hash AS "secretHash" FROM session WHERE id_hash = $1 AND NOT is_code AND expires_at > $2',
    [idHash, now],
  );
  return rows[0]?.secretHash ?? null;
}

/** Whether there is a code that has not expired. */
export async function findCode(sql: Sql, idHash: Buffer, now: Date): Promise<boolean> {
  const rows = await sql.query('SELECT FROM session WHERE id_hash = $1 AND is_code AND expires_at > $2', [idHash, now]);
  return rows.length > 0;
}

/** Takes a code, so that nobody can use it again. @returns null if there is none, or it has expired */
export async function takeCode(tx: EntityManager, idHash: Buffer, now: Date): Promise<Session | null> {
  const code = await tx.findOne(SessionTable, { where: { idHash, isCode: true }, lock: { mode: 'pessimistic_write' } });
  if (!code) return null;
  const { affected } = await tx.delete(SessionTable, { idHash });
  expectRows('takeCode', affected ?? 0, 1);
  return code.expiresAt > now ? code : null;
}

/** Ends a session; repeating it does nothing. */
export async function deleteSession(sql: Sql, idHash: Buffer): Promise<void> {
  await sql.query('DELETE FROM session WHERE id_hash = $1 AND NOT is_code', [idHash]);
}

/** Stores a form for a session, and deletes its oldest ones. @param others how many others stay */
export async function insertKeptForm(tx: EntityManager, form: KeptFormTable, others: number): Promise<void> {
  await tx.insert(KeptFormTable, form);
  await tx.query(
    `DELETE FROM kept_form WHERE session_id_hash = $1 AND id_hash IN (
       SELECT id_hash FROM kept_form WHERE session_id_hash = $1 AND id_hash <> $2 ORDER BY kept_at DESC OFFSET $3)`,
    [form.sessionIdHash, form.idHash, others],
  );
}

/** The content of a form stored for a session; null if there is none. */
export async function findKeptForm(sql: Sql, idHash: Buffer, sessionIdHash: Buffer): Promise<Buffer | null> {
  const rows: { content: Buffer }[] = await sql.query(
    'SELECT content FROM kept_form WHERE id_hash = $1 AND session_id_hash = $2',
    [idHash, sessionIdHash],
  );
  return rows[0]?.content ?? null;
}
