-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findUsualMatch, for: page of a board
SELECT (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY sides)::integer FROM (
    SELECT CASE WHEN match.sides IS NULL THEN cardinality(player_ids) ELSE (SELECT max(side) + 1 FROM unnest(match.sides) AS side) END AS sides FROM match WHERE league_id = $1 AND status = 'RATED' ORDER BY played_at DESC, sequence DESC LIMIT 20
  ) AS newest) AS sides,
  EXISTS (SELECT FROM rating WHERE league_id = $1 AND draws > 0) AS "hasDraws";
--   Result
--     InitPlan 2
--       ->  Aggregate
--             ->  Limit
--                   ->  Index Scan Backward using match_total_order on match
--                         Index Cond: (league_id = $1)
--                         Filter: (status = 'RATED'::text)
--                         SubPlan 1
--                           ->  Aggregate
--                                 ->  Function Scan on unnest side
--     InitPlan 3
--       ->  Index Scan using rating_pkey on rating
--             Index Cond: (league_id = $1)
--             Filter: (draws > 0)
