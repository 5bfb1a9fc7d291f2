-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countHidden, for: board; page of a board
SELECT count(*)::integer AS count FROM rating
  WHERE league_id = $1 AND hidden_at IS NOT NULL AND matches_played > 0;
--   Aggregate
--     ->  Index Scan using rating_hidden on rating
--           Index Cond: (league_id = $1)
--           Filter: (matches_played > 0)

-- listHidden, for: page of a board
SELECT player_id FROM rating WHERE league_id = $1 AND hidden_at IS NOT NULL ORDER BY player_id;
--   Index Only Scan using rating_hidden on rating
--     Index Cond: (league_id = $1)
