-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findUsualMatch, for: page of a board
SELECT (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY sides)::integer FROM (
    SELECT CASE WHEN match.sides IS NULL THEN cardinality(player_ids) ELSE (SELECT max(side) + 1 FROM unnest(match.sides) AS side) END AS sides FROM match WHERE league_id = $1 AND status = 'RATED' ORDER BY played_at DESC, sequence DESC LIMIT 20
  ) AS newest) AS sides;
--   Result
--     InitPlan 2
--       ->  Aggregate
--             ->  Limit
--                   ->  Index Scan Backward using match_total_order on match
--                         Index Cond: (league_id = $1)
--                         Filter: (status = 'RATED'::text)
--                         SubPlan 1
--                           ->  Aggregate
--                                 ->  Function Scan on unnest side

-- listCareers, for: history, next page; page of a player
SELECT who.player_id AS "playerId", string_agg(int4send(sequence) || float8send(round(date_part('epoch', played_at) * 1000)) || int2send(verdict) || float8send(coalesce(after_value, '-Infinity')) || float8send(coalesce(after_deviation, '-Infinity')) || float8send(coalesce(score, '-Infinity')), '' ORDER BY played_at, sequence) AS packed
   FROM unnest((SELECT $6::integer[])::integer[]) AS who (player_id) CROSS JOIN LATERAL (
  SELECT * FROM (SELECT verdict, after_value, after_deviation, score, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
    ) AS line WHERE played_at >= $7 AND played_at < $8 OFFSET 0) AS line
   GROUP BY who.player_id;
--   GroupAggregate
--     Group Key: who.player_id
--     InitPlan 1
--       ->  Result
--     ->  Sort
--           Sort Key: who.player_id, rating_change.played_at, rating_change.sequence
--           ->  Nested Loop
--                 ->  Function Scan on unnest who
--                 ->  Result
--                       One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                       ->  Index Scan using rating_change_pkey on rating_change
--                             Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2) AND (played_at >= $7) AND (played_at < $8))

-- listForms, for: board; board around a player; page of a board
SELECT player_id AS "playerId", array_agg(verdict ORDER BY played_at DESC, sequence DESC) AS verdicts
  FROM unnest((SELECT $6::integer[])::integer[]) AS who (player_id) CROSS JOIN LATERAL (
    SELECT * FROM (SELECT verdict, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
   ORDER BY played_at DESC, sequence DESC LIMIT 5) AS line ORDER BY played_at DESC, sequence DESC LIMIT 5
  ) AS line GROUP BY player_id;
--   GroupAggregate
--     Group Key: who.player_id
--     InitPlan 1
--       ->  Result
--     ->  Sort
--           Sort Key: who.player_id, rating_change.played_at DESC, rating_change.sequence DESC
--           ->  Nested Loop
--                 ->  Function Scan on unnest who
--                 ->  Limit
--                       ->  Limit
--                             ->  Result
--                                   One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                                   ->  Index Scan Backward using rating_change_pkey on rating_change
--                                         Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2))

-- listNotableMatches, for: page of a player
SELECT who.player_id AS "playerId", notable.* FROM unnest((SELECT $6::integer[])::integer[]) AS who (player_id)
     CROSS JOIN LATERAL (
       SELECT array_agg(sequence ORDER BY place) FILTER (WHERE place <= $8) AS sequences, sum(read)::integer AS read
       FROM (
         SELECT sequence, read, row_number() OVER (ORDER BY strength * verdict DESC, played_at DESC, sequence DESC) AS place
         FROM (
           SELECT line.*, cardinality(player_ids) - 1 AS read, CASE
             WHEN cardinality(player_ids) = 2 AND cardinality(contributions) = 6 THEN nullif(contributions[2], 'NaN')
             ELSE (
               SELECT avg(other.before_value) FROM (SELECT CASE WHEN (SELECT EXISTS (SELECT FROM player_merge WHERE league_id = $1))
    THEN COALESCE((SELECT into_id FROM player_merge AS merge WHERE merge.league_id = $1 AND merge.player_id = own.player_id), own.player_id)
    ELSE own.player_id END AS player_id, COALESCE(sides[number], number) AS side
  FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)) AS person
               CROSS JOIN LATERAL (
                 SELECT before_value FROM (SELECT before_value, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = person.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
      ) AS own_line
                 WHERE own_line.played_at = line.played_at AND own_line.sequence = line.sequence OFFSET 0
               ) AS other
               WHERE CASE WHEN sides IS NULL THEN person.player_id <> who.player_id
                     ELSE person.side <> (SELECT side FROM (SELECT CASE WHEN (SELECT EXISTS (SELECT FROM player_merge WHERE league_id = $1))
    THEN COALESCE((SELECT into_id FROM player_merge AS merge WHERE merge.league_id = $1 AND merge.player_id = own.player_id), own.player_id)
    ELSE own.player_id END AS player_id, COALESCE(sides[number], number) AS side
  FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)) AS own WHERE player_id = who.player_id LIMIT 1) END
             ) END AS strength
           FROM (SELECT verdict, contributions, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
      ) AS line
           JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
           WHERE verdict = $7::integer OFFSET 0
         ) AS strong WHERE strength IS NOT NULL
       ) AS placed HAVING count(*) > 0
     ) AS notable;
--   Nested Loop
--     InitPlan 1
--       ->  Result
--     ->  Function Scan on unnest who
--     ->  Aggregate
--           Filter: (count(*) > 0)
--           ->  Sort
--                 Sort Key: placed.place
--                 ->  Subquery Scan on placed
--                       ->  WindowAgg
--                             Window: w1 AS (ORDER BY ((strong.strength * (strong.verdict)::double precision)), strong.played_at, strong.sequence ROWS UNBOUNDED PRECEDING)
--                             ->  Sort
--                                   Sort Key: ((strong.strength * (strong.verdict)::double precision)) DESC, strong.played_at DESC, strong.sequence DESC
--                                   ->  Subquery Scan on strong
--                                         Filter: (strong.strength IS NOT NULL)
--                                         ->  Result
--                                               One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                                               ->  Nested Loop
--                                                     ->  Index Scan using rating_change_pkey on rating_change
--                                                           Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2))
--                                                           Filter: (verdict = $7)
--                                                     ->  Index Scan using match_pkey on match
--                                                           Index Cond: ((league_id = $1) AND (sequence = rating_change.sequence))
--                                               SubPlan 12
--                                                 ->  Aggregate
--                                                       InitPlan 3
--                                                         ->  Result
--                                                               InitPlan 2
--                                                                 ->  Index Only Scan using player_merge_pkey on player_merge
--                                                                       Index Cond: (league_id = $1)
--                                                       InitPlan 8
--                                                         ->  Limit
--                                                               InitPlan 6
--                                                                 ->  Result
--                                                                       InitPlan 5
--                                                                         ->  Index Only Scan using player_merge_pkey on player_merge player_merge_1
--                                                                               Index Cond: (league_id = $1)
--                                                               ->  Function Scan on unnest own
--                                                                     Filter: (CASE WHEN (InitPlan 6).col1 THEN COALESCE((SubPlan 7), player_id) ELSE player_id END = who.player_id)
--                                                                     SubPlan 7
--                                                                       ->  Index Scan using player_merge_pkey on player_merge merge_1
--                                                                             Index Cond: ((league_id = $1) AND (player_id = own.player_id))
--                                                       ->  Nested Loop
--                                                             ->  Function Scan on unnest own_1
--                                                                   Filter: CASE WHEN (match.sides IS NULL) THEN (CASE WHEN (InitPlan 3).col1 THEN COALESCE((SubPlan 4), player_id) ELSE player_id END <> who.player_id) ELSE (COALESCE(((match.sides)[number])::bigint, number) <> (InitPlan 8).col1) END
--                                                                   SubPlan 4
--                                                                     ->  Index Scan using player_merge_pkey on player_merge merge
--                                                                           Index Cond: ((league_id = $1) AND (player_id = own_1.player_id))
--                                                             ->  Result
--                                                                   One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                                                                   InitPlan 10
--                                                                     ->  Result
--                                                                           InitPlan 9
--                                                                             ->  Index Only Scan using player_merge_pkey on player_merge player_merge_2
--                                                                                   Index Cond: (league_id = $1)
--                                                                   InitPlan 11
--                                                                     ->  Index Scan using player_merge_pkey on player_merge merge_2
--                                                                           Index Cond: ((league_id = $1) AND (player_id = own_1.player_id))
--                                                                   ->  Index Scan using rating_change_pkey on rating_change rating_change_1
--                                                                         Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = CASE WHEN (InitPlan 10).col1 THEN COALESCE((InitPlan 11).col1, own_1.player_id) ELSE own_1.player_id END) AND (played_at <= $2) AND (played_at = rating_change.played_at) AND (sequence = rating_change.sequence))

-- listPlayerActivity, for: page of a player
SELECT who.player_id AS "playerId", to_char(played_at AT TIME ZONE $9, 'YYYY-MM-DD') AS day, count(*)::integer AS count
   FROM unnest((SELECT $6::integer[])::integer[]) AS who (player_id) CROSS JOIN LATERAL (
  SELECT * FROM (SELECT verdict, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
    ) AS line WHERE played_at >= coalesce($7, (date_trunc('day', $8::timestamptz - interval '1 millisecond' - interval '364 days', $9) - greatest(interval '0', (date_trunc('day', $8::timestamptz - interval '1 millisecond' - interval '364 days', $9) - interval '1 second') AT TIME ZONE $9 + interval '1 second' - date_trunc('day', $8::timestamptz - interval '1 millisecond' - interval '364 days', $9) AT TIME ZONE $9))) AND played_at < $8 OFFSET 0) AS line
   GROUP BY 1, 2 ORDER BY 1, 2;
--   GroupAggregate
--     Group Key: who.player_id, (to_char((rating_change.played_at AT TIME ZONE $9), 'YYYY-MM-DD'::text))
--     InitPlan 1
--       ->  Result
--     ->  Sort
--           Sort Key: who.player_id, (to_char((rating_change.played_at AT TIME ZONE $9), 'YYYY-MM-DD'::text))
--           ->  Nested Loop
--                 ->  Function Scan on unnest who
--                 ->  Result
--                       One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                       ->  Index Only Scan using rating_change_pkey on rating_change
--                             Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2) AND (played_at >= COALESCE($7, (date_trunc('day'::text, (($8 - '00:00:00.001'::interval) - '364 days'::interval), $9) - GREATEST('00:00:00'::interval, ((((date_trunc('day'::text, (($8 - '00:00:00.001'::interval) - '364 days'::interval), $9) - '00:00:01'::interval) AT TIME ZONE $9) + '00:00:01'::interval) - (date_trunc('day'::text, (($8 - '00:00:00.001'::interval) - '364 days'::interval), $9) AT TIME ZONE $9)))))) AND (played_at < $8))

-- listRecentLines, for: page of a board
SELECT player_id AS "playerId", array_agg(verdict ORDER BY played_at DESC, sequence DESC) AS verdicts,
         coalesce(array_agg(after_value ORDER BY played_at, sequence) FILTER (WHERE after_value IS NOT NULL), '{}') AS values
  FROM unnest((SELECT $6::integer[])::integer[]) AS who (player_id) CROSS JOIN LATERAL (
    SELECT * FROM (SELECT verdict, after_value, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
   ORDER BY played_at DESC, sequence DESC LIMIT 20) AS line ORDER BY played_at DESC, sequence DESC LIMIT 20
  ) AS line GROUP BY player_id;
--   GroupAggregate
--     Group Key: who.player_id
--     InitPlan 1
--       ->  Result
--     ->  Sort
--           Sort Key: who.player_id, rating_change.played_at DESC, rating_change.sequence DESC
--           ->  Nested Loop
--                 ->  Function Scan on unnest who
--                 ->  Limit
--                       ->  Limit
--                             ->  Result
--                                   One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                                   ->  Index Scan Backward using rating_change_pkey on rating_change
--                                         Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2))

-- readDraws, for: page of a board
SELECT history, version, drawn.found AS state FROM (SELECT history, version FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history LEFT JOIN (SELECT version FROM league WHERE id = $1) AS own ON true) AS as_of
  CROSS JOIN (SELECT EXISTS (SELECT FROM rating WHERE league_id = $1 AND draws > 0) AS found) AS drawn;
--   Nested Loop Left Join
--     InitPlan 1
--       ->  Index Scan using rating_pkey on rating rating_1
--             Index Cond: (league_id = $1)
--             Filter: (draws > 0)
--     ->  Nested Loop Left Join
--           ->  Aggregate
--                 ->  Index Only Scan using rating_hidden on rating
--                       Index Cond: (league_id = $1)
--           ->  Limit
--                 ->  Index Scan Backward using league_revision_pkey on league_revision
--                       Index Cond: (league_id = $1)
--     ->  Index Scan using league_pkey on league
--           Index Cond: (id = $1)
