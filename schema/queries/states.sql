-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listLines, for: submit newcomers; submit late; amend; void
SELECT own.* FROM (
  SELECT player_id, COALESCE(at, 'infinity') AS before_at, COALESCE(sequence, 0) AS before_sequence
  FROM (SELECT unnest($2::integer[]) AS player_id, unnest($3::timestamptz[]) AS at, unnest($4::integer[]) AS sequence) AS new
) AS wanted CROSS JOIN LATERAL (
       SELECT player_id, played_at, after_value, after_deviation, NULL::double precision[] AS memory, sequence FROM rating_change AS line WHERE line.league_id = $1 AND line.generation = $5 AND line.player_id = wanted.player_id AND (line.played_at, line.sequence) < (before_at, before_sequence) ORDER BY played_at DESC, sequence DESC LIMIT 1
     ) AS own;
--   Nested Loop
--     ->  ProjectSet
--           ->  Result
--     ->  Limit
--           ->  Index Scan Backward using rating_change_pkey on rating_change line
--                 Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = (unnest($2))) AND (ROW(played_at, sequence) < ROW(COALESCE((unnest($3)), 'infinity'::timestamp with time zone), COALESCE((unnest($4)), 0))))

-- loadTalliesAt, for: submit late; amend; void
SELECT rating.player_id AS player, matches_played - tail_played AS "matchesPlayed", wins - tail_wins AS wins,
            draws - tail_draws AS draws, losses - tail_losses AS losses,
            CASE WHEN tail_peak IS NULL OR peak > tail_peak THEN peak
              ELSE (SELECT max(after_value) FROM rating_change AS line WHERE line.league_id = $1 AND line.generation = $5 AND line.player_id = wanted.player_id AND (line.played_at, line.sequence) < (before_at, before_sequence)) END AS peak,
            (SELECT played_at FROM rating_change AS line WHERE line.league_id = $1 AND line.generation = $5 AND line.player_id = wanted.player_id AND (line.played_at, line.sequence) < (before_at, before_sequence)
             ORDER BY played_at DESC, sequence DESC LIMIT 1) AS "playedAt"
     FROM (
  SELECT player_id, COALESCE(at, 'infinity') AS before_at, COALESCE(sequence, 0) AS before_sequence
  FROM (SELECT unnest($2::integer[]) AS player_id, unnest($3::timestamptz[]) AS at, unnest($4::integer[]) AS sequence) AS new
) AS wanted JOIN rating ON rating.league_id = $1 AND rating.player_id = wanted.player_id CROSS JOIN LATERAL (
       SELECT count(*)::integer AS tail_played, count(*) FILTER (WHERE verdict = 1)::integer AS tail_wins,
              count(*) FILTER (WHERE verdict = 0)::integer AS tail_draws,
              count(*) FILTER (WHERE verdict = -1)::integer AS tail_losses, max(after_value) AS tail_peak
       FROM rating_change AS line WHERE line.league_id = $1 AND line.generation = $5 AND line.player_id = wanted.player_id AND (line.played_at, line.sequence) >= (before_at, before_sequence)
     ) AS tail
     WHERE matches_played > tail_played;
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

-- loadWaits, for: submit newcomers; submit late; amend; void
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
