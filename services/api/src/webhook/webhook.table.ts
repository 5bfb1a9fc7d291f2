import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { DisabledReason, WebhookEvent, WebhookFormat } from './webhook.js';

/** Addresses to which the events of a league are sent. Each is a position among the events; what is to be sent is stored nowhere else. */
@Entity({ name: 'webhook' })
@Check('webhook_format_check', `format IN ('JSON', 'DISCORD')`)
@Check('webhook_events_check', 'cardinality(events) > 0')
@Check(
  'webhook_disabled_check',
  `(disabled_at IS NULL) = (disabled_reason IS NULL)
   AND (disabled_reason IS NULL OR disabled_reason IN ('FAILING', 'GONE', 'TOKEN_ENDED'))`,
)
@Check('webhook_failing_check', '(failing_since IS NULL) = (failures = 0)')
export class WebhookTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'webhook_pkey' })
  readonly leagueId!: number;

  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'webhook_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly url!: string;

  @Column({ type: 'text' })
  readonly format!: WebhookFormat;

  @Column({ type: 'text', array: true })
  readonly events!: WebhookEvent[];

  /** In plain text: a signature needs the secret itself. */
  @Column({ type: 'text' })
  readonly secret!: string;

  @Column({ type: 'text', name: 'former_secret', nullable: true })
  readonly formerSecret!: string | null;

  @Column({ type: 'timestamptz', name: 'former_secret_ends_at', nullable: true })
  readonly formerSecretEndsAt!: Date | null;

  /** The token on whose behalf it sends; null for the command line. */
  @Column({ type: 'integer', name: 'token_id', nullable: true })
  readonly tokenId!: number | null;

  @Column({ type: 'text', name: 'created_by' })
  readonly createdBy!: string;

  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;

  /** Number of the newest event that was sent whole, or passed over. */
  @Column({ type: 'bigint' })
  readonly position!: number;

  /** Items of the next event that were sent. */
  @Column({ type: 'integer', default: 0 })
  readonly told!: number;

  /** `change` of the newest queue ticket that was sent, or passed over. */
  @Column({ type: 'bigint', name: 'ticket_position' })
  readonly ticketPosition!: number;

  @Column({ type: 'integer', name: 'last_message', default: 0 })
  readonly lastMessage!: number;

  @Column({ type: 'integer', default: 0 })
  readonly failures!: number;

  @Column({ type: 'timestamptz', name: 'failing_since', nullable: true })
  readonly failingSince!: Date | null;

  @Column({ type: 'timestamptz', name: 'next_attempt_at', nullable: true })
  readonly nextAttemptAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'disabled_at', nullable: true })
  readonly disabledAt!: Date | null;

  @Column({ type: 'text', name: 'disabled_reason', nullable: true })
  readonly disabledReason!: DisabledReason | null;

  @ManyToOne('LeagueTable', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'webhook_league_id_fkey' })
  readonly league!: object;

  @ManyToOne('TokenTable')
  @JoinColumn({ name: 'token_id', foreignKeyConstraintName: 'webhook_token_id_fkey' })
  readonly token!: object | null;
}
