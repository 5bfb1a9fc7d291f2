import { Check, ForeignKey, Index } from 'typeorm';
import { bigint, integer, key, nullable, table, text, time } from '../kit/sql/table.js';
import type { DeliveryStatus, MessageEvent } from './webhook.js';

/** The messages of webhooks of the last 30 days; at most one of a webhook is being delivered. */
export const WebhookDeliveryTable = table(
  'webhook_delivery',
  {
    leagueId: key(integer()),
    webhookId: key(integer()),
    number: key(integer()),
    event: text<MessageEvent>(),
    status: text<DeliveryStatus>(),
    fromEvent: nullable(bigint()),
    fromItem: nullable(integer()),
    toEvent: nullable(bigint()),
    toItem: nullable(integer()),
    ticketChange: nullable(bigint()),
    createdAt: time(),
    byHandAt: nullable(time()),
    attempts: integer({ default: 0 }),
    attemptedAt: nullable(time()),
    deliveredAt: nullable(time()),
    responseStatus: nullable(integer()),
    error: nullable(text()),
    durationMs: nullable(integer()),
  },
  Index('webhook_delivery_next', ['leagueId', 'webhookId'], {
    unique: true,
    where: `status = 'PENDING' AND event <> 'webhook.test'`,
  }),
  Index('webhook_delivery_by_hand', ['leagueId', 'webhookId', 'number'], { where: 'by_hand_at IS NOT NULL' }),
  Check(
    'webhook_delivery_status_check',
    `status IN ('PENDING', 'DELIVERED', 'FAILED')
   AND (status = 'DELIVERED') = (delivered_at IS NOT NULL) AND (status <> 'FAILED' OR event = 'webhook.test')`,
  ),
  Check(
    'webhook_delivery_place_check',
    `num_nonnulls(from_event, from_item, to_event, to_item) IN (0, 4)
   AND (event = 'webhook.test') = (from_event IS NULL AND ticket_change IS NULL)
   AND (event = 'ticket.matched') = (ticket_change IS NOT NULL)
   AND (ticket_change IS NULL OR from_event IS NULL)
   AND (from_event IS NULL OR (from_event, from_item) < (to_event, to_item))`,
  ),
  ForeignKey('webhook', ['leagueId', 'webhookId'], ['leagueId', 'id'], {
    name: 'webhook_delivery_webhook_fkey',
    onDelete: 'CASCADE',
  }),
);
