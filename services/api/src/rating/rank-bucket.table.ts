import { double, integer, key, table } from '../kit/sql/table.js';

/** Leagues of many players, whose ranks are counted by buckets. Triggers maintain both tables: see migrations 0012 and 0013. */
export const RankScaleTable = table('rank_scale', {
  leagueId: key(integer()),
  bucketsPerPoint: double(),
});

/** The span of a group, a mask: these bits are all set in the number of the last bucket of a group. */
export const GROUP_SPAN = 255;

/** How many ranked players have a score in a bucket, or in a group of buckets. */
export const RankBucketTable = table('rank_bucket', {
  leagueId: key(integer()),
  /** 0: of one bucket; `GROUP_SPAN`: of a group, and `bucket` is its last one. */
  span: key(integer()),
  bucket: key(integer()),
  players: integer(),
});
