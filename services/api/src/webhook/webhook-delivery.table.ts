import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { DeliveryStatus, MessageEvent } from './webhook.js';
import { WebhookTable } from './webhook.table.js';

/** The messages of webhooks of the last 30 days; at most one of a webhook is being delivered. */
@Entity({ name: 'webhook_delivery' })
@Index('webhook_delivery_next', ['leagueId', 'webhookId'], {
  unique: true,
  where: `status = 'PENDING' AND event <> 'webhook.test'`,
})
@Index('webhook_delivery_by_hand', ['leagueId', 'webhookId', 'number'], { where: 'by_hand_at IS NOT NULL' })
@Check(
  'webhook_delivery_status_check',
  `status IN ('PENDING', 'DELIVERED', 'FAILED')
   AND (status = 'DELIVERED') = (delivered_at IS NOT NULL) AND (status <> 'FAILED' OR event = 'webhook.test')`,
)
@Check(
  'webhook_delivery_place_check',
  `num_nonnulls(from_event, from_item, to_event, to_item) IN (0, 4)
   AND (event = 'webhook.test') = (from_event IS NULL AND ticket_change IS NULL)
   AND (event = 'ticket.matched') = (ticket_change IS NOT NULL)
   AND (ticket_change IS NULL OR from_event IS NULL)
   AND (from_event IS NULL OR (from_event, from_item) < (to_event, to_item))`,
)
export class WebhookDeliveryTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'webhook_delivery_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'webhook_id', primaryKeyConstraintName: 'webhook_delivery_pkey' })
  readonly webhookId!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'webhook_delivery_pkey' })
  readonly number!: number;

  @Column({ type: 'text' })
  readonly event!: MessageEvent;

  @Column({ type: 'text' })
  readonly status!: DeliveryStatus;

  @Column({ type: 'bigint', name: 'from_event', nullable: true })
  readonly fromEvent!: number | null;

  @Column({ type: 'integer', name: 'from_item', nullable: true })
  readonly fromItem!: number | null;

  @Column({ type: 'bigint', name: 'to_event', nullable: true })
  readonly toEvent!: number | null;

  @Column({ type: 'integer', name: 'to_item', nullable: true })
  readonly toItem!: number | null;

  @Column({ type: 'bigint', name: 'ticket_change', nullable: true })
  readonly ticketChange!: number | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'by_hand_at', nullable: true })
  readonly byHandAt!: Date | null;

  @Column({ type: 'integer', default: 0 })
  readonly attempts!: number;

  @Column({ type: 'timestamptz', name: 'attempted_at', nullable: true })
  readonly attemptedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'delivered_at', nullable: true })
  readonly deliveredAt!: Date | null;

  @Column({ type: 'integer', name: 'response_status', nullable: true })
  readonly responseStatus!: number | null;

  @Column({ type: 'text', nullable: true })
  readonly error!: string | null;

  @Column({ type: 'integer', name: 'duration_ms', nullable: true })
  readonly durationMs!: number | null;

  @ManyToOne(() => WebhookTable, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'league_id',
      referencedColumnName: 'leagueId',
      foreignKeyConstraintName: 'webhook_delivery_webhook_fkey',
    },
    { name: 'webhook_id', referencedColumnName: 'id', foreignKeyConstraintName: 'webhook_delivery_webhook_fkey' },
  ])
  readonly webhook!: WebhookTable;
}
