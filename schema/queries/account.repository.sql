-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listAccounts, for: history, next page
SELECT player_id, array_agg(DISTINCT account ORDER BY account) AS accounts FROM account
  WHERE player_id = ANY($1::integer[]) AND league_id = ANY($2::integer[]) GROUP BY player_id;
--   GroupAggregate
--     Group Key: player_id
--     ->  Incremental Sort
--           Sort Key: player_id, account
--           Presorted Key: player_id
--           ->  Index Scan using account_player on account
--                 Index Cond: ((player_id = ANY ($1)) AND (league_id = ANY ($2)))
