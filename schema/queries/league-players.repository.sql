-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countLeaguePlayers, for: search for players
SELECT ((SELECT count(*) FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id) AND handle_key COLLATE "C" >= $2 AND handle_key COLLATE "C" < $3 ) + (SELECT count(*) FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id) AND octet_length(handle_key) > length(handle_key) AND plain_name(handle_key) COLLATE "C" >= $2 AND plain_name(handle_key) COLLATE "C" < $3 AND NOT (handle_key COLLATE "C" >= $2 AND handle_key COLLATE "C" < $3)) + (SELECT count(*) FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id) AND name_key COLLATE "C" >= $2 AND name_key COLLATE "C" < $3 AND NOT (handle_key COLLATE "C" >= $2 AND handle_key COLLATE "C" < $3) AND NOT (octet_length(handle_key) > length(handle_key) AND plain_name(handle_key) COLLATE "C" >= $2 AND plain_name(handle_key) COLLATE "C" < $3)) + (SELECT count(*) FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id) AND octet_length(name_key) > length(name_key) AND plain_name(name_key) COLLATE "C" >= $2 AND plain_name(name_key) COLLATE "C" < $3 AND NOT (handle_key COLLATE "C" >= $2 AND handle_key COLLATE "C" < $3) AND NOT (octet_length(handle_key) > length(handle_key) AND plain_name(handle_key) COLLATE "C" >= $2 AND plain_name(handle_key) COLLATE "C" < $3) AND NOT (name_key COLLATE "C" >= $2 AND name_key COLLATE "C" < $3)))::integer AS count;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Nested Loop Anti Join
--                   Join Filter: (player_merge.player_id = membership.player_id)
--                   ->  Index Scan using membership_prefix on membership
--                         Index Cond: ((league_id = $1) AND ((handle_key)::text >= $2) AND ((handle_key)::text < $3))
--                   ->  Index Only Scan using player_merge_pkey on player_merge
--                         Index Cond: (league_id = $1)
--     InitPlan 2
--       ->  Aggregate
--             ->  Nested Loop Anti Join
--                   Join Filter: (player_merge_1.player_id = membership_1.player_id)
--                   ->  Index Only Scan using membership_plain_handle on membership membership_1
--                         Index Cond: ((league_id = $1) AND ((CASE WHEN (octet_length(handle_key) = length(handle_key)) THEN handle_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(handle_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END) >= $2) AND ((CASE WHEN (octet_length(handle_key) = length(handle_key)) THEN handle_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(handle_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END) < $3))
--                         Filter: (((handle_key)::text < $2) OR ((handle_key)::text >= $3))
--                   ->  Index Only Scan using player_merge_pkey on player_merge player_merge_1
--                         Index Cond: (league_id = $1)
--     InitPlan 3
--       ->  Aggregate
--             ->  Nested Loop Anti Join
--                   Join Filter: (player_merge_2.player_id = membership_2.player_id)
--                   ->  Index Only Scan using membership_shown_name on membership membership_2
--                         Index Cond: ((league_id = $1) AND (name_key >= $2) AND (name_key < $3))
--                         Filter: ((((handle_key)::text < $2) OR ((handle_key)::text >= $3)) AND ((octet_length(handle_key) <= length(handle_key)) OR ((CASE WHEN (octet_length(handle_key) = length(handle_key)) THEN handle_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(handle_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END)::text < $2) OR ((CASE WHEN (octet_length(handle_key) = length(handle_key)) THEN handle_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(handle_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END)::text >= $3)))
--                   ->  Index Only Scan using player_merge_pkey on player_merge player_merge_2
--                         Index Cond: (league_id = $1)
--     InitPlan 4
--       ->  Aggregate
--             ->  Nested Loop Anti Join
--                   Join Filter: (player_merge_3.player_id = membership_3.player_id)
--                   ->  Index Only Scan using membership_shown_name on membership membership_3
--                         Index Cond: (league_id = $1)
--                         Filter: ((((handle_key)::text < $2) OR ((handle_key)::text >= $3)) AND (((name_key)::text < $2) OR ((name_key)::text >= $3)) AND (octet_length(name_key) > length(name_key)) AND ((CASE WHEN (octet_length(name_key) = length(name_key)) THEN name_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(name_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END)::text >= $2) AND ((CASE WHEN (octet_length(name_key) = length(name_key)) THEN name_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(name_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END)::text < $3) AND ((octet_length(handle_key) <= length(handle_key)) OR ((CASE WHEN (octet_length(handle_key) = length(handle_key)) THEN handle_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(handle_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END)::text < $2) OR ((CASE WHEN (octet_length(handle_key) = length(handle_key)) THEN handle_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(handle_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END)::text >= $3)))
--                   ->  Index Only Scan using player_merge_pkey on player_merge player_merge_3
--                         Index Cond: (league_id = $1)

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
--                                   ->  Index Scan Backward using account_pkey on account
--                                         Index Cond: ((account = $2) AND (league_id = ANY (ARRAY[0, $1])))
--                                   ->  Index Only Scan using membership_pkey on membership own
--                                         Index Cond: ((player_id = account.player_id) AND (league_id = $1))
--             InitPlan 5
--               ->  Index Scan using membership_name on membership membership_1
--                     Index Cond: ((league_id = $1) AND (handle_key = $2))
--             InitPlan 6
--               ->  Index Scan using former_name_pkey on former_name former_name_1
--                     Index Cond: ((handle_key = $2) AND (league_id = $1))
--             InitPlan 7
--               ->  Limit
--                     ->  Nested Loop
--                           ->  Index Scan Backward using account_pkey on account account_1
--                                 Index Cond: ((account = $2) AND (league_id = ANY (ARRAY[0, $1])))
--                           ->  Index Only Scan using membership_pkey on membership own_1
--                                 Index Cond: ((player_id = account_1.player_id) AND (league_id = $1))

-- listLeaguePlayers, for: search for players
SELECT player_id AS id, handle, since AS "createdAt" FROM membership
     WHERE league_id = $1 AND player_id IN (
       SELECT player_id FROM ((SELECT player_id, handle_key FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id) AND handle_key COLLATE "C" >= $2 AND handle_key COLLATE "C" < $3 AND handle_key COLLATE "C" > $4 ORDER BY handle_key COLLATE "C" LIMIT $5) UNION (SELECT player_id, handle_key FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id) AND octet_length(handle_key) > length(handle_key) AND plain_name(handle_key) COLLATE "C" >= $2 AND plain_name(handle_key) COLLATE "C" < $3 AND handle_key COLLATE "C" > $4 ORDER BY handle_key COLLATE "C" LIMIT $5) UNION (SELECT player_id, handle_key FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id) AND name_key COLLATE "C" >= $2 AND name_key COLLATE "C" < $3 AND handle_key COLLATE "C" > $4 ORDER BY handle_key COLLATE "C" LIMIT $5) UNION (SELECT player_id, handle_key FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id) AND octet_length(name_key) > length(name_key) AND plain_name(name_key) COLLATE "C" >= $2 AND plain_name(name_key) COLLATE "C" < $3 AND handle_key COLLATE "C" > $4 ORDER BY handle_key COLLATE "C" LIMIT $5)) AS found ORDER BY handle_key COLLATE "C" LIMIT $5)
     ORDER BY handle_key COLLATE "C";
--   Nested Loop Semi Join
--     Join Filter: ("ANY_subquery".player_id = membership.player_id)
--     ->  Index Scan using membership_prefix on membership
--           Index Cond: (league_id = $1)
--     ->  Materialize
--           ->  Subquery Scan on "ANY_subquery"
--                 ->  Limit
--                       ->  Sort
--                             Sort Key: ((found.handle_key)::text) COLLATE "C"
--                             ->  Subquery Scan on found
--                                   ->  Unique
--                                         ->  Sort
--                                               Sort Key: "*SELECT* 1".player_id, "*SELECT* 1".handle_key
--                                               ->  Append
--                                                     ->  Subquery Scan on "*SELECT* 1"
--                                                           ->  Limit
--                                                                 ->  Nested Loop Anti Join
--                                                                       Join Filter: (player_merge.player_id = membership_1.player_id)
--                                                                       ->  Index Scan using membership_prefix on membership membership_1
--                                                                             Index Cond: ((league_id = $1) AND ((handle_key)::text >= $2) AND ((handle_key)::text < $3) AND ((handle_key)::text > $4))
--                                                                       ->  Index Only Scan using player_merge_pkey on player_merge
--                                                                             Index Cond: (league_id = $1)
--                                                     ->  Subquery Scan on "*SELECT* 2"
--                                                           ->  Sort
--                                                                 Sort Key: membership_2.player_id, membership_2.handle_key
--                                                                 ->  Limit
--                                                                       ->  Sort
--                                                                             Sort Key: membership_2.handle_key COLLATE "C"
--                                                                             ->  Nested Loop Anti Join
--                                                                                   Join Filter: (player_merge_1.player_id = membership_2.player_id)
--                                                                                   ->  Index Only Scan using membership_plain_handle on membership membership_2
--                                                                                         Index Cond: ((league_id = $1) AND ((CASE WHEN (octet_length(handle_key) = length(handle_key)) THEN handle_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(handle_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END) >= $2) AND ((CASE WHEN (octet_length(handle_key) = length(handle_key)) THEN handle_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(handle_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END) < $3) AND (handle_key > $4))
--                                                                                   ->  Index Only Scan using player_merge_pkey on player_merge player_merge_1
--                                                                                         Index Cond: (league_id = $1)
--                                                     ->  Subquery Scan on "*SELECT* 3"
--                                                           ->  Sort
--                                                                 Sort Key: membership_3.player_id, membership_3.handle_key
--                                                                 ->  Limit
--                                                                       ->  Sort
--                                                                             Sort Key: membership_3.handle_key COLLATE "C"
--                                                                             ->  Nested Loop Anti Join
--                                                                                   Join Filter: (player_merge_2.player_id = membership_3.player_id)
--                                                                                   ->  Index Only Scan using membership_shown_name on membership membership_3
--                                                                                         Index Cond: ((league_id = $1) AND (name_key >= $2) AND (name_key < $3) AND (handle_key > $4))
--                                                                                   ->  Index Only Scan using player_merge_pkey on player_merge player_merge_2
--                                                                                         Index Cond: (league_id = $1)
--                                                     ->  Subquery Scan on "*SELECT* 4"
--                                                           ->  Sort
--                                                                 Sort Key: membership_4.player_id, membership_4.handle_key
--                                                                 ->  Limit
--                                                                       ->  Sort
--                                                                             Sort Key: membership_4.handle_key COLLATE "C"
--                                                                             ->  Nested Loop Anti Join
--                                                                                   Join Filter: (player_merge_3.player_id = membership_4.player_id)
--                                                                                   ->  Index Only Scan using membership_shown_name on membership membership_4
--                                                                                         Index Cond: ((league_id = $1) AND (handle_key > $4))
--                                                                                         Filter: ((octet_length(name_key) > length(name_key)) AND ((CASE WHEN (octet_length(name_key) = length(name_key)) THEN name_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(name_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END)::text >= $2) AND ((CASE WHEN (octet_length(name_key) = length(name_key)) THEN name_key ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(name_key, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END)::text < $3))
--                                                                                   ->  Index Only Scan using player_merge_pkey on player_merge player_merge_3
--                                                                                         Index Cond: (league_id = $1)
