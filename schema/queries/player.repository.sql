-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findPlayerIds, for: submit newcomers; submit late; amend
SELECT player_id AS id, handle_key FROM player_name WHERE handle_key = ANY($1::text[]);
--   Index Scan using player_name_pkey on player_name
--     Index Cond: (handle_key = ANY ($1))

-- findVisible, for: submit newcomers; submit late; amend
SELECT id, "isMember" FROM unnest($2::integer[]) AS asked (id)
  CROSS JOIN LATERAL (SELECT bool_or(league_id = $1) AS "isMember" FROM membership
                      WHERE player_id = asked.id AND league_id IN (0, $1)) AS known
  WHERE "isMember" IS NOT NULL;
--   Nested Loop
--     ->  Function Scan on unnest asked
--     ->  Aggregate
--           Filter: (bool_or((membership.league_id = $1)) IS NOT NULL)
--           ->  Index Only Scan using membership_pkey on membership
--                 Index Cond: ((player_id = asked.id) AND (league_id = ANY (ARRAY[0, $1])))

-- insertMemberships, for: submit newcomers
WITH entered AS (
    INSERT INTO membership (player_id, league_id, since, handle, handle_key, name_key)
    SELECT given.player_id, $1, $2,
           COALESCE(open.handle, CASE WHEN name.player_id IS NULL THEN player.handle ELSE given.handle END),
           COALESCE(open.handle_key, CASE WHEN name.player_id IS NULL THEN player.handle_key ELSE given.handle_key END),
           CASE WHEN $2::timestamptz <= named_at THEN player.name_key END
    FROM unnest($3::integer[], $4::text[], $5::text[]) AS given (player_id, handle, handle_key)
    CROSS JOIN LATERAL (SELECT * FROM player WHERE id = given.player_id LIMIT 1) AS player
    LEFT JOIN LATERAL (SELECT player_id FROM player_name AS name
                       WHERE name.handle_key = given.handle_key AND name.player_id = given.player_id LIMIT 1) AS name ON true
    LEFT JOIN LATERAL (SELECT handle, handle_key FROM membership
                       WHERE player_id = given.player_id AND league_id = 0 LIMIT 1) AS open ON true
    ORDER BY given.player_id ON CONFLICT (player_id, league_id) DO NOTHING RETURNING *
  ), published AS (
    INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key, name_key)
    SELECT player_id, 0, since, handle, handle_key, name_key FROM entered JOIN league_slug USING (league_id)
    WHERE visibility = 'PUBLIC' ORDER BY player_id
    ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since, name_key = excluded.name_key
    WHERE known.since > excluded.since
  )
  SELECT player_id FROM entered;
--   CTE Scan on entered
--     CTE entered
--       ->  Insert on membership
--             Conflict Resolution: NOTHING
--             Conflict Arbiter Indexes: membership_pkey
--             ->  Subquery Scan on "*SELECT*"
--                   ->  Sort
--                         Sort Key: given.player_id
--                         ->  Nested Loop Left Join
--                               ->  Nested Loop Left Join
--                                     ->  Nested Loop
--                                           ->  Function Scan on given
--                                           ->  Limit
--                                                 ->  Index Scan using player_pkey on player
--                                                       Index Cond: (id = given.player_id)
--                                     ->  Limit
--                                           ->  Index Scan using player_name_pkey on player_name name
--                                                 Index Cond: (handle_key = given.handle_key)
--                                                 Filter: (player_id = given.player_id)
--                               ->  Limit
--                                     ->  Index Scan using membership_pkey on membership membership_1
--                                           Index Cond: ((player_id = given.player_id) AND (league_id = 0))
--     CTE published
--       ->  Insert on membership known
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: membership_pkey
--             Conflict Filter: (known.since > excluded.since)
--             ->  Sort
--                   Sort Key: entered_1.player_id
--                   ->  Hash Join
--                         Hash Cond: (league_slug.league_id = entered_1.league_id)
--                         ->  Index Scan using league_slug_league_id_key on league_slug
--                               Filter: (visibility = 'PUBLIC'::text)
--                         ->  Hash
--                               ->  CTE Scan on entered entered_1

-- insertPlayers, for: submit newcomers
WITH wanted AS MATERIALIZED (
       SELECT new.*, last, is_alike,
              (SELECT player_id FROM player_name WHERE player_name.handle_key = new.handle_key) AS former
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
              WITH ORDINALITY AS new (handle, handle_key, small, capital, typed, place)
       CROSS JOIN LATERAL (SELECT max(other.look_alike) AS last,
                                  bool_or(other.handle_key <> new.handle_key
                                    AND (
  EXISTS (SELECT FROM membership AS known WHERE known.player_id = other.player_id
            AND known.handle_key = other.handle_key AND known.league_id IN (0, $6)
            AND (NOT other.as_typed OR known.handle = other.handle) OFFSET 0)
  OR NOT new.handle_key ~ '^[[:ascii:]]*$' AND EXISTS (SELECT FROM former_name AS known JOIN league_slug AS league USING (league_id)
             WHERE known.handle_key = other.handle_key AND known.player_id = other.player_id
               AND (NOT other.as_typed OR known.handle = other.handle)
               AND (league.visibility = 'PUBLIC' OR known.league_id = $6) OFFSET 0))) AS is_alike
                           FROM (
  SELECT *, false AS as_typed FROM player_name WHERE small_skeleton = small
  UNION ALL
  SELECT *, false FROM player_name WHERE capital_skeleton = capital
  UNION ALL
  SELECT *, true FROM player_name WHERE typed_skeleton = typed) AS other) AS others
     ), name AS (
       INSERT INTO player_name (handle_key, handle, player_id, small_skeleton, capital_skeleton, typed_skeleton, look_alike)
       SELECT handle_key, handle, nextval(pg_get_serial_sequence('player', 'id')), small, capital, typed, coalesce(last + 1, 0)
       FROM wanted WHERE is_alike IS NOT TRUE ORDER BY place
       ON CONFLICT DO NOTHING RETURNING *
     ), made AS (
       INSERT INTO player (id, handle, handle_key, created_at) OVERRIDING SYSTEM VALUE
       SELECT player_id, handle, handle_key, $7 FROM name RETURNING id, handle_key
     )
     SELECT wanted.handle_key AS key, is_alike AS "isAlike", made.id AS made, former
     FROM wanted LEFT JOIN made USING (handle_key);
--   Hash Left Join
--     Hash Cond: (wanted.handle_key = made.handle_key)
--     CTE wanted
--       ->  Nested Loop
--             ->  Function Scan on new
--             ->  Aggregate
--                   ->  Append
--                         ->  Subquery Scan on "*SELECT* 1"
--                               ->  Index Scan using player_name_small_skeleton on player_name player_name_1
--                                     Index Cond: (small_skeleton = new.small)
--                         ->  Subquery Scan on "*SELECT* 2"
--                               ->  Index Scan using player_name_capital_skeleton on player_name player_name_2
--                                     Index Cond: (capital_skeleton = new.capital)
--                         ->  Subquery Scan on "*SELECT* 3"
--                               ->  Index Scan using player_name_typed_skeleton on player_name player_name_3
--                                     Index Cond: (typed_skeleton = new.typed)
--                   SubPlan 2
--                     ->  Index Scan using membership_pkey on membership known
--                           Index Cond: ((player_id = "*SELECT* 1".player_id) AND (league_id = ANY (ARRAY[0, $6])))
--                           Filter: (((NOT "*SELECT* 1".as_typed) OR (handle = "*SELECT* 1".handle)) AND (handle_key = "*SELECT* 1".handle_key))
--                   SubPlan 3
--                     ->  Nested Loop
--                           ->  Index Scan using former_name_pkey on former_name known_1
--                                 Index Cond: (handle_key = "*SELECT* 1".handle_key)
--                                 Filter: (((NOT "*SELECT* 1".as_typed) OR (handle = "*SELECT* 1".handle)) AND (player_id = "*SELECT* 1".player_id))
--                           ->  Index Scan using league_slug_league_id_key on league_slug league
--                                 Index Cond: (league_id = known_1.league_id)
--                                 Filter: ((visibility = 'PUBLIC'::text) OR (known_1.league_id = $6))
--             SubPlan 1
--               ->  Index Scan using player_name_pkey on player_name
--                     Index Cond: (handle_key = new.handle_key)
--     CTE name
--       ->  Insert on player_name player_name_4
--             Conflict Resolution: NOTHING
--             ->  Subquery Scan on "*SELECT*"
--                   ->  Result
--                         ->  Sort
--                               Sort Key: wanted_1.place
--                               ->  CTE Scan on wanted wanted_1
--                                     Filter: (is_alike IS NOT TRUE)
--     CTE made
--       ->  Insert on player
--             ->  CTE Scan on name
--     ->  CTE Scan on wanted
--     ->  Hash
--           ->  CTE Scan on made

-- listPlayersByHandle, for: submit newcomers
SELECT name.handle_key AS key, player_id AS id, own.handle, since
  FROM player_name AS name JOIN membership AS own USING (player_id)
  WHERE name.handle_key = ANY($2::text[]) AND league_id = $1;
--   Hash Join
--     Hash Cond: (own.player_id = name.player_id)
--     ->  Index Scan using membership_prefix on membership own
--           Index Cond: (league_id = $1)
--     ->  Hash
--           ->  Index Scan using player_name_pkey on player_name name
--                 Index Cond: (handle_key = ANY ($2))

-- listPlayersById, for: amend; void; history, next page; page of a player
SELECT asked.id, COALESCE(own.handle, open.handle, player.handle) AS handle,
         COALESCE(own.since, open.since, player.created_at) AS "createdAt"
  FROM unnest($2::integer[]) AS asked (id)
  LEFT JOIN membership AS own ON own.player_id = asked.id AND own.league_id = $1
  LEFT JOIN membership AS open ON open.player_id = asked.id AND open.league_id = 0 AND own.player_id IS NULL
  LEFT JOIN player ON player.id = asked.id AND own.player_id IS NULL
  WHERE COALESCE(own.player_id, player.id) IS NOT NULL;
--   Merge Left Join
--     Merge Cond: (asked.id = player.id)
--     Join Filter: (own.player_id IS NULL)
--     Filter: (COALESCE(own.player_id, player.id) IS NOT NULL)
--     ->  Nested Loop Left Join
--           Join Filter: ((own.player_id IS NULL) AND (open.player_id = asked.id))
--           ->  Merge Left Join
--                 Merge Cond: (asked.id = own.player_id)
--                 ->  Sort
--                       Sort Key: asked.id
--                       ->  Function Scan on unnest asked
--                 ->  Sort
--                       Sort Key: own.player_id
--                       ->  Index Scan using membership_prefix on membership own
--                             Index Cond: (league_id = $1)
--           ->  Materialize
--                 ->  Index Scan using membership_prefix on membership open
--                       Index Cond: (league_id = 0)
--     ->  Index Scan using player_pkey on player
