import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Leagues of many players, whose ranks are counted by buckets. Triggers keep both tables: see migration 0005. */
@Entity({ name: 'rank_scale' })
export class RankScaleTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'rank_scale_pkey' })
  readonly leagueId!: number;

  @Column({ type: 'double precision', name: 'buckets_per_point' })
  readonly bucketsPerPoint!: number;
}

/** How many ranked players have a score in a bucket. */
@Entity({ name: 'rank_bucket' })
export class RankBucketTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'rank_bucket_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'rank_bucket_pkey' })
  readonly bucket!: number;

  @Column({ type: 'integer' })
  readonly players!: number;
}
