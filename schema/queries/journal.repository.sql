-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- insertChanges, for: submit late; amend; void
INSERT INTO rating_change (league_id, generation, revision, player_id, played_at, sequence, before_value, before_deviation, after_value, after_deviation, score, is_provisional, verdict, contributions, memory)
  SELECT $1::integer, $2::integer, $3::integer, player_id, played_at, sequence, before_value, before_deviation, after_value, after_deviation, score, is_provisional, verdict, ($14::double precision[])[contributions_begin:contributions_end], ($17::double precision[])[memory_begin:memory_end]
  FROM (SELECT unnest($4::integer[]) AS player_id, unnest($5::timestamptz[]) AS played_at, unnest($6::integer[]) AS sequence, unnest($7::double precision[]) AS before_value, unnest($8::double precision[]) AS before_deviation, unnest($9::double precision[]) AS after_value, unnest($10::double precision[]) AS after_deviation, unnest($11::double precision[]) AS score, unnest($12::boolean[]) AS is_provisional, unnest($13::smallint[]) AS verdict, unnest($15::integer[]) AS contributions_begin, unnest($16::integer[]) AS contributions_end, unnest($18::integer[]) AS memory_begin, unnest($19::integer[]) AS memory_end) AS new  RETURNING 1;
--   Insert on rating_change
--     ->  Subquery Scan on new
--           ->  ProjectSet
--                 ->  Result

-- listChanges, for: history, next page; page of a player
WITH page AS MATERIALIZED (SELECT * FROM (SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict, coalesce(contributions, '{}') AS contributions, contributions IS NULL AS lacks_contributions FROM rating_change
  WHERE league_id = $1 AND generation = $8 AND player_id = $2
    AND played_at >= $3 AND played_at < $4 AND (played_at, sequence) < ($5, $6)
  ORDER BY played_at DESC, sequence DESC LIMIT 101) AS most LIMIT $7)
   SELECT page.*, external_id, CASE WHEN page.sequence = (SELECT sequence FROM page ORDER BY played_at DESC, sequence DESC LIMIT 1) THEN (
  SELECT json_agg(json_build_array((extract(epoch FROM at) * 1000)::bigint, sequence) ORDER BY at, sequence)
  FROM log_wait WHERE league_id = $1 AND player_id IN (SELECT $2::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = $2::integer)
    AND at >= (SELECT min(played_at) FROM page) AND at <= (SELECT max(played_at) FROM page)) END AS waits
   FROM page JOIN match ON match.league_id = $1 AND match.sequence = page.sequence
   ORDER BY page.played_at DESC, page.sequence DESC;
--   Sort
--     Sort Key: page.played_at DESC, page.sequence DESC
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Index Scan Backward using rating_change_pkey on rating_change
--                         Index Cond: ((league_id = $1) AND (generation = $8) AND (player_id = $2) AND (played_at >= $3) AND (played_at < $4) AND (ROW(played_at, sequence) < ROW($5, $6)))
--     InitPlan 2
--       ->  Limit
--             ->  Sort
--                   Sort Key: page_1.played_at DESC, page_1.sequence DESC
--                   ->  CTE Scan on page page_1
--     InitPlan 5
--       ->  Aggregate
--             InitPlan 3
--               ->  Aggregate
--                     ->  CTE Scan on page page_2
--             InitPlan 4
--               ->  Aggregate
--                     ->  CTE Scan on page page_3
--             ->  Nested Loop Semi Join
--                   Join Filter: (log_wait.player_id = ($2))
--                   ->  Index Scan using log_wait_total_order on log_wait
--                         Index Cond: ((league_id = $1) AND (at >= (InitPlan 3).col1) AND (at <= (InitPlan 4).col1))
--                   ->  Append
--                         ->  Result
--                         ->  Index Scan using player_merge_pkey on player_merge
--                               Index Cond: (league_id = $1)
--                               Filter: (into_id = $2)
--     ->  Nested Loop
--           ->  CTE Scan on page
--           ->  Index Scan using match_pkey on match
--                 Index Cond: ((league_id = $1) AND (sequence = page.sequence))

-- listChanges, for: page of a player
WITH page AS MATERIALIZED (SELECT * FROM (SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict FROM rating_change
  WHERE league_id = $1 AND generation = $8 AND player_id = $2
    AND played_at >= $3 AND played_at < $4 AND (played_at, sequence) < ($5, $6)
  ORDER BY played_at DESC, sequence DESC LIMIT 101) AS most LIMIT $7)
   SELECT page.*
   FROM page
   ORDER BY page.played_at DESC, page.sequence DESC;
--   Sort
--     Sort Key: page.played_at DESC, page.sequence DESC
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Index Scan Backward using rating_change_pkey on rating_change
--                         Index Cond: ((league_id = $1) AND (generation = $8) AND (player_id = $2) AND (played_at >= $3) AND (played_at < $4) AND (ROW(played_at, sequence) < ROW($5, $6)))
--     ->  CTE Scan on page

-- listChangesOfMatches, for: front page
WITH asked AS MATERIALIZED (
    SELECT * FROM match WHERE league_id = $1 AND sequence = ANY($2::integer[])
  )
  SELECT line.* FROM asked CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
  CROSS JOIN LATERAL (
    SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict  FROM rating_change AS line
    WHERE line.league_id = $1 AND line.generation = $3 AND line.player_id = coalesce(merge.into_id, own.player_id)
      AND line.played_at = asked.played_at AND line.sequence = asked.sequence
    LIMIT 1
  ) AS line ORDER BY asked.sequence, number;
--   Sort
--     Sort Key: asked.sequence, own.number
--     CTE asked
--       ->  Index Scan using match_total_order on match
--             Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))
--     ->  Nested Loop
--           ->  Nested Loop Left Join
--                 Join Filter: (merge.player_id = own.player_id)
--                 ->  Nested Loop
--                       ->  CTE Scan on asked
--                       ->  Function Scan on unnest own
--                 ->  Materialize
--                       ->  Index Scan using player_merge_pkey on player_merge merge
--                             Index Cond: (league_id = $1)
--           ->  Limit
--                 ->  Index Scan using rating_change_pkey on rating_change line
--                       Index Cond: ((league_id = $1) AND (generation = $3) AND (player_id = COALESCE(merge.into_id, own.player_id)) AND (played_at = asked.played_at) AND (sequence = asked.sequence))

-- listChangesOfMatches, for: page of a player; page of a match; front page
WITH asked AS MATERIALIZED (
    SELECT * FROM match WHERE league_id = $1 AND sequence = ANY($2::integer[])
  )
  SELECT line.* FROM asked CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
  CROSS JOIN LATERAL (
    SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict , CASE WHEN (SELECT sum((cardinality(player_ids)::bigint * cardinality(player_ids)
      - CASE WHEN sides IS NULL THEN cardinality(player_ids) ELSE (
          SELECT sum(size * size) FROM (SELECT count(*) AS size FROM unnest(sides) AS side GROUP BY side) AS team) END)) FROM asked) <= 400000 THEN coalesce(contributions, '{}') END AS contributions, contributions IS NULL AS lacks_contributions FROM rating_change AS line
    WHERE line.league_id = $1 AND line.generation = $3 AND line.player_id = coalesce(merge.into_id, own.player_id)
      AND line.played_at = asked.played_at AND line.sequence = asked.sequence
    LIMIT 1
  ) AS line ORDER BY asked.sequence, number;
--   Sort
--     Sort Key: asked.sequence, own.number
--     CTE asked
--       ->  Index Scan using match_total_order on match
--             Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))
--     ->  Nested Loop
--           ->  Nested Loop Left Join
--                 Join Filter: (merge.player_id = own.player_id)
--                 ->  Nested Loop
--                       ->  CTE Scan on asked
--                       ->  Function Scan on unnest own
--                 ->  Materialize
--                       ->  Index Scan using player_merge_pkey on player_merge merge
--                             Index Cond: (league_id = $1)
--           ->  Limit
--                 InitPlan 3
--                   ->  Aggregate
--                         ->  CTE Scan on asked asked_1
--                         SubPlan 2
--                           ->  Aggregate
--                                 ->  HashAggregate
--                                       Group Key: side.side
--                                       ->  Function Scan on unnest side
--                 ->  Index Scan using rating_change_pkey on rating_change line
--                       Index Cond: ((league_id = $1) AND (generation = $3) AND (player_id = COALESCE(merge.into_id, own.player_id)) AND (played_at = asked.played_at) AND (sequence = asked.sequence))
