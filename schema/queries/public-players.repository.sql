-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- endMemberships, for: amend
SELECT id FROM unnest($2::integer[]) AS left_out (id)
  WHERE NOT EXISTS (SELECT FROM rating WHERE league_id = $1 AND player_id = id)
    AND NOT EXISTS (SELECT FROM unrated_appearance WHERE league_id = $1 AND player_id = id)
    AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND id IN (player_id, into_id))
    AND NOT EXISTS (SELECT FROM queue_ticket WHERE league_id = $1 AND player_id = id);
--   Result
--     One-Time Filter: (NOT (InitPlan 1).col1)
--     InitPlan 1
--       ->  Index Scan using queue_ticket_change on queue_ticket
--             Index Cond: (league_id = $1)
--             Filter: (player_id = id)
--     ->  Nested Loop Anti Join
--           Join Filter: ((left_out.id = player_merge.player_id) OR (left_out.id = player_merge.into_id))
--           ->  Nested Loop Anti Join
--                 Join Filter: (rating.player_id = left_out.id)
--                 ->  Nested Loop Anti Join
--                       Join Filter: (unrated_appearance.player_id = left_out.id)
--                       ->  Function Scan on unnest left_out
--                       ->  Materialize
--                             ->  Index Only Scan using unrated_appearance_pkey on unrated_appearance
--                                   Index Cond: (league_id = $1)
--                 ->  Materialize
--                       ->  Index Only Scan using rating_pkey on rating
--                             Index Cond: (league_id = $1)
--           ->  Materialize
--                 ->  Index Scan using player_merge_pkey on player_merge
--                       Index Cond: (league_id = $1)

-- lockPlayers, for: submit newcomers
SELECT FROM player WHERE id = ANY($1::integer[]) ORDER BY id FOR NO KEY UPDATE;
--   LockRows
--     ->  Index Scan using player_pkey on player
--           Index Cond: (id = ANY ($1))
