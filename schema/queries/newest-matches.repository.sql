-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listNewestMatches, for: front page
SELECT league_id, sequence, external_id, played_at, status, version, submitted_at, submitted_by, weight, details, CASE WHEN EXISTS (SELECT FROM player_merge WHERE league_id = match.league_id) THEN ARRAY(
r)
er
ed
 (
ch
$3
r)
gh

$6
ch
$6;
--   Limit
--     ->  Result
--           ->  Sort
--                 Sort Key: match.played_at DESC, match.league_id DESC, match.sequence DESC
--                 ->  Nested Loop
--                       ->  Index Scan using league_pkey on league
--                             Index Cond: (id = ANY ($1))
--                       ->  Limit
--                             ->  Index Scan Backward using match_total_order on match
--                                   Index Cond: ((league_id = league.id) AND (played_at >= $2) AND (played_at <= $3) AND (ROW(played_at, league_id, sequence) < ROW($3, $4, $5)) AND (played_at <= league.rated_through))
--                                   Filter: (status = 'RATED'::text)
--           SubPlan 2
--             ->  Index Only Scan using player_merge_pkey on player_merge
--           SubPlan 3
--             ->  Nested Loop Left Join
--                   Join Filter: (merge.player_id = own.player_id)
--                   ->  Function Scan on unnest own
--                   ->  Materialize
--                         ->  Index Scan using player_merge_pkey on player_merge merge
--                               Index Cond: (league_id = match.league_id)
