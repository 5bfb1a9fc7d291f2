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

-- listKnown, for: amend
SELECT player_id FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[])
  UNION SELECT player_id FROM player_merge WHERE league_id = $1 AND player_id = ANY($2::integer[])
  UNION SELECT player_id FROM unrated_appearance WHERE league_id = $1 AND player_id = ANY($2::integer[]);
--   Unique
--     ->  Merge Append
--           Sort Key: rating.player_id
--           ->  Index Only Scan using rating_pkey on rating
--                 Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))
--           ->  Index Only Scan using player_merge_pkey on player_merge
--                 Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))
--           ->  Index Only Scan using unrated_appearance_pkey on unrated_appearance
--                 Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))

-- listMembers, for: submit late; amend; void
SELECT player_id FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[]);
--   Index Only Scan using rating_pkey on rating
--     Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))
