import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { Scope } from '../access/access.js';
import { LeagueTable } from '../league/league.table.js';

@Entity({ name: 'token' })
@Unique('token_secret_hash_key', ['secretHash'])
@Index('token_created_by', ['createdById'])
export class TokenTable {
  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'token_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly name!: string;

  /** SHA-256 of the secret; the secret itself is shown once and never stored. */
  @Column({ type: 'bytea', name: 'secret_hash' })
  readonly secretHash!: Buffer;

  @Column({ type: 'text', array: true })
  readonly scopes!: Scope[];

  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;

  /** The token that created it; null for the command line and the start of the service. */
  @Column({ type: 'integer', name: 'created_by_id', nullable: true })
  readonly createdById!: number | null;

  /** Its maker's name in the audit log. */
  @Column({ type: 'text', name: 'created_by' })
  readonly createdBy!: string;

  @ManyToOne(() => TokenTable)
  @JoinColumn({ name: 'created_by_id', foreignKeyConstraintName: 'token_created_by_id_fkey' })
  readonly maker!: TokenTable | null;

  @Column({ type: 'timestamptz', name: 'expires_at', nullable: true })
  readonly expiresAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', nullable: true })
  readonly revokedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'last_used_at', nullable: true })
  readonly lastUsedAt!: Date | null;
}

/** The leagues to which a token's league scopes apply. */
@Entity({ name: 'token_league' })
export class TokenLeagueTable {
  @PrimaryColumn({ type: 'integer', name: 'token_id', primaryKeyConstraintName: 'token_league_pkey' })
  readonly tokenId!: number;

  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'token_league_pkey' })
  readonly leagueId!: number;

  @ManyToOne(() => TokenTable)
  @JoinColumn({ name: 'token_id', foreignKeyConstraintName: 'token_league_token_id_fkey' })
  readonly token!: TokenTable;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'token_league_league_id_fkey' })
  readonly league!: LeagueTable;
}

/** When tokens were last used. */
@Entity({ name: 'token_use' })
export class TokenUseTable {
  @PrimaryColumn({ type: 'integer', name: 'token_id', primaryKeyConstraintName: 'token_use_pkey' })
  readonly tokenId!: number;

  /** Exact to the minute. */
  @Column({ type: 'timestamptz', name: 'last_used_at' })
  readonly lastUsedAt!: Date;
}

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

/** A form of the console that a session has sent and that is not done: the page that shows it can be requested again. */
@Entity({ name: 'kept_form' })
@Index('kept_form_session', ['sessionIdHash', 'keptAt'])
@Check('kept_form_id_hash_check', '(length(id_hash) = 32)')
export class KeptFormTable {
  /** SHA-256 of the id that addresses have. */
  @PrimaryColumn({ type: 'bytea', name: 'id_hash', primaryKeyConstraintName: 'kept_form_pkey' })
  readonly idHash!: Buffer;

  @Column({ type: 'bytea', name: 'session_id_hash' })
  readonly sessionIdHash!: Buffer;

  /** Encrypted: only the browser of the session has the key. */
  @Column({ type: 'bytea' })
  readonly content!: Buffer;

  @Column({ type: 'timestamptz', name: 'kept_at' })
  readonly keptAt!: Date;

  @ManyToOne(() => SessionTable, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id_hash', foreignKeyConstraintName: 'kept_form_session_id_hash_fkey' })
  readonly session!: SessionTable;
}
