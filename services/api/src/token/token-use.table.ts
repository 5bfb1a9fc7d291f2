import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When tokens were last used. */
@Entity({ name: 'token_use' })
export class TokenUseTable {
  @PrimaryColumn({ type: 'integer', name: 'token_id', primaryKeyConstraintName: 'token_use_pkey' })
  readonly tokenId!: number;

  /** Exact to the minute. */
  @Column({ type: 'timestamptz', name: 'last_used_at' })
  readonly lastUsedAt!: Date;
}
