-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listMerges, for: submit newcomers; submit late; amend; page of a board
SELECT player_id, into_id FROM player_merge WHERE league_id = $1;
--   Index Scan using player_merge_pkey on player_merge
--     Index Cond: (league_id = $1)

-- listWaits, for: submit late; amend; void
SELECT sequence, COALESCE((SELECT into_id FROM player_merge WHERE league_id = $1 AND player_id = log_wait.player_id::integer), log_wait.player_id::integer) AS "playerId", at FROM log_wait
  WHERE league_id = $1 AND (at, sequence) > ($2, $3) AND (at, sequence) <= ($4, $5) ORDER BY at, sequence;
--   Index Scan using log_wait_total_order on log_wait
--     Index Cond: ((league_id = $1) AND (ROW(at, sequence) > ROW($2, $3)) AND (ROW(at, sequence) <= ROW($4, $5)))
--     SubPlan 1
--       ->  Index Scan using player_merge_pkey on player_merge
--             Index Cond: ((league_id = $1) AND (player_id = log_wait.player_id))

-- listWaitsArrivedUpTo, for: submit late; amend; void
SELECT sequence, COALESCE((SELECT into_id FROM player_merge WHERE league_id = $1 AND player_id = log_wait.player_id::integer), log_wait.player_id::integer) AS "playerId", at FROM log_wait
  WHERE league_id = $1 AND sequence > $2 AND (at, sequence) <= ($3, $4) ORDER BY at, sequence;
--   Index Scan using log_wait_total_order on log_wait
--     Index Cond: ((league_id = $1) AND (ROW(at, sequence) <= ROW($3, $4)) AND (sequence > $2))
--     SubPlan 1
--       ->  Index Scan using player_merge_pkey on player_merge
--             Index Cond: ((league_id = $1) AND (player_id = log_wait.player_id))

-- listWaitsBetween, for: page of a board
SELECT wait.sequence, wanted.player_id AS "playerId", wait.at
  FROM unnest($2::integer[], $3::integer[], $4::timestamptz[], $5::integer[]) AS wanted (id, player_id, played_at, sequence)
  JOIN log_wait AS wait ON wait.league_id = $1 AND wait.player_id = wanted.id
    AND (wait.at, wait.sequence) > (wanted.played_at, wanted.sequence) AND wait.at <= $6
  ORDER BY wait.at, wait.sequence;
--   Nested Loop
--     Join Filter: ((wanted.id = wait.player_id) AND (ROW(wait.at, wait.sequence) > ROW(wanted.played_at, wanted.sequence)))
--     ->  Index Scan using log_wait_total_order on log_wait wait
--           Index Cond: ((league_id = $1) AND (at <= $6))
--     ->  Function Scan on wanted
