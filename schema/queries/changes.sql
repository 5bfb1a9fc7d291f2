-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- restoreFromLast, for: page of a match
SELECT change.place::integer AS place, last.*
     FROM unnest((SELECT $3::integer[])::integer[], (SELECT $4::timestamptz[])::timestamptz[], (SELECT $5::integer[])::integer[])
       WITH ORDINALITY
       AS change (player_id, played_at, sequence, place)
     CROSS JOIN LATERAL (
       SELECT played_at, after_value, after_deviation, NULL::double precision[] AS memory,  (SELECT array_agg(wait.at ORDER BY wait.at, wait.sequence) FROM log_wait AS wait
  WHERE wait.league_id = $1 AND wait.player_id IN (SELECT change.player_id::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = change.player_id::integer)
    AND (wait.at, wait.sequence) > (line.played_at, line.sequence)
    AND (wait.at, wait.sequence) < (change.played_at, change.sequence)) AS waits
       FROM rating_change AS line
       WHERE line.league_id = $1 AND line.generation = $2 AND line.player_id = change.player_id
         AND (line.played_at, line.sequence) < (change.played_at, change.sequence)
       ORDER BY line.played_at DESC, line.sequence DESC LIMIT 1
     ) AS last;
--   Nested Loop
--     InitPlan 1
--       ->  Result
--     InitPlan 2
--       ->  Result
--     InitPlan 3
--       ->  Result
--     ->  Function Scan on change
--     ->  Limit
--           ->  Index Scan Backward using rating_change_pkey on rating_change line
--                 Index Cond: ((league_id = $1) AND (generation = $2) AND (player_id = change.player_id) AND (ROW(played_at, sequence) < ROW(change.played_at, change.sequence)))
--                 SubPlan 4
--                   ->  Aggregate
--                         ->  Nested Loop Semi Join
--                               Join Filter: (wait.player_id = (change.player_id))
--                               ->  Index Scan using log_wait_total_order on log_wait wait
--                                     Index Cond: ((league_id = $1) AND (ROW(at, sequence) > ROW(line.played_at, line.sequence)) AND (ROW(at, sequence) < ROW(change.played_at, change.sequence)))
--                               ->  Append
--                                     ->  Result
--                                     ->  Index Scan using player_merge_pkey on player_merge
--                                           Index Cond: (league_id = $1)
--                                           Filter: (into_id = change.player_id)
