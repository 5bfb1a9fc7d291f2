-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listWaits, for: submit late; amend; void
SELECT sequence, COALESCE((SELECT into_id FROM player_merge AS merge
  WHERE merge.league_id = $1 AND merge.player_id = log_wait.player_id), log_wait.player_id) AS "playerId", at FROM log_wait
     WHERE league_id = $1 AND (at, sequence) > ($2, $3) AND (at, sequence) <= ($4, $5) ORDER BY at, sequence;
--   Index Scan using log_wait_total_order on log_wait
--     Index Cond: ((league_id = $1) AND (ROW(at, sequence) > ROW($2, $3)) AND (ROW(at, sequence) <= ROW($4, $5)))
--     SubPlan 1
--       ->  Index Scan using player_merge_pkey on player_merge merge
--             Index Cond: ((league_id = $1) AND (player_id = log_wait.player_id))

-- listWaitsArrivedUpTo, for: submit late; amend; void
SELECT sequence, COALESCE((SELECT into_id FROM player_merge AS merge
  WHERE merge.league_id = $1 AND merge.player_id = log_wait.player_id), log_wait.player_id) AS "playerId", at FROM log_wait
     WHERE league_id = $1 AND sequence > $2 AND (at, sequence) <= ($3, $4) ORDER BY at, sequence;
--   Index Scan using log_wait_total_order on log_wait
--     Index Cond: ((league_id = $1) AND (ROW(at, sequence) <= ROW($3, $4)) AND (sequence > $2))
--     SubPlan 1
--       ->  Index Scan using player_merge_pkey on player_merge merge
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

-- listWaitsSinceLastMatch, for: submit newcomers; submit late; amend; void
SELECT wait.sequence, wanted.player_id AS "playerId", wait.at
     FROM (
  SELECT player_id, COALESCE(at, 'infinity') AS before_at, COALESCE(sequence, 0) AS before_sequence
  FROM (SELECT unnest($2::integer[]) AS player_id, unnest($3::timestamptz[]) AS at, unnest($4::integer[]) AS sequence) AS new
) AS wanted
     LEFT JOIN LATERAL (
       SELECT played_at, sequence FROM rating_change AS line
       WHERE league_id = $1 AND generation = $5 AND line.player_id = wanted.player_id
         AND (played_at, sequence) < (before_at, before_sequence)
       ORDER BY played_at DESC, sequence DESC LIMIT 1
     ) AS last ON true
     JOIN log_wait AS wait ON wait.league_id = $1
       AND wait.player_id IN (SELECT wanted.player_id::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = wanted.player_id::integer)
       AND (wait.at, wait.sequence) > (COALESCE(last.played_at, '-infinity'), COALESCE(last.sequence, 0))
       AND (wait.at, wait.sequence) < (before_at, before_sequence)
     ORDER BY wait.at, wait.sequence;
--   Nested Loop Semi Join
--     Join Filter: (wait.player_id = ((unnest($2))))
--     ->  Nested Loop Left Join
--           Filter: (ROW(wait.at, wait.sequence) > ROW(COALESCE(line.played_at, '-infinity'::timestamp with time zone), COALESCE(line.sequence, 0)))
--           ->  Nested Loop
--                 Join Filter: (ROW(wait.at, wait.sequence) < ROW(COALESCE((unnest($3)), 'infinity'::timestamp with time zone), COALESCE((unnest($4)), 0)))
--                 ->  Index Scan using log_wait_total_order on log_wait wait
--                       Index Cond: (league_id = $1)
--                 ->  ProjectSet
--                       ->  Result
--           ->  Limit
--                 ->  Index Only Scan Backward using rating_change_pkey on rating_change line
--                       Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = (unnest($2))) AND (ROW(played_at, sequence) < ROW(COALESCE((unnest($3)), 'infinity'::timestamp with time zone), COALESCE((unnest($4)), 0))))
--     ->  Append
--           ->  Result
--           ->  Index Scan using player_merge_pkey on player_merge
--                 Index Cond: (league_id = $1)
--                 Filter: (into_id = (unnest($2)))
