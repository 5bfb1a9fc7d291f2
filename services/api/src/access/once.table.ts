import type { Json } from '@openladder/rating';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The result of a mutation sent with an Idempotency-Key, written in its transaction. */
@Entity({ name: 'idempotency_key' })
@Index('idempotency_key_age', ['createdAt'])
export class IdempotencyKeyTable {
  @PrimaryColumn({ type: 'integer', name: 'token_id', primaryKeyConstraintName: 'idempotency_key_pkey' })
  readonly tokenId!: number;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'idempotency_key_pkey' })
  readonly key!: string;

  @Column({ type: 'text' })
  readonly mutation!: string;

  /** SHA-256 of the input. */
  @Column({ type: 'bytea', name: 'input_hash' })
  readonly inputHash!: Buffer;

  /** Null only within the transaction that is carrying the mutation out. */
  @Column({ type: 'jsonb', nullable: true })
  readonly outcome!: Json;

  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;
}
