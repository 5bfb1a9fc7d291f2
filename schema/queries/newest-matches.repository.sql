-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listNewestMatches, for: front page
SELECT league_id, sequence, external_id, played_at, status, version, submitted_at, submitted_by, weight, details, CASE WHEN EXISTS (SELECT FROM player_merge WHERE league_id = match.league_id) THEN ARRAY(
  SELECT COALESCE(into_id, own.player_id) FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = match.league_id AND merge.player_id = own.player_id ORDER BY number
) ELSE player_ids END AS player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores, side_names, side_roles, reported FROM (SELECT newest.* FROM league  CROSS JOIN LATERAL (
         SELECT * FROM match
         WHERE match.league_id = league.id AND status = 'RATED' AND played_at BETWEEN $2 AND $3
  AND (played_at, league_id, sequence) < ($3::timestamptz, $4::integer, $5::integer) AND played_at <= league.rated_through
           AND true
         ORDER BY played_at DESC, sequence DESC LIMIT $6
       ) AS newest WHERE league.id = ANY($1::integer[])) AS match
       ORDER BY played_at DESC, league_id DESC, sequence DESC LIMIT $6;
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
