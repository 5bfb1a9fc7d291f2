import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Leagues of many players, whose ranks are counted by buckets. Triggers keep both tables: see migrations 0012 and 0013. */
@Entity({ name: 'rank_scale' })
export class RankScaleTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'rank_scale_pkey' })
  readonly leagueId!: number;

  @Column({ type: 'double precision', name: 'buckets_per_point' })
  readonly bucketsPerPoint!: number;
}

/** The span of a group, a mask: these bits are all set in the number of the last bucket of a group. */
export const GROUP_SPAN = 255;

/** How many ranked players have a score in a bucket, or in a group of buckets. */
@Entity({ name: 'rank_bucket' })
export class RankBucketTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'rank_bucket_pkey' })
  readonly leagueId!: number;

  /** 0: of one bucket; `GROUP_SPAN`: of a group, and `bucket` is its last one. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'rank_bucket_pkey' })
  readonly span!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'rank_bucket_pkey' })
  readonly bucket!: number;

  @Column({ type: 'integer' })
  readonly players!: number;
}
