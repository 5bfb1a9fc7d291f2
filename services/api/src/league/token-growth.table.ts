import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What counts toward a token's storage quota besides its replays: matches that it added at the end of logs. */
@Entity({ name: 'token_growth' })
export class TokenGrowthTable {
  @PrimaryColumn({ type: 'integer', name: 'token_id', primaryKeyConstraintName: 'token_growth_pkey' })
  readonly tokenId!: number;

  /** Beginning of the newest day of UTC with such matches. */
  @Column({ type: 'timestamptz' })
  readonly day!: Date;

  /** Bytes by which journals grew on that day, as `journalBytes` counts them. */
  @Column({ type: 'bigint' })
  readonly bytes!: number;
}
