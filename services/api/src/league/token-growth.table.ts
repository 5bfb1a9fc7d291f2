import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What counts to the quota of a token's storage beside revisions: the matches that it sent in their order. */
@Entity({ name: 'token_growth' })
export class TokenGrowthTable {
  @PrimaryColumn({ type: 'integer', name: 'token_id', primaryKeyConstraintName: 'token_growth_pkey' })
  readonly tokenId!: number;

  /** The beginning of the newest day of UTC on which there was any. */
  @Column({ type: 'timestamptz' })
  readonly day!: Date;

  /** By how many bytes journals grew on that day, as `journalBytes` counts them. */
  @Column({ type: 'bigint' })
  readonly bytes!: number;
}
