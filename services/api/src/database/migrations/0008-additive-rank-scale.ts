import { migration } from './migration.js';

const RANKED = 'stddev_pop(score) FILTER (WHERE NOT is_provisional)';
const SCALE = `
  CREATE OR REPLACE FUNCTION build_rank_buckets(league integer) RETURNS void LANGUAGE plpgsql
  AS $$
  DECLARE
    per_point double precision;
  BEGIN
    SELECT coalesce(500 / nullif(${RANKED}, 0), 500 / nullif(stddev_pop(score), 0), 1) INTO per_point FROM rating
      WHERE league_id = league AND matches_played > 0 AND score > '-Infinity';
    DELETE FROM rank_bucket WHERE league_id = league;
    DELETE FROM rank_scale WHERE league_id = league;
    INSERT INTO rank_scale (league_id, buckets_per_point) VALUES (league, per_point);
    INSERT INTO rank_bucket (league_id, span, bucket, players)
      SELECT league, 0, score_bucket(score, per_point), count(*) FROM rating
      WHERE league_id = league AND matches_played > 0 AND NOT is_provisional GROUP BY 3;
    INSERT INTO rank_bucket (league_id, span, bucket, players)
      SELECT league, 255, bucket | 255, sum(players) FROM rank_bucket WHERE league_id = league GROUP BY 3;
  END
  $$`;

/**
 * If nobody is ranked yet, the width of rank buckets follows the scores of the provisional players. It was one point and never changed: too
 * much for raters whose scores are a few points apart.
 */
export const AdditiveRankScale1772409600000 = migration('AdditiveRankScale1772409600000', [SCALE]);
