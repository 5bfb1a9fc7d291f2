import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Actions } from './actions.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/**
 * The position of every webhook is an existing event; its messages lead there without a gap, and the pending message begins there. The
 * audit log has its creator, and the reason if it is disabled.
 */
export async function checkWebhooks(tx: Sql, league: League, actions: Actions, findings: Findings): Promise<void> {
  await checkPlaces(tx, league, actions, findings);
  await checkMessages(tx, league, findings);
  await checkAudit(tx, league, findings);
}

async function checkPlaces(
  tx: Sql,
  { id, version }: League,
  { told, ofSeveral }: Actions,
  findings: Findings,
): Promise<void> {
  const odd: { id: number; position: number; told: number; items: number; tickets: number; newest: number }[] =
    await tx.query(
      `SELECT id, position, told, coalesce(items, 0) AS items, ticket_position AS tickets, newest
       FROM webhook
       LEFT JOIN LATERAL (
         SELECT coalesce(cardinality(sequences), 0) + CASE WHEN kind = 'RECOMPUTED' THEN 1 ELSE 0 END
           + CASE WHEN action = ANY($4::text[]) OR kind = 'MATCH_SHOWN' AND action = ANY($5::text[])
                  THEN 1 ELSE 0 END AS items
         FROM league_event WHERE league_id = $1 AND number > position ORDER BY number LIMIT 1
       ) AS next ON true
       CROSS JOIN (SELECT coalesce(max(change), 0) AS newest FROM queue_ticket WHERE league_id = $1) AS queue
       WHERE league_id = $1
         AND (position NOT BETWEEN 0 AND $2 OR told < 0 OR told > 0 AND told >= coalesce(items, 0)
              OR ticket_position NOT BETWEEN 0 AND newest)
       ORDER BY id LIMIT $3`,
      [id, version, MAX_FINDINGS, told, ofSeveral],
    );
  for (const { id: webhook, position, told, items, tickets, newest } of odd) {
    const expected = { position: `0 to ${version}`, told: `0, or less than ${items}`, tickets: `0 to ${newest}` };
    findings.add('webhooks', `webhook ${webhook}, place`, expected, { position, told, tickets });
  }
}

async function checkMessages(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { webhook: number; number: number; what: string }[] = await tx.query(
    `SELECT webhook_id AS webhook, number, CASE
         WHEN number NOT BETWEEN 1 AND last_message THEN 'number'
         WHEN (from_event, from_item) < (to_before, item_before) OR ticket_change <= ticket_before THEN 'order'
         ELSE 'place of the webhook' END AS what
     FROM (
       SELECT webhook_id, number, status, from_event, from_item, to_event, to_item, ticket_change,
              lag(to_event) OVER events AS to_before, lag(to_item) OVER events AS item_before,
              lag(ticket_change) OVER events AS ticket_before
       FROM webhook_delivery WHERE league_id = $1
       WINDOW events AS (PARTITION BY webhook_id, from_event IS NULL, ticket_change IS NULL ORDER BY number)
     ) AS message
     JOIN webhook ON webhook.league_id = $1 AND webhook.id = webhook_id
     WHERE number NOT BETWEEN 1 AND last_message
       OR (from_event, from_item) < (to_before, item_before) OR ticket_change <= ticket_before
       OR status = 'DELIVERED' AND ((to_event, to_item) > (position, told) OR ticket_change > ticket_position)
       OR status = 'PENDING' AND ((from_event, from_item) < (position, told) OR ticket_change <= ticket_position)
     ORDER BY webhook_id, number LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { webhook, number, what } of odd) {
    findings.add(
      'webhooks',
      `webhook ${webhook}, message ${number}, ${what}`,
      'in line with the webhook',
      'out of line',
    );
  }
}

async function checkAudit(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { id: number; isMade: boolean; isDisabled: boolean; newest: string | null }[] = await tx.query(
    `SELECT webhook.id, coalesce(made, false) AS "isMade", disabled_at IS NOT NULL AS "isDisabled", newest
     FROM webhook LEFT JOIN LATERAL (
       SELECT bool_or(action = 'createWebhook') AS made,
              (array_agg(action ORDER BY audit_entry.id DESC)
                FILTER (WHERE action IN ('disableWebhook', 'enableWebhook')))[1] AS newest
       FROM audit_entry WHERE league_id = $1 AND subject = 'Webhook:' || webhook.league_id || ':' || webhook.id
     ) AS entry ON true
     WHERE webhook.league_id = $1
       AND (made IS NOT TRUE OR (disabled_at IS NOT NULL) <> (coalesce(newest, '') = 'disableWebhook'))
     ORDER BY webhook.id LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { id: webhook, isMade, isDisabled, newest } of odd) {
    if (!isMade) findings.add('webhooks', `webhook ${webhook}, createWebhook in the audit log`, 1, 0);
    else
      findings.add(
        'webhooks',
        `webhook ${webhook}, disabled as in the audit log`,
        newest === 'disableWebhook',
        isDisabled,
      );
  }
}
