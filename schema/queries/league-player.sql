-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findLeaguePlayerId, for: board around a player; matches of a player
SELECT (SELECT COALESCE(
     (SELECT into_id FROM player_merge WHERE league_id = $1 AND player_merge.player_id = named.id), named.id)
   FROM (SELECT COALESCE(
           (SELECT player_id FROM membership WHERE league_id = $1 AND handle_key = $2),
           (SELECT player_id FROM former_name WHERE league_id = $1 AND handle_key = $2),
           (SELECT account.player_id FROM account JOIN membership AS own USING (player_id)
  WHERE account = $2 AND account.league_id IN (0, $1) AND own.league_id = $1
  ORDER BY account.league_id DESC LIMIT 1)) AS id) AS named) AS id;
--   Result
--     InitPlan 8
--       ->  Result
--             InitPlan 4
--               ->  Index Scan using player_merge_pkey on player_merge
--                     Index Cond: ((league_id = $1) AND (player_id = COALESCE((InitPlan 1).col1, (InitPlan 2).col1, (InitPlan 3).col1)))
--                     InitPlan 1
--                       ->  Index Scan using membership_name on membership
--                             Index Cond: ((league_id = $1) AND (handle_key = $2))
--                     InitPlan 2
--                       ->  Index Scan using former_name_pkey on former_name
--                             Index Cond: ((handle_key = $2) AND (league_id = $1))
--                     InitPlan 3
--                       ->  Limit
--                             ->  Nested Loop
--                                   Join Filter: (account.player_id = own.player_id)
--                                   ->  Index Scan Backward using account_pkey on account
--                                         Index Cond: ((account = $2) AND (league_id = ANY (ARRAY[0, $1])))
--                                   ->  Index Scan using membership_prefix on membership own
--                                         Index Cond: (league_id = $1)
--             InitPlan 5
--               ->  Index Scan using membership_name on membership membership_1
--                     Index Cond: ((league_id = $1) AND (handle_key = $2))
--             InitPlan 6
--               ->  Index Scan using former_name_pkey on former_name former_name_1
--                     Index Cond: ((handle_key = $2) AND (league_id = $1))
--             InitPlan 7
--               ->  Limit
--                     ->  Nested Loop
--                           Join Filter: (account_1.player_id = own_1.player_id)
--                           ->  Index Scan Backward using account_pkey on account account_1
--                                 Index Cond: ((account = $2) AND (league_id = ANY (ARRAY[0, $1])))
--                           ->  Index Scan using membership_prefix on membership own_1
--                                 Index Cond: (league_id = $1)
