-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countRanked, for: board, next page
SELECT id, (CASE WHEN EXISTS (SELECT FROM rank_scale WHERE league_id = league.id)
      THEN (SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = league.id AND span = 255)
      ELSE (SELECT count(*) FROM rating WHERE league_id = league.id AND matches_played > 0 AND NOT is_provisional)
    END)::integer AS ranked
  FROM league WHERE id = ANY($1::integer[]);
--   Index Only Scan using league_pkey on league
--     Index Cond: (id = ANY ($1))
--     SubPlan 2
--       ->  Index Only Scan using rank_scale_pkey on rank_scale
--     SubPlan 3
--       ->  Aggregate
--             ->  Index Scan using rank_bucket_pkey on rank_bucket
--                   Index Cond: ((league_id = league.id) AND (span = 255))
--     SubPlan 4
--       ->  Aggregate
--             ->  Index Only Scan using rating_standing on rating
--                   Index Cond: ((league_id = league.id) AND (is_provisional = false))

-- findRankedRating, for: history, next page; page of a player
SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at, handle, since AS created_at,
          CASE WHEN matches_played > 0 AND NOT is_provisional THEN (SELECT (CASE WHEN scale IS NULL THEN (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND rating.score > place.score)
    ELSE (SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = $1 AND span = 255 AND bucket > place.bucket | 255)
      + (SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = $1 AND span = 0 AND bucket > place.bucket AND bucket <= place.bucket | 255)
      + (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND rating.score > place.score AND rating.score <= place.bucket_end
           AND score_bucket(rating.score, scale) = place.bucket)
    END)::integer
  FROM (SELECT *, CASE WHEN bucket < 1000000000 THEN (bucket + 1.001::double precision) / scale ELSE 'Infinity' END AS bucket_end
    FROM (SELECT *, score_bucket(score, scale) AS bucket
      FROM (SELECT own.score AS score, (SELECT buckets_per_point FROM rank_scale WHERE league_id = $1) AS scale OFFSET 0)
        AS scaled OFFSET 0) AS bucketed OFFSET 0) AS place) END AS above
   FROM rating AS own JOIN membership USING (player_id, league_id)
   WHERE league_id = $1 AND player_id = (SELECT COALESCE(
     (SELECT into_id FROM player_merge WHERE league_id = $1 AND player_merge.player_id = named.id), named.id)
   FROM (SELECT COALESCE(
           (SELECT player_id FROM membership WHERE league_id = $1 AND handle_key = $2),
           (SELECT player_id FROM former_name WHERE league_id = $1 AND handle_key = $2),
           (SELECT account.player_id FROM account JOIN membership AS own USING (player_id)
  WHERE account = $2 AND account.league_id IN (0, $1) AND own.league_id = $1
  ORDER BY account.league_id DESC LIMIT 1)) AS id) AS named);
--   Nested Loop
--     InitPlan 14
--       ->  Result
--             InitPlan 10
--               ->  Index Scan using player_merge_pkey on player_merge
--                     Index Cond: ((league_id = $1) AND (player_id = COALESCE((InitPlan 7).col1, (InitPlan 8).col1, (InitPlan 9).col1)))
--                     InitPlan 7
--                       ->  Index Scan using membership_name on membership membership_1
--                             Index Cond: ((league_id = $1) AND (handle_key = $2))
--                     InitPlan 8
--                       ->  Index Scan using former_name_pkey on former_name
--                             Index Cond: ((handle_key = $2) AND (league_id = $1))
--                     InitPlan 9
--                       ->  Limit
--                             ->  Nested Loop
--                                   ->  Index Scan Backward using account_pkey on account
--                                         Index Cond: ((account = $2) AND (league_id = ANY (ARRAY[0, $1])))
--                                   ->  Index Only Scan using membership_pkey on membership own_1
--                                         Index Cond: ((player_id = account.player_id) AND (league_id = $1))
--             InitPlan 11
--               ->  Index Scan using membership_name on membership membership_2
--                     Index Cond: ((league_id = $1) AND (handle_key = $2))
--             InitPlan 12
--               ->  Index Scan using former_name_pkey on former_name former_name_1
--                     Index Cond: ((handle_key = $2) AND (league_id = $1))
--             InitPlan 13
--               ->  Limit
--                     ->  Nested Loop
--                           ->  Index Scan Backward using account_pkey on account account_1
--                                 Index Cond: ((account = $2) AND (league_id = ANY (ARRAY[0, $1])))
--                           ->  Index Only Scan using membership_pkey on membership own_2
--                                 Index Cond: ((player_id = account_1.player_id) AND (league_id = $1))
--     ->  Index Scan using rating_pkey on rating own
--           Index Cond: ((league_id = $1) AND (player_id = (InitPlan 14).col1))
--     ->  Index Scan using membership_pkey on membership
--           Index Cond: ((player_id = (InitPlan 14).col1) AND (league_id = $1))
--     SubPlan 6
--       ->  Subquery Scan on place
--             ->  Subquery Scan on bucketed
--                   ->  Subquery Scan on scaled
--                         ->  Result
--                               InitPlan 5
--                                 ->  Index Scan using rank_scale_pkey on rank_scale
--                                       Index Cond: (league_id = $1)
--             SubPlan 1
--               ->  Aggregate
--                     ->  Index Only Scan using rating_standing on rating
--                           Index Cond: ((league_id = $1) AND (is_provisional = false) AND (score > place.score))
--             SubPlan 2
--               ->  Aggregate
--                     ->  Index Scan using rank_bucket_pkey on rank_bucket
--                           Index Cond: ((league_id = $1) AND (span = 255) AND (bucket > (place.bucket | 255)))
--             SubPlan 3
--               ->  Aggregate
--                     ->  Index Scan using rank_bucket_pkey on rank_bucket rank_bucket_1
--                           Index Cond: ((league_id = $1) AND (span = 0) AND (bucket > place.bucket) AND (bucket <= (place.bucket | 255)))
--             SubPlan 4
--               ->  Aggregate
--                     ->  Index Only Scan using rating_standing on rating rating_1
--                           Index Cond: ((league_id = $1) AND (is_provisional = false) AND (score > place.score) AND (score <= place.bucket_end))
--                           Filter: ((floor(LEAST(GREATEST((score * place.scale), '-1000000000'::double precision), '1000000000'::double precision)))::integer = place.bucket)

-- isAnybodyRanked, for: page of a board
SELECT 1 FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional ORDER BY is_provisional, score DESC, player_id LIMIT 1;
--   Limit
--     ->  Index Only Scan using rating_standing on rating
--           Index Cond: ((league_id = $1) AND (is_provisional = false))

-- readBoard, for: amend; void
WITH page AS MATERIALIZED (SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional ORDER BY is_provisional, score DESC, player_id LIMIT 101) AS most LIMIT $2)
  SELECT page.*
  FROM page
  ORDER BY is_provisional, score DESC, player_id;
--   Sort
--     Sort Key: page.is_provisional, page.score DESC, page.player_id
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Index Scan using rating_standing on rating
--                         Index Cond: ((league_id = $1) AND (is_provisional = false))
--     ->  CTE Scan on page

-- readBoard, for: board around a player
WITH centre AS MATERIALIZED (
      SELECT is_provisional, score, player_id FROM rating
      WHERE league_id = $1 AND matches_played > 0 AND player_id = $4 AND NOT is_provisional
    ), page AS MATERIALIZED (
      (SELECT * FROM ((SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND is_provisional = (SELECT is_provisional FROM centre) AND score = (SELECT score FROM centre) AND player_id < (SELECT player_id FROM centre)  ORDER BY is_provisional DESC, score, player_id DESC LIMIT 101) AS most LIMIT $3) UNION ALL (SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND is_provisional = (SELECT is_provisional FROM centre) AND score > (SELECT score FROM centre)  ORDER BY is_provisional DESC, score, player_id DESC LIMIT 101) AS most LIMIT $3) UNION ALL (SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND (SELECT is_provisional FROM centre) ORDER BY is_provisional DESC, score, player_id DESC LIMIT 101) AS most LIMIT $3)) AS branches ORDER BY is_provisional DESC, score, player_id DESC LIMIT $3)
      UNION ALL SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM centre JOIN rating USING (is_provisional, score, player_id) WHERE league_id = $1
      UNION ALL (SELECT * FROM ((SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND is_provisional = (SELECT is_provisional FROM centre) AND score = (SELECT score FROM centre) AND player_id > (SELECT player_id FROM centre)  ORDER BY is_provisional, score DESC, player_id LIMIT 101) AS most LIMIT $2) UNION ALL (SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND is_provisional = (SELECT is_provisional FROM centre) AND score < (SELECT score FROM centre)  ORDER BY is_provisional, score DESC, player_id LIMIT 101) AS most LIMIT $2)) AS branches ORDER BY is_provisional, score DESC, player_id LIMIT $2)
    )
     SELECT page.* , known.handle, known.since AS created_at , (SELECT (SELECT (CASE WHEN scale IS NULL THEN (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND rating.score > place.score)
      ELSE (SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = $1 AND span = 255 AND bucket > place.bucket | 255)
        + (SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = $1 AND span = 0 AND bucket > place.bucket AND bucket <= place.bucket | 255)
        + (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND rating.score > place.score AND rating.score <= place.bucket_end
             AND score_bucket(rating.score, scale) = place.bucket)
      END)::integer
    FROM (SELECT *, CASE WHEN bucket < 1000000000 THEN (bucket + 1.001::double precision) / scale ELSE 'Infinity' END AS bucket_end
      FROM (SELECT *, score_bucket(score, scale) AS bucket
        FROM (SELECT best.score AS score, (SELECT buckets_per_point FROM rank_scale WHERE league_id = $1) AS scale OFFSET 0)
          AS scaled OFFSET 0) AS bucketed OFFSET 0) AS place) FROM (SELECT score, player_id FROM page WHERE NOT is_provisional ORDER BY score DESC, player_id LIMIT 1) AS best) AS above,
  (SELECT (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND score = best.score
     AND player_id < best.player_id)::integer FROM (SELECT score, player_id FROM page WHERE NOT is_provisional ORDER BY score DESC, player_id LIMIT 1) AS best) AS ahead
     FROM page JOIN membership AS known USING (player_id, league_id)
     ORDER BY is_provisional, score DESC, player_id;
--   Sort
--     Sort Key: page.is_provisional, page.score DESC, page.player_id
--     CTE centre
--       ->  Index Only Scan using rating_standing on rating
--             Index Cond: ((league_id = $1) AND (is_provisional = false) AND (player_id = $4))
--     CTE page
--       ->  Append
--             ->  Limit
--                   ->  Sort
--                         Sort Key: rating_1.is_provisional DESC, rating_1.score, rating_1.player_id DESC
--                         ->  Append
--                               ->  Limit
--                                     ->  Limit
--                                           InitPlan 2
--                                             ->  CTE Scan on centre
--                                           InitPlan 3
--                                             ->  CTE Scan on centre centre_1
--                                           InitPlan 4
--                                             ->  CTE Scan on centre centre_2
--                                           ->  Index Scan Backward using rating_standing on rating rating_1
--                                                 Index Cond: ((league_id = $1) AND (is_provisional = (InitPlan 2).col1) AND (score = (InitPlan 3).col1) AND (player_id < (InitPlan 4).col1))
--                               ->  Limit
--                                     ->  Limit
--                                           InitPlan 5
--                                             ->  CTE Scan on centre centre_3
--                                           InitPlan 6
--                                             ->  CTE Scan on centre centre_4
--                                           ->  Index Scan Backward using rating_standing on rating rating_2
--                                                 Index Cond: ((league_id = $1) AND (is_provisional = (InitPlan 5).col1) AND (score > (InitPlan 6).col1))
--                               ->  Limit
--                                     ->  Limit
--                                           InitPlan 7
--                                             ->  CTE Scan on centre centre_5
--                                           ->  Result
--                                                 One-Time Filter: (InitPlan 7).col1
--                                                 ->  Index Scan Backward using rating_standing on rating rating_3
--                                                       Index Cond: ((league_id = $1) AND (is_provisional = false))
--             ->  Nested Loop
--                   Join Filter: ((centre_11.is_provisional = rating_4.is_provisional) AND (centre_11.score = rating_4.score) AND (centre_11.player_id = rating_4.player_id))
--                   ->  CTE Scan on centre centre_11
--                   ->  Index Scan using rating_pkey on rating rating_4
--                         Index Cond: (league_id = $1)
--             ->  Limit
--                   ->  Sort
--                         Sort Key: rating_5.is_provisional, rating_5.score DESC, rating_5.player_id
--                         ->  Append
--                               ->  Limit
--                                     ->  Limit
--                                           InitPlan 8
--                                             ->  CTE Scan on centre centre_6
--                                           InitPlan 9
--                                             ->  CTE Scan on centre centre_7
--                                           InitPlan 10
--                                             ->  CTE Scan on centre centre_8
--                                           ->  Index Scan using rating_standing on rating rating_5
--                                                 Index Cond: ((league_id = $1) AND (is_provisional = (InitPlan 8).col1) AND (score = (InitPlan 9).col1) AND (player_id > (InitPlan 10).col1))
--                               ->  Limit
--                                     ->  Limit
--                                           InitPlan 11
--                                             ->  CTE Scan on centre centre_9
--                                           InitPlan 12
--                                             ->  CTE Scan on centre centre_10
--                                           ->  Index Scan using rating_standing on rating rating_6
--                                                 Index Cond: ((league_id = $1) AND (is_provisional = (InitPlan 11).col1) AND (score < (InitPlan 12).col1))
--     InitPlan 20
--       ->  Subquery Scan on best
--             ->  Limit
--                   ->  Sort
--                         Sort Key: page_1.score DESC, page_1.player_id
--                         ->  CTE Scan on page page_1
--                               Filter: (NOT is_provisional)
--             SubPlan 19
--               ->  Subquery Scan on place
--                     ->  Subquery Scan on bucketed
--                           ->  Subquery Scan on scaled
--                                 ->  Result
--                                       InitPlan 18
--                                         ->  Index Scan using rank_scale_pkey on rank_scale
--                                               Index Cond: (league_id = $1)
--                     SubPlan 14
--                       ->  Aggregate
--                             ->  Index Only Scan using rating_standing on rating rating_7
--                                   Index Cond: ((league_id = $1) AND (is_provisional = false) AND (score > place.score))
--                     SubPlan 15
--                       ->  Aggregate
--                             ->  Index Scan using rank_bucket_pkey on rank_bucket
--                                   Index Cond: ((league_id = $1) AND (span = 255) AND (bucket > (place.bucket | 255)))
--                     SubPlan 16
--                       ->  Aggregate
--                             ->  Index Scan using rank_bucket_pkey on rank_bucket rank_bucket_1
--                                   Index Cond: ((league_id = $1) AND (span = 0) AND (bucket > place.bucket) AND (bucket <= (place.bucket | 255)))
--                     SubPlan 17
--                       ->  Aggregate
--                             ->  Index Only Scan using rating_standing on rating rating_8
--                                   Index Cond: ((league_id = $1) AND (is_provisional = false) AND (score > place.score) AND (score <= place.bucket_end))
--                                   Filter: ((floor(LEAST(GREATEST((score * place.scale), '-1000000000'::double precision), '1000000000'::double precision)))::integer = place.bucket)
--     InitPlan 22
--       ->  Subquery Scan on best_1
--             ->  Limit
--                   ->  Sort
--                         Sort Key: page_2.score DESC, page_2.player_id
--                         ->  CTE Scan on page page_2
--                               Filter: (NOT is_provisional)
--             SubPlan 21
--               ->  Aggregate
--                     ->  Index Only Scan using rating_standing on rating rating_9
--                           Index Cond: ((league_id = $1) AND (is_provisional = false) AND (score = best_1.score) AND (player_id < best_1.player_id))
--     ->  Nested Loop
--           ->  CTE Scan on page
--           ->  Index Scan using membership_pkey on membership known
--                 Index Cond: ((player_id = page.player_id) AND (league_id = page.league_id))

-- readBoard, for: board, next page
WITH page AS MATERIALIZED (SELECT * FROM ((SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND is_provisional = $3 AND score = $4 AND player_id > $5  ORDER BY is_provisional, score DESC, player_id LIMIT 101) AS most LIMIT $2) UNION ALL (SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND is_provisional = $3 AND score < $4  ORDER BY is_provisional, score DESC, player_id LIMIT 101) AS most LIMIT $2)) AS branches ORDER BY is_provisional, score DESC, player_id LIMIT $2)
     SELECT page.* , known.handle, known.since AS created_at , (SELECT (SELECT (CASE WHEN scale IS NULL THEN (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND rating.score > place.score)
      ELSE (SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = $1 AND span = 255 AND bucket > place.bucket | 255)
        + (SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = $1 AND span = 0 AND bucket > place.bucket AND bucket <= place.bucket | 255)
        + (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND rating.score > place.score AND rating.score <= place.bucket_end
             AND score_bucket(rating.score, scale) = place.bucket)
      END)::integer
    FROM (SELECT *, CASE WHEN bucket < 1000000000 THEN (bucket + 1.001::double precision) / scale ELSE 'Infinity' END AS bucket_end
      FROM (SELECT *, score_bucket(score, scale) AS bucket
        FROM (SELECT best.score AS score, (SELECT buckets_per_point FROM rank_scale WHERE league_id = $1) AS scale OFFSET 0)
          AS scaled OFFSET 0) AS bucketed OFFSET 0) AS place) FROM (SELECT score, player_id FROM page WHERE NOT is_provisional ORDER BY score DESC, player_id LIMIT 1) AS best) AS above,
  (SELECT (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND score = best.score
     AND player_id < best.player_id)::integer FROM (SELECT score, player_id FROM page WHERE NOT is_provisional ORDER BY score DESC, player_id LIMIT 1) AS best) AS ahead
     FROM page JOIN membership AS known USING (player_id, league_id)
     ORDER BY is_provisional, score DESC, player_id;
--   Nested Loop
--     CTE page
--       ->  Limit
--             ->  Sort
--                   Sort Key: rating.is_provisional, rating.score DESC, rating.player_id
--                   ->  Append
--                         ->  Limit
--                               ->  Limit
--                                     ->  Index Scan using rating_standing on rating
--                                           Index Cond: ((league_id = $1) AND (is_provisional = $3) AND (score = $4) AND (player_id > $5))
--                         ->  Limit
--                               ->  Limit
--                                     ->  Index Scan using rating_standing on rating rating_1
--                                           Index Cond: ((league_id = $1) AND (is_provisional = $3) AND (score < $4))
--     InitPlan 8
--       ->  Subquery Scan on best
--             ->  Limit
--                   ->  Sort
--                         Sort Key: page_1.score DESC, page_1.player_id
--                         ->  CTE Scan on page page_1
--                               Filter: (NOT is_provisional)
--             SubPlan 7
--               ->  Subquery Scan on place
--                     ->  Subquery Scan on bucketed
--                           ->  Subquery Scan on scaled
--                                 ->  Result
--                                       InitPlan 6
--                                         ->  Index Scan using rank_scale_pkey on rank_scale
--                                               Index Cond: (league_id = $1)
--                     SubPlan 2
--                       ->  Aggregate
--                             ->  Index Only Scan using rating_standing on rating rating_2
--                                   Index Cond: ((league_id = $1) AND (is_provisional = false) AND (score > place.score))
--                     SubPlan 3
--                       ->  Aggregate
--                             ->  Index Scan using rank_bucket_pkey on rank_bucket
--                                   Index Cond: ((league_id = $1) AND (span = 255) AND (bucket > (place.bucket | 255)))
--                     SubPlan 4
--                       ->  Aggregate
--                             ->  Index Scan using rank_bucket_pkey on rank_bucket rank_bucket_1
--                                   Index Cond: ((league_id = $1) AND (span = 0) AND (bucket > place.bucket) AND (bucket <= (place.bucket | 255)))
--                     SubPlan 5
--                       ->  Aggregate
--                             ->  Index Only Scan using rating_standing on rating rating_3
--                                   Index Cond: ((league_id = $1) AND (is_provisional = false) AND (score > place.score) AND (score <= place.bucket_end))
--                                   Filter: ((floor(LEAST(GREATEST((score * place.scale), '-1000000000'::double precision), '1000000000'::double precision)))::integer = place.bucket)
--     InitPlan 10
--       ->  Subquery Scan on best_1
--             ->  Limit
--                   ->  Sort
--                         Sort Key: page_2.score DESC, page_2.player_id
--                         ->  CTE Scan on page page_2
--                               Filter: (NOT is_provisional)
--             SubPlan 9
--               ->  Aggregate
--                     ->  Index Only Scan using rating_standing on rating rating_4
--                           Index Cond: ((league_id = $1) AND (is_provisional = false) AND (score = best_1.score) AND (player_id < best_1.player_id))
--     ->  CTE Scan on page
--     ->  Index Scan using membership_pkey on membership known
--           Index Cond: ((player_id = page.player_id) AND (league_id = page.league_id))

-- readBoard, for: board; page of a board; front page
WITH page AS MATERIALIZED (SELECT * FROM (SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND matches_played > 0 AND hidden_at IS NULL ORDER BY is_provisional, score DESC, player_id LIMIT 101) AS most LIMIT $2)
  SELECT page.* , known.handle, known.since AS created_at
  FROM page JOIN membership AS known USING (player_id, league_id)
  ORDER BY is_provisional, score DESC, player_id;
--   Sort
--     Sort Key: page.is_provisional, page.score DESC, page.player_id
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Index Scan using rating_standing on rating
--                         Index Cond: (league_id = $1)
--                         Filter: (hidden_at IS NULL)
--     ->  Nested Loop
--           ->  CTE Scan on page
--           ->  Index Scan using membership_pkey on membership known
--                 Index Cond: ((player_id = page.player_id) AND (league_id = page.league_id))
