-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findLogEnd, for: page of a board
SELECT played_at || ' ' || sequence AS place FROM match WHERE league_id = $1 AND played_at <= $2
  ORDER BY played_at DESC, sequence DESC LIMIT 1;
--   Limit
--     ->  Index Only Scan Backward using match_total_order on match
--           Index Cond: ((league_id = $1) AND (played_at <= $2))

-- findShownThrough, for: page of a board
SELECT least(run.midnight, (date_trunc('day', $3::timestamptz, $5) - greatest(interval '0', (date_trunc('day', $3::timestamptz, $5) - interval '1 second') AT TIME ZONE $5 + interval '1 second' - date_trunc('day', $3::timestamptz, $5) AT TIME ZONE $5))) AS midnight
  FROM (SELECT CASE WHEN $2::timestamptz IS NULL THEN $4::timestamptz ELSE coalesce(
          (SELECT max(midnight) FROM standings_snapshot WHERE league_id = $1 AND recorded_at <= $2),
          (date_trunc('day', $6::timestamptz, $5) - greatest(interval '0', (date_trunc('day', $6::timestamptz, $5) - interval '1 second') AT TIME ZONE $5 + interval '1 second' - date_trunc('day', $6::timestamptz, $5) AT TIME ZONE $5))
        ) END AS midnight) AS run;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Index Scan using standings_snapshot_pkey on standings_snapshot
--                   Index Cond: (league_id = $1)
--                   Filter: (recorded_at <= $2)

-- listPastLastLines, for: page of a board
SELECT player_id AS "playerId", played_at AS "playedAt", sequence, value, deviation, score, "isProvisional", contributions, memory, ((SELECT count(*) FROM (SELECT 1 FROM (SELECT verdict, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = last.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
    ) AS line LIMIT 3) AS enough) < 3 OR false) AS "isCut"
   FROM (SELECT who.player_id, last.* FROM (SELECT player_id FROM rating WHERE league_id = $1 AND matches_played > 0) AS who CROSS JOIN LATERAL (
    SELECT * FROM (SELECT after_value AS value, after_deviation AS deviation, score, is_provisional AS "isProvisional", contributions, memory, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
    ORDER BY played_at DESC, sequence DESC LIMIT 1) AS line ORDER BY played_at DESC, sequence DESC LIMIT 1
  ) AS last) AS last;
--   Nested Loop
--     ->  Index Only Scan using rating_standing on rating
--           Index Cond: (league_id = $1)
--     ->  Limit
--           ->  Limit
--                 ->  Result
--                       One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                       ->  Index Scan Backward using rating_change_pkey on rating_change
--                             Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = rating.player_id) AND (played_at <= $2))
--     SubPlan 1
--       ->  Aggregate
--             ->  Limit
--                   ->  Result
--                         One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                         ->  Index Only Scan using rating_change_pkey on rating_change rating_change_1
--                               Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = rating.player_id) AND (played_at <= $2))
