import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TokenTable } from './token.table.js';

/** A browser that is signed in on behalf of a token, or a code that signs one in. */
@Entity({ name: 'session' })
@Index('session_token', ['tokenId'])
@Index('session_expires_at', ['expiresAt'])
@Check('session_id_hash_check', '(length(id_hash) = 32)')
export class SessionTable {
  /** SHA-256 of the id that the browser has, or of the code. */
  @PrimaryColumn({ type: 'bytea', name: 'id_hash', primaryKeyConstraintName: 'session_pkey' })
  readonly idHash!: Buffer;

  /** Whether it is a code, which opens one session and is gone. */
  @Column({ type: 'boolean', name: 'is_code' })
  readonly isCode!: boolean;

  @Column({ type: 'integer', name: 'token_id' })
  readonly tokenId!: number;

  /** SHA-256 of the token's secret at that time: the session is good as long as this secret is. */
  @Column({ type: 'bytea', name: 'secret_hash' })
  readonly secretHash!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at' })
  readonly expiresAt!: Date;

  @ManyToOne(() => TokenTable)
  @JoinColumn({ name: 'token_id', foreignKeyConstraintName: 'session_token_id_fkey' })
  readonly token!: TokenTable;
}
