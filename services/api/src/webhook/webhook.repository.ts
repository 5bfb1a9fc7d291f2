import { fieldsBut } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { DisabledReason, Webhook, WebhookKey } from './webhook.js';
import { WebhookTable } from './webhook.table.js';

/** The columns of a webhook, without its secrets. */
export const WEBHOOK_FIELDS = `${fieldsBut(WebhookTable, 'secret', 'formerSecret', 'position', 'told')},
  json_build_object('event', position, 'item', told) AS place`;

export type NewWebhook = Pick<
  Webhook,
  'leagueId' | 'url' | 'format' | 'events' | 'tokenId' | 'createdBy' | 'createdAt'
> & { readonly secret: string };

/** Creates a webhook that sends future events. Call it under the league's lock. */
export async function insertWebhook(tx: Sql, webhook: NewWebhook): Promise<Webhook> {
  const { leagueId, url, format, events, secret, tokenId, createdBy, createdAt } = webhook;
  const begins: { position: number; ticketPosition: number }[] = await tx.query(
    `SELECT version AS position,
            (SELECT coalesce(max(change), 0) FROM queue_ticket WHERE league_id = $1) AS "ticketPosition"
     FROM league WHERE id = $1`,
    [leagueId],
  );
  const { position, ticketPosition } = begins[0]!;
  const rows: { id: number }[] = await tx.query(
    `INSERT INTO webhook (league_id, url, format, events, secret, token_id, created_by, created_at, position, ticket_position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     RETURNING id`,
    [leagueId, url, format, events, secret, tokenId, createdBy, createdAt, position, ticketPosition],
  );
  expectRows('insertWebhook', rows.length, 1);
  return (await findWebhook(tx, { leagueId, id: rows[0]!.id }))!;
}

export async function countWebhooks(sql: Sql, leagueId: number): Promise<number> {
  const rows: { count: number }[] = await sql.query(
    'SELECT count(*)::integer AS count FROM webhook WHERE league_id = $1',
    [leagueId],
  );
  return rows[0]!.count;
}

export async function findWebhook(sql: Sql, { leagueId, id }: WebhookKey, lock = ''): Promise<Webhook | null> {
  const rows: Webhook[] = await sql.query(
    `SELECT ${WEBHOOK_FIELDS} FROM webhook WHERE league_id = $1 AND id = $2 ${lock}`,
    [leagueId, id],
  );
  return rows[0] ?? null;
}

/** Reads a webhook and locks it until the transaction ends. */
export const lockWebhook = (tx: Sql, key: WebhookKey) => findWebhook(tx, key, 'FOR UPDATE');

export async function listWebhooksById(sql: Sql, ids: readonly number[]): Promise<Webhook[]> {
  return sql.query(`SELECT ${WEBHOOK_FIELDS} FROM webhook WHERE id = ANY($1::integer[])`, [ids]);
}

/** One page of a league's webhooks, oldest first. */
export async function listWebhooks(
  sql: Sql,
  leagueId: number,
  page: { readonly limit: number; readonly afterId: number | null },
): Promise<Webhook[]> {
  return sql.query(
    `SELECT ${WEBHOOK_FIELDS} FROM webhook WHERE league_id = $1 AND ($2::integer IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [leagueId, page.afterId, page.limit],
  );
}

/** Changes the events and the address of a webhook. Failures at the old address no longer count. */
export async function updateTarget(
  tx: Sql,
  { leagueId, id }: WebhookKey,
  { url, format, events }: Pick<Webhook, 'url' | 'format' | 'events'>,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE webhook SET url = $3, format = $4, events = $5,
       failures = CASE WHEN url = $3 THEN failures ELSE 0 END,
       failing_since = CASE WHEN url = $3 THEN failing_since END,
       next_attempt_at = CASE WHEN url = $3 THEN next_attempt_at END
     WHERE league_id = $1 AND id = $2`,
    [leagueId, id, url, format, events],
  );
  expectRows('updateTarget', touched, 1);
}

/** Gives a webhook another secret; the old one also signs for a while. */
export async function replaceWebhookSecret(
  tx: Sql,
  { leagueId, id }: WebhookKey,
  secret: string,
  formerEndsAt: Date,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE webhook SET former_secret = secret, former_secret_ends_at = $4, secret = $3 WHERE league_id = $1 AND id = $2`,
    [leagueId, id, secret, formerEndsAt],
  );
  expectRows('replaceWebhookSecret', touched, 1);
}

/** Resumes a webhook from its position, on behalf of another token. */
export async function updateEnabled(
  tx: Sql,
  { leagueId, id }: WebhookKey,
  owner: Pick<Webhook, 'tokenId' | 'createdBy'>,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE webhook SET disabled_at = NULL, disabled_reason = NULL, failures = 0, failing_since = NULL,
       next_attempt_at = NULL, token_id = $3, created_by = $4
     WHERE league_id = $1 AND id = $2`,
    [leagueId, id, owner.tokenId, owner.createdBy],
  );
  expectRows('updateEnabled', touched, 1);
}

export async function updateDisabled(
  tx: Sql,
  { leagueId, id }: WebhookKey,
  reason: DisabledReason,
  at: Date,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE webhook SET disabled_at = $3, disabled_reason = $4, next_attempt_at = NULL
     WHERE league_id = $1 AND id = $2 AND disabled_at IS NULL`,
    [leagueId, id, at, reason],
  );
  expectRows('updateDisabled', touched, 1);
}

export async function deleteWebhookRow(tx: Sql, { leagueId, id }: WebhookKey): Promise<void> {
  const [, touched] = await tx.query('DELETE FROM webhook WHERE league_id = $1 AND id = $2', [leagueId, id]);
  expectRows('deleteWebhookRow', touched, 1);
}
