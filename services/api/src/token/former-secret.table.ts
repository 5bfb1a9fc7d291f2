import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TokenTable } from './token.table.js';

/** A secret that rotateToken replaced. It is kept after its end, so that it never becomes a token's secret again. */
@Entity({ name: 'former_secret' })
@Index('former_secret_token', ['tokenId'])
export class FormerSecretTable {
  /** SHA-256 of the secret. */
  @PrimaryColumn({ type: 'bytea', name: 'secret_hash', primaryKeyConstraintName: 'former_secret_pkey' })
  readonly secretHash!: Buffer;

  @Column({ type: 'integer', name: 'token_id' })
  readonly tokenId!: number;

  /** Until then it works like the token's current secret. */
  @Column({ type: 'timestamptz', name: 'ends_at' })
  readonly endsAt!: Date;

  @ManyToOne(() => TokenTable)
  @JoinColumn({ name: 'token_id', foreignKeyConstraintName: 'former_secret_token_id_fkey' })
  readonly token!: TokenTable;
}
