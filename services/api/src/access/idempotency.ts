import { hash } from 'node:crypto';
import { type Json } from '@openladder/rating';
import { type DataSource, type EntityManager } from 'typeorm';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { bytes, integer, json, key, nullable, table, text, time } from '../kit/sql/table.js';
import { type Sql, transaction } from '../kit/sql/transaction.js';

/** The result of a mutation sent with an Idempotency-Key, written in its transaction. */
export const IdempotencyKeyTable = table('idempotency_key', {
  tokenId: key(integer()),
  key: key(text()),
  mutation: text(),
  /** SHA-256 of the input. */
  inputHash: bytes(),
  /** Null only within the transaction that is carrying the mutation out. */
  outcome: nullable(json<Json>()),
  createdAt: time(),
});

/** A request to run a mutation at most once, however often it is sent. */
export interface IdempotentRequest {
  readonly tokenId: number;
  readonly key: string;
  /** Name of the mutation. */
  readonly mutation: string;
  /** SHA-256 of its input. */
  readonly inputHash: Buffer;
}

/** How long a key is remembered, in milliseconds: one day. */
const RETENTION = 86_400_000;

/** @param key as the caller sent it; null: none @param input as GraphQL read it */
export function idempotentRequest(
  tokenId: number | null,
  key: string | null,
  mutation: string,
  input: object,
): IdempotentRequest | null {
  if (tokenId === null || key === null) return null;
  return { tokenId, key, mutation, inputHash: hash('sha256', JSON.stringify(input), 'buffer') };
}

/** Another request with the same key finished first. Rolls this one back. */
class DoneBefore extends Error {
  override readonly name = 'DoneBefore';
}

/**
 * Carries out the work, or returns the outcome of an earlier request with the same key.
 * @param work passes its transaction to `settle`
 * @throws Refused with IDEMPOTENCY_MISMATCH if the key was used for something else
 */
export async function runIdempotently<T>(
  manager: EntityManager,
  once: IdempotentRequest | null,
  now: Date,
  recall: (kept: never) => T | Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  if (!once) return work();
  const before = await findOutcome(manager, once, now);
  if (before) return recall(before as never);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error;
    return recall((await findOutcome(manager, once, now)) as never);
  }
}

/**
 * Does the work in a transaction and stores its outcome there, so that there is never one without the other. Other requests with the same
 * key wait until this transaction ends.
 * @param keep what to store: ids, never a secret
 */
export async function settle<T>(
  tx: Sql,
  once: IdempotentRequest | null | undefined,
  now: Date,
  work: () => Promise<T>,
  keep: (result: T) => object,
): Promise<T> {
  if (!once) return work();
  await claim(tx, once, now);
  const result = await work();
  await tx.query('UPDATE idempotency_key SET outcome = $3 WHERE token_id = $1 AND key = $2', [
    once.tokenId,
    once.key,
    JSON.stringify(keep(result)),
  ]);
  return result;
}

/** A request that is carried out once, and what to store of its outcome: ids, never a secret. */
interface SettledRequest<T> {
  readonly once: IdempotentRequest | null | undefined;
  readonly now: Date;
  keep(result: T): object;
}

/** Does the work in a transaction of a league, and stores its outcome there as `settle` does. @param leagueId null: of no league */
export function settleInTransaction<T>(
  database: DataSource,
  leagueId: number | null,
  { once, now, keep }: SettledRequest<T>,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return transaction(database, leagueId, (tx) => settle(tx, once, now, () => work(tx), keep));
}

/**
 * Does the work in a transaction of a league, as `settleInTransaction` does, or returns the outcome of an earlier request with the same key.
 * @param request `check`: throws if the request is refused whatever the transaction would find
 */
export function settleOnce<T>(
  database: DataSource,
  leagueId: number | null,
  request: SettledRequest<T> & { recall(kept: never): T | Promise<T>; check?(): void | Promise<void> },
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const { once = null, now, recall } = request;
  return runIdempotently(database.manager, once, now, recall, async () => {
    await request.check?.();
    return settleInTransaction(database, leagueId, request, work);
  });
}

async function claim(tx: Sql, { tokenId, key, mutation, inputHash }: IdempotentRequest, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - RETENTION);
  await tx.query(
    `DELETE FROM idempotency_key WHERE (token_id, key) IN (
       SELECT token_id, key FROM idempotency_key WHERE created_at < $1 ORDER BY created_at LIMIT 100
       FOR UPDATE SKIP LOCKED)`,
    [oldest],
  );
  const claimed: unknown[] = await tx.query(
    `INSERT INTO idempotency_key AS kept (token_id, key, mutation, input_hash, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (token_id, key) DO UPDATE
       SET mutation = excluded.mutation, input_hash = excluded.input_hash, created_at = excluded.created_at, outcome = NULL
       WHERE kept.created_at < $6
     RETURNING 1`,
    [tokenId, key, mutation, inputHash, now, oldest],
  );
  if (claimed.length === 0) throw new DoneBefore();
}

/** @returns null if the key is new */
async function findOutcome(sql: Sql, once: IdempotentRequest, now: Date): Promise<object | null> {
  const rows: { mutation: string; input_hash: Buffer; outcome: object }[] = await sql.query(
    'SELECT mutation, input_hash, outcome FROM idempotency_key WHERE token_id = $1 AND key = $2 AND created_at >= $3',
    [once.tokenId, once.key, new Date(now.getTime() - RETENTION)],
  );
  const [found] = rows;
  if (!found) return null;
  if (found.mutation === once.mutation && found.input_hash.equals(once.inputHash)) return found.outcome;
  const rule = found.mutation === once.mutation ? 'KEY_USED' : 'KEY_USED_FOR_OTHER';
  throw new Refused(refuse(rule, ['Idempotency-Key'], { key: shown(once.key), mutation: found.mutation }));
}

/** Reads the times of a stored outcome as dates; their names end in `At` everywhere. */
export function withTimes<T>(kept: unknown): T {
  return JSON.parse(JSON.stringify(kept), (key, value) =>
    key.endsWith('At') && typeof value === 'string' ? new Date(value) : value,
  );
}
