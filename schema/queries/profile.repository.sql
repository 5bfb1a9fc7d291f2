-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listProfiles, for: board; board around a player; page of a board; history, next page; page of a player; page of a match; search for players; front page
SELECT id, CASE WHEN bool_or(own.name_key IS NOT NULL) THEN display_name END AS "displayName",
         CASE WHEN bool_or(since <= country_at) THEN country END AS country,
         CASE WHEN bool_or(since <= links_at) THEN links END AS links
  FROM player JOIN membership AS own ON own.player_id = id AND own.league_id = ANY((SELECT $2::integer[])::integer[])
  WHERE id = ANY((SELECT $1::integer[])::integer[]) AND (display_name IS NOT NULL OR country IS NOT NULL OR links IS NOT NULL) GROUP BY id;
--   GroupAggregate
--     Group Key: player.id
--     InitPlan 1
--       ->  Result
--     InitPlan 2
--       ->  Result
--     ->  Nested Loop
--           ->  Index Scan using player_pkey on player
--                 Index Cond: (id = ANY ((InitPlan 2).col1))
--                 Filter: ((display_name IS NOT NULL) OR (country IS NOT NULL) OR (links IS NOT NULL))
--           ->  Index Scan using membership_pkey on membership own
--                 Index Cond: ((player_id = player.id) AND (league_id = ANY ((InitPlan 1).col1)))
