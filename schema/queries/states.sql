-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listLastLines, for: submit newcomers; submit late; amend; void
SELECT last.* FROM (
ce
ew
 (
e)
 1
st;
--   Nested Loop
--     ->  ProjectSet
--           ->  Result
--     ->  Limit
--           ->  Index Scan Backward using rating_change_pkey on rating_change line
--                 Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = (unnest($2))) AND (ROW(played_at, sequence) < ROW(COALESCE((unnest($3)), 'infinity'::timestamp with time zone), COALESCE((unnest($4)), 0))))

-- loadTalliesAt, for: submit late; amend; void
SELECT rating.player_id, matches_played - tail_played AS matches_played, wins - tail_wins AS wins,
s,
ak
k,
e)
at
 (
ce
ew
 (
s,
s,
ak
e)
il
ed;
--   Nested Loop
--     Join Filter: (rating.matches_played > ((count(*))::integer))
--     ->  Hash Join
--           Hash Cond: ((unnest($2)) = rating.player_id)
--           ->  ProjectSet
--                 ->  Result
--           ->  Hash
--                 ->  Index Scan using rating_pkey on rating
--                       Index Cond: (league_id = $1)
--     ->  Aggregate
--           ->  Index Scan using rating_change_pkey on rating_change line
--                 Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = (unnest($2))) AND (ROW(played_at, sequence) >= ROW(COALESCE((unnest($3)), 'infinity'::timestamp with time zone), COALESCE((unnest($4)), 0))))
--     SubPlan 1
--       ->  Aggregate
--             ->  Index Scan using rating_change_pkey on rating_change line_1
--                   Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = (unnest($2))) AND (ROW(played_at, sequence) < ROW(COALESCE((unnest($3)), 'infinity'::timestamp with time zone), COALESCE((unnest($4)), 0))))
--     SubPlan 2
--       ->  Limit
--             ->  Index Only Scan Backward using rating_change_pkey on rating_change line_2
--                   Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = (unnest($2))) AND (ROW(played_at, sequence) < ROW(COALESCE((unnest($3)), 'infinity'::timestamp with time zone), COALESCE((unnest($4)), 0))))
