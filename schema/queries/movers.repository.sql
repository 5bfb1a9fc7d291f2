-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- keptThroughMatches, for: page of a board
SELECT history, version FROM (SELECT history, version FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history LEFT JOIN (SELECT version FROM league WHERE id = $1) AS own ON true) AS as_of;
--   Nested Loop Left Join
--     ->  Nested Loop Left Join
--           ->  Aggregate
--                 ->  Index Only Scan using rating_hidden on rating
--                       Index Cond: (league_id = $1)
--           ->  Limit
--                 ->  Index Scan Backward using league_revision_pkey on league_revision
--                       Index Cond: (league_id = $1)
--     ->  Index Scan using league_pkey on league
--           Index Cond: (id = $1)

-- listActive, for: front page
SELECT history, version, ids, values, times FROM (SELECT history, version FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history LEFT JOIN (SELECT version FROM league WHERE id = $1) AS own ON true) AS as_of CROSS JOIN (
      SELECT coalesce(array_agg(player_id), '{}') AS ids, coalesce(array_agg(value), '{}') AS values,
             coalesce(array_agg(extract(epoch FROM last_played_at)::double precision * 1000), '{}') AS times
      FROM (
        SELECT player_id, value, last_played_at FROM rating
        WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND last_played_at >= $2
        ORDER BY last_played_at DESC, player_id LIMIT 2000
      ) AS last
    ) AS active;
--   Nested Loop
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 ->  Aggregate
--                       ->  Index Only Scan using rating_hidden on rating
--                             Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan Backward using league_revision_pkey on league_revision
--                             Index Cond: (league_id = $1)
--           ->  Index Scan using league_pkey on league
--                 Index Cond: (id = $1)
--     ->  Aggregate
--           ->  Limit
--                 ->  Sort
--                       Sort Key: rating_1.last_played_at DESC, rating_1.player_id
--                       ->  Index Scan using rating_standing on rating rating_1
--                             Index Cond: ((league_id = $1) AND (is_provisional = false))
--                             Filter: (last_played_at >= $2)

-- listNewest, for: front page
SELECT history, sequences FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history CROSS JOIN (
    SELECT coalesce(array_agg(sequence), '{}') AS sequences FROM (
      SELECT sequence FROM match WHERE league_id = $1 AND played_at >= $2 AND played_at < $3
      ORDER BY played_at DESC, sequence DESC LIMIT 2000
    ) AS newest
  ) AS listed;
--   Nested Loop
--     ->  Nested Loop Left Join
--           ->  Aggregate
--                 ->  Index Only Scan using rating_hidden on rating
--                       Index Cond: (league_id = $1)
--           ->  Limit
--                 ->  Index Scan Backward using league_revision_pkey on league_revision
--                       Index Cond: (league_id = $1)
--     ->  Aggregate
--           ->  Limit
--                 ->  Index Only Scan Backward using match_total_order on match
--                       Index Cond: ((league_id = $1) AND (played_at >= $2) AND (played_at < $3))

-- listResults, for: front page
WITH newest AS (
    SELECT played_at, sequence, CASE WHEN cardinality(player_ids) <> 2 THEN player_ids WHEN placements[1] < placements[2] THEN player_ids[1:1]
      WHEN placements[1] > placements[2] THEN player_ids[2:2] WHEN placements[1] = placements[2] THEN '{}' ELSE player_ids END AS player_ids, (cardinality(player_ids)::bigint * cardinality(player_ids)
      - CASE WHEN sides IS NULL THEN cardinality(player_ids) ELSE (
          SELECT sum(size * size) FROM (SELECT count(*) AS size FROM unnest(sides) AS side GROUP BY side) AS team) END) AS pairs FROM match
    WHERE league_id = $1 AND status = 'RATED' AND sequence = ANY($3::integer[])
    ORDER BY played_at DESC, sequence DESC LIMIT 2000
  ), looked_at AS MATERIALIZED (
    SELECT * FROM (
      SELECT *, sum(pairs::integer) OVER (ORDER BY played_at DESC, sequence DESC) AS total FROM newest
      WHERE pairs <= 400
    ) AS counted WHERE total <= 20000
  ), won AS (
    SELECT looked_at.played_at, looked_at.sequence, line.player_id,
           CASE cardinality(contributions) WHEN 6 THEN contributions[3] ELSE (
             SELECT avg(contributions[at + 2]) FROM generate_series(1, cardinality(contributions), 6) AS at
           ) END AS expected
    FROM looked_at CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
  CROSS JOIN LATERAL (
    SELECT player_id, verdict, contributions FROM rating_change AS line
    WHERE line.league_id = $1 AND line.generation = $2 AND line.player_id = coalesce(merge.into_id, own.player_id)
      AND line.played_at = looked_at.played_at AND line.sequence = looked_at.sequence
    LIMIT 1
  ) AS line
    WHERE verdict = 1 AND cardinality(contributions) > 0
      AND line.player_id NOT IN (SELECT rating.player_id FROM rating WHERE rating.league_id = $1 AND hidden_at IS NOT NULL)
  ), upset AS (
    SELECT DISTINCT ON (sequence) * FROM won WHERE expected < 0.5 ORDER BY sequence, expected, player_id
  )
  SELECT history, matches, wins FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history CROSS JOIN (
    SELECT coalesce(json_agg(json_build_object('sequence', sequence, 'pairs', pairs)), '[]') AS matches FROM looked_at
  ) AS matches CROSS JOIN (
    SELECT coalesce(json_agg(json_build_object('sequence', sequence, 'playerId', player_id, 'expected', expected)), '[]') AS wins FROM upset
  ) AS wins;
--   Nested Loop
--     CTE looked_at
--       ->  Subquery Scan on counted
--             Filter: (counted.total <= 20000)
--             ->  WindowAgg
--                   Window: w1 AS (ORDER BY newest.played_at, newest.sequence)
--                   ->  Subquery Scan on newest
--                         Filter: (newest.pairs <= '400'::numeric)
--                         ->  Limit
--                               ->  Index Scan Backward using match_total_order on match
--                                     Index Cond: ((league_id = $1) AND (sequence = ANY ($3)))
--                                     Filter: (status = 'RATED'::text)
--                                     SubPlan 1
--                                       ->  Aggregate
--                                             ->  HashAggregate
--                                                   Group Key: side.side
--                                                   ->  Function Scan on unnest side
--     ->  Nested Loop
--           ->  Nested Loop Left Join
--                 ->  Aggregate
--                       ->  Index Only Scan using rating_hidden on rating
--                             Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan Backward using league_revision_pkey on league_revision
--                             Index Cond: (league_id = $1)
--           ->  Aggregate
--                 ->  CTE Scan on looked_at
--     ->  Aggregate
--           ->  Unique
--                 ->  Sort
--                       Sort Key: looked_at_1.sequence, (CASE cardinality(line.contributions) WHEN 6 THEN line.contributions[3] ELSE (SubPlan 3) END), line.player_id
--                       ->  Nested Loop
--                             ->  Hash Left Join
--                                   Hash Cond: (own.player_id = merge.player_id)
--                                   ->  Nested Loop
--                                         ->  CTE Scan on looked_at looked_at_1
--                                         ->  Function Scan on unnest own
--                                   ->  Hash
--                                         ->  Index Scan using player_merge_pkey on player_merge merge
--                                               Index Cond: (league_id = $1)
--                             ->  Subquery Scan on line
--                                   Filter: ((NOT (ANY (line.player_id = (hashed SubPlan 4).col1))) AND (line.verdict = 1) AND (cardinality(line.contributions) > 0) AND (CASE cardinality(line.contributions) WHEN 6 THEN line.contributions[3] ELSE (SubPlan 5) END < '0.5'::double precision))
--                                   ->  Limit
--                                         ->  Index Scan using rating_change_pkey on rating_change line_1
--                                               Index Cond: ((league_id = $1) AND (generation = $2) AND (player_id = COALESCE(merge.into_id, own.player_id)) AND (played_at = looked_at_1.played_at) AND (sequence = looked_at_1.sequence))
--                                   SubPlan 4
--                                     ->  Index Only Scan using rating_hidden on rating rating_1
--                                           Index Cond: (league_id = $1)
--                                   SubPlan 5
--                                     ->  Aggregate
--                                           ->  Function Scan on generate_series at_1
--                             SubPlan 3
--                               ->  Aggregate
--                                     ->  Function Scan on generate_series at

-- listValuesBefore, for: front page
SELECT history, ids, values FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history CROSS JOIN (
    SELECT coalesce(array_agg(asked.player_id), '{}') AS ids, coalesce(array_agg(after_value), '{}') AS values
    FROM unnest($4::integer[]) AS asked (player_id) CROSS JOIN LATERAL (
      SELECT after_value FROM rating_change AS line
      WHERE line.league_id = $1 AND line.generation = $2 AND line.player_id = asked.player_id AND line.played_at < $3
      ORDER BY line.played_at DESC, line.sequence DESC LIMIT 1
    ) AS line
  ) AS before;
--   Nested Loop
--     ->  Nested Loop Left Join
--           ->  Aggregate
--                 ->  Index Only Scan using rating_hidden on rating
--                       Index Cond: (league_id = $1)
--           ->  Limit
--                 ->  Index Scan Backward using league_revision_pkey on league_revision
--                       Index Cond: (league_id = $1)
--     ->  Aggregate
--           ->  Nested Loop
--                 ->  Function Scan on unnest asked
--                 ->  Limit
--                       ->  Index Scan Backward using rating_change_pkey on rating_change line
--                             Index Cond: ((league_id = $1) AND (generation = $2) AND (player_id = asked.player_id) AND (played_at < $3))

-- readRecords, for: page of a player
WITH best AS MATERIALIZED (
    SELECT max(peak) FILTER (WHERE NOT is_provisional) AS peak, max((matches_played::bigint << 32) - player_id) AS matches,
           max((wins::bigint << 32) - player_id) FILTER (WHERE wins > 0) AS wins
    FROM rating WHERE league_id = $1 AND matches_played > 0 AND hidden_at IS NULL
  ), held AS (
    SELECT 'highestPeak' AS record, player_id FROM (
      SELECT player_id FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional
        AND peak = (SELECT peak FROM best) ORDER BY player_id LIMIT 1
    ) AS highest
    UNION ALL SELECT 'mostMatches', ((-matches) & 4294967295)::integer FROM best
    UNION ALL SELECT 'mostWins', ((-wins) & 4294967295)::integer FROM best
  )
  SELECT history, version, own.* FROM (SELECT history, version FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history LEFT JOIN (SELECT version FROM league WHERE id = $1) AS own ON true) AS as_of LEFT JOIN (
    SELECT record, league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM held JOIN rating USING (player_id) WHERE league_id = $1
  ) AS own ON true;
--   Nested Loop Left Join
--     CTE best
--       ->  Aggregate
--             ->  Index Scan using rating_standing on rating rating_3
--                   Index Cond: (league_id = $1)
--                   Filter: (hidden_at IS NULL)
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 ->  Aggregate
--                       ->  Index Only Scan using rating_hidden on rating rating_1
--                             Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan Backward using league_revision_pkey on league_revision
--                             Index Cond: (league_id = $1)
--           ->  Index Scan using league_pkey on league
--                 Index Cond: (id = $1)
--     ->  Nested Loop
--           Join Filter: (highest.player_id = rating.player_id)
--           ->  Index Scan using rating_pkey on rating
--                 Index Cond: (league_id = $1)
--           ->  Append
--                 ->  Subquery Scan on highest
--                       ->  Limit
--                             InitPlan 2
--                               ->  CTE Scan on best best_2
--                             ->  Index Scan using rating_pkey on rating rating_2
--                                   Index Cond: (league_id = $1)
--                                   Filter: ((NOT is_provisional) AND (matches_played > 0) AND (peak = (InitPlan 2).col1))
--                 ->  CTE Scan on best
--                 ->  CTE Scan on best best_1
