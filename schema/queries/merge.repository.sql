-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listMerges, for: submit newcomers; submit late; amend; page of a board
SELECT player_id, into_id FROM player_merge WHERE league_id = $1;
--   Index Scan using player_merge_pkey on player_merge
--     Index Cond: (league_id = $1)
