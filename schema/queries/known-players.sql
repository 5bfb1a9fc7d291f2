-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listKnownPlayers, for: audit log
SELECT id, handle, created_at AS "createdAt" FROM player WHERE id = ANY($1::integer[]);
--   Index Scan using player_pkey on player
--     Index Cond: (id = ANY ($1))

-- listKnownPlayers, for: history, next page; page of a player; page of a match; front page
SELECT player.id, COALESCE(known.handle, player.handle) AS handle,
                COALESCE(known."createdAt", player.created_at) AS "createdAt"
         FROM player LEFT JOIN LATERAL (
  SELECT own.player_id AS id, own.handle, own.handle_key, min(own.since) OVER () AS "createdAt"
  FROM membership AS own WHERE own.player_id = player.id AND own.league_id = ANY((SELECT $1::integer[])::integer[])
  ORDER BY own.league_id LIMIT 1) AS known ON true WHERE player.id = ANY((SELECT $2::integer[])::integer[]);
--   Nested Loop Left Join
--     InitPlan 1
--       ->  Result
--     ->  Index Scan using player_pkey on player
--           Index Cond: (id = ANY ((InitPlan 1).col1))
--     ->  Limit
--           InitPlan 2
--             ->  Result
--           ->  WindowAgg
--                 Window: w1 AS ()
--                 ->  Index Scan using membership_pkey on membership own
--                       Index Cond: ((player_id = player.id) AND (league_id = ANY ((InitPlan 2).col1)))

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
