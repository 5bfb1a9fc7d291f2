import { fieldsBut } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { Answer } from './post.js';
import type { Delivery, DeliveryKey, DeliveryStatus, Webhook, WebhookKey, WebhookPlace } from './webhook.js';
import { WEBHOOK_FIELDS } from './webhook.repository.js';
import { WebhookDeliveryTable } from './webhook.table.js';

const FIELDS = `${fieldsBut(WebhookDeliveryTable, 'fromEvent', 'fromItem', 'toEvent', 'toItem')},
  CASE WHEN from_event IS NOT NULL THEN json_build_object('event', from_event, 'item', from_item) END AS "from",
  CASE WHEN to_event IS NOT NULL THEN json_build_object('event', to_event, 'item', to_item) END AS "to"`;

/** The content of a message. */
export type DeliveredRange = Pick<Delivery, 'event' | 'from' | 'to' | 'ticketChange'>;

/**
 * Records the next message of a webhook.
 * @param times when it was requested manually, or null for the next message in order
 * @returns null if the webhook was deleted meanwhile; for the next message in order, also null if the webhook was disabled, or if another
 *   process has recorded a message since this process read the webhook: this process may have lost its lock
 */
export async function insertDelivery(
  tx: Sql,
  { leagueId, id, lastMessage }: Pick<Webhook, keyof WebhookKey | 'lastMessage'>,
  { event, from, to, ticketChange }: DeliveredRange,
  times: { readonly createdAt: Date; readonly byHandAt: Date | null },
): Promise<Delivery | null> {
  const rows: Delivery[] = await tx.query(
    `WITH counted AS (
       UPDATE webhook SET last_message = last_message + 1
       WHERE league_id = $1 AND id = $2 AND (disabled_at IS NULL AND last_message = $11 OR $10::timestamptz IS NOT NULL)
       RETURNING last_message
     )
     INSERT INTO webhook_delivery
       (league_id, webhook_id, number, event, status, from_event, from_item, to_event, to_item, ticket_change, created_at,
        by_hand_at)
     SELECT $1::integer, $2::integer, last_message, $3, 'PENDING', $4::bigint, $5::integer, $6::bigint, $7::integer,
            $8::bigint, $9::timestamptz, $10::timestamptz
     FROM counted RETURNING ${FIELDS}`,
    [
      ...[leagueId, id, event, from?.event ?? null, from?.item ?? null, to?.event ?? null, to?.item ?? null],
      ...[ticketChange, times.createdAt, times.byHandAt, lastMessage],
    ],
  );
  return rows[0] ?? null;
}

export async function findDelivery(sql: Sql, { leagueId, webhookId, number }: DeliveryKey): Promise<Delivery | null> {
  const rows: Delivery[] = await sql.query(
    `SELECT ${FIELDS} FROM webhook_delivery WHERE league_id = $1 AND webhook_id = $2 AND number = $3`,
    [leagueId, webhookId, number],
  );
  return rows[0] ?? null;
}

/** One page of the messages of a webhook, newest first. */
export async function listDeliveries(
  sql: Sql,
  { leagueId, id }: WebhookKey,
  page: { readonly limit: number; readonly before: number | null; readonly status: DeliveryStatus | null },
): Promise<Delivery[]> {
  return sql.query(
    `SELECT ${FIELDS} FROM webhook_delivery
     WHERE league_id = $1 AND webhook_id = $2 AND ($3::integer IS NULL OR number < $3) AND ($4::text IS NULL OR status = $4)
     ORDER BY number DESC LIMIT $5`,
    [leagueId, id, page.before, page.status, page.limit],
  );
}

/** Requests a manual delivery of a message. */
export async function updateByHand(tx: Sql, { leagueId, webhookId, number }: DeliveryKey, at: Date): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE webhook_delivery SET by_hand_at = coalesce(by_hand_at, $4)
     WHERE league_id = $1 AND webhook_id = $2 AND number = $3`,
    [leagueId, webhookId, number, at],
  );
  expectRows('updateByHand', touched, 1);
}

/** Makes the pending message be tried again at once. */
export async function updateDueNow(tx: Sql, { leagueId, id }: WebhookKey): Promise<void> {
  const [, touched] = await tx.query('UPDATE webhook SET next_attempt_at = NULL WHERE league_id = $1 AND id = $2', [
    leagueId,
    id,
  ]);
  expectRows('updateDueNow', touched, 1);
}

/** Records an attempt. @param status the new one of the message */
export async function updateAttempted(
  tx: Sql,
  { leagueId, webhookId, number }: DeliveryKey,
  status: DeliveryStatus,
  answer: Answer,
  at: Date,
): Promise<void> {
  const [, touched] = await tx.query(`${ATTEMPTED}`, [
    ...[leagueId, webhookId, number, status, at, answer.status, answer.error, answer.durationMs],
  ]);
  expectRows('updateAttempted', touched, 1);
}

const ATTEMPTED = `UPDATE webhook_delivery SET status = $4, attempts = attempts + 1, attempted_at = $5, by_hand_at = NULL,
    delivered_at = coalesce(delivered_at, CASE WHEN $4 = 'DELIVERED' THEN $5::timestamptz END),
    response_status = $6, error = $7, duration_ms = $8
  WHERE league_id = $1 AND webhook_id = $2 AND number = $3`;

/** Records that a message was accepted in its turn, once: the webhook continues after it, and is no longer failing. */
export async function updateAccepted(sql: Sql, delivery: Delivery, answer: Answer, at: Date): Promise<void> {
  const { leagueId, webhookId, number, to, ticketChange } = delivery;
  await sql.query(
    `WITH attempted AS (${ATTEMPTED} AND status = 'PENDING' RETURNING 1)
     UPDATE webhook SET position = coalesce($9, position), told = coalesce($10, told),
       ticket_position = coalesce($11, ticket_position), failures = 0, failing_since = NULL, next_attempt_at = NULL
     FROM attempted WHERE league_id = $1 AND id = $2`,
    [
      ...[leagueId, webhookId, number, 'DELIVERED', at, answer.status, answer.error, answer.durationMs],
      ...[to?.event ?? null, to?.item ?? null, ticketChange],
    ],
  );
}

/** Moves a webhook past events that it does not send, and never back. */
export async function updatePlace(sql: Sql, { leagueId, id }: WebhookKey, place: WebhookPlace): Promise<void> {
  await sql.query(
    `UPDATE webhook SET position = $3, told = $4
     WHERE league_id = $1 AND id = $2 AND (position, told) < ($3::bigint, $4::integer)`,
    [leagueId, id, place.event, place.item],
  );
}

export async function updateFailing(
  tx: Sql,
  { leagueId, id }: WebhookKey,
  { failures, failingSince, nextAttemptAt }: Pick<Webhook, 'failures' | 'failingSince' | 'nextAttemptAt'>,
): Promise<void> {
  const [, touched] = await tx.query(
    'UPDATE webhook SET failures = $3, failing_since = $4, next_attempt_at = $5 WHERE league_id = $1 AND id = $2',
    [leagueId, id, failures, failingSince, nextAttemptAt],
  );
  expectRows('updateFailing', touched, 1);
}

/** A webhook with something to send. */
export interface DueWebhook extends WebhookKey {
  readonly isFailing: boolean;
}

/**
 * Webhooks that have something to send now, healthy ones first.
 * @param busy ids of those being served
 */
export async function listDueWebhooks(
  sql: Sql,
  now: Date,
  busy: readonly number[],
  limit: { readonly healthy: number; readonly failing: number },
): Promise<DueWebhook[]> {
  return sql.query(
    `WITH due AS (
       SELECT webhook.league_id AS "leagueId", webhook.id, failing_since IS NOT NULL AS "isFailing", next_attempt_at
       FROM webhook JOIN league ON league.id = webhook.league_id
       WHERE webhook.id <> ALL($2::integer[]) AND deleted_at IS NULL AND (
         disabled_at IS NULL AND (next_attempt_at IS NULL OR next_attempt_at <= $1) AND (
           position < version
           OR 'ticket.matched' = ANY(events) AND EXISTS (
             SELECT FROM queue_ticket AS ticket
             WHERE ticket.league_id = webhook.league_id AND change > ticket_position AND status = 'MATCHED'))
         OR EXISTS (
           SELECT FROM webhook_delivery AS delivery
           WHERE delivery.league_id = webhook.league_id AND webhook_id = webhook.id AND by_hand_at IS NOT NULL))
     )
     (SELECT "leagueId", id, "isFailing" FROM due WHERE NOT "isFailing" LIMIT $3)
     UNION ALL
     (SELECT "leagueId", id, "isFailing" FROM due WHERE "isFailing" ORDER BY next_attempt_at LIMIT $4)`,
    [now, busy, limit.healthy, limit.failing],
  );
}

/** A webhook with the data for serving it: the secrets that sign, and whether it may send at all. */
export interface ServedWebhook extends Webhook {
  readonly secrets: readonly string[];
  /** Whether its token is valid and may administer the league. */
  readonly mayBeSent: boolean;
  /** Version of its league. */
  readonly version: number;
  /** The message that was begun in its turn and has not been accepted yet. */
  readonly next: Delivery | null;
  /** The first manually requested message. */
  readonly byHand: Delivery | null;
}

const UNDER_WAY = (condition: string) => `(
  SELECT to_jsonb(message) FROM (
    SELECT ${FIELDS} FROM webhook_delivery AS delivery
    WHERE delivery.league_id = $1 AND delivery.webhook_id = $2 AND ${condition}
    ORDER BY number LIMIT 1) AS message)`;

/** Reads everything needed to serve a webhook, in one statement. */
export async function findServedWebhook(
  sql: Sql,
  { leagueId, id }: WebhookKey,
  now: Date,
): Promise<ServedWebhook | null> {
  const rows: ServedWebhook[] = await sql.query(
    `SELECT ${WEBHOOK_FIELDS},
       (SELECT version FROM league WHERE id = $1) AS version,
       ${UNDER_WAY(`status = 'PENDING' AND event <> 'webhook.test'`)} AS next,
       ${UNDER_WAY('by_hand_at IS NOT NULL')} AS "byHand",
       ARRAY[secret] || CASE WHEN former_secret_ends_at > $3 THEN ARRAY[former_secret] ELSE '{}' END AS secrets,
       token_id IS NULL OR EXISTS (
         SELECT FROM token
         WHERE token.id = token_id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3) AND (
           'platform:admin' = ANY(scopes) OR 'league:admin' = ANY(scopes) AND EXISTS (
             SELECT FROM token_league AS own WHERE own.token_id = token.id AND own.league_id = $1))
       ) AS "mayBeSent"
     FROM webhook WHERE league_id = $1 AND id = $2`,
    [leagueId, id, now],
  );
  const [found] = rows;
  return found ? { ...found, next: withDates(found.next), byHand: withDates(found.byHand) } : null;
}

/** Times are text in JSON; times that are computed with are parsed again. */
function withDates(delivery: Delivery | null): Delivery | null {
  if (!delivery) return null;
  const { createdAt, byHandAt } = delivery;
  return { ...delivery, createdAt: new Date(createdAt), byHandAt: byHandAt && new Date(byHandAt) };
}

/** Messages that are deleted at a time. */
const STEP = 5_000;

/**
 * Deletes messages that are no longer kept: those recorded before a time, and the oldest of a webhook that has very many.
 * @returns whether there may be more
 */
export async function deleteOldDeliveries(tx: Sql, before: Date, mostOfOne: number): Promise<boolean> {
  const [, touched] = await tx.query(
    `DELETE FROM webhook_delivery AS delivery USING (
       SELECT old.league_id, old.webhook_id, old.number
       FROM webhook CROSS JOIN LATERAL (
         SELECT * FROM webhook_delivery AS old
         WHERE old.league_id = webhook.league_id AND webhook_id = webhook.id ORDER BY number LIMIT ${STEP}
       ) AS old
       WHERE (old.created_at < $1 OR old.number <= last_message - $2) AND status <> 'PENDING' AND by_hand_at IS NULL
       LIMIT ${STEP}) AS old
     WHERE delivery.league_id = old.league_id AND delivery.webhook_id = old.webhook_id AND delivery.number = old.number`,
    [before, mostOfOne],
  );
  return touched === STEP;
}
