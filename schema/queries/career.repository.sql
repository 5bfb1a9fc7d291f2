-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listForms, for: board; board around a player; page of a board
SELECT player_id AS "playerId", array_agg(verdict ORDER BY played_at DESC, sequence DESC) AS verdicts
  FROM unnest($6::integer[]) AS who (player_id) CROSS JOIN LATERAL (
    SELECT * FROM (SELECT verdict, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
   ORDER BY played_at DESC, sequence DESC LIMIT 5) AS line ORDER BY played_at DESC, sequence DESC LIMIT 5
  ) AS line GROUP BY player_id;
--   GroupAggregate
--     Group Key: who.player_id
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

-- listForms, for: history, next page; page of a player
SELECT player_id AS "playerId", array_agg(verdict ORDER BY played_at DESC, sequence DESC) AS verdicts
  FROM unnest($6::integer[]) AS who (player_id) CROSS JOIN LATERAL (
    SELECT * FROM (SELECT verdict, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
   ORDER BY played_at DESC, sequence DESC LIMIT 20) AS line ORDER BY played_at DESC, sequence DESC LIMIT 20
  ) AS line GROUP BY player_id;
--   GroupAggregate
--     Group Key: who.player_id
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

-- listLowest, for: history, next page; page of a player
SELECT player_id AS "playerId", lowest FROM unnest($6::integer[]) AS who (player_id) CROSS JOIN LATERAL (
    SELECT min(after_value) AS lowest FROM (SELECT after_value, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
   ) AS line
  ) AS own;
--   Nested Loop
--     ->  Function Scan on unnest who
--     ->  Aggregate
--           ->  Result
--                 One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                 ->  Index Scan using rating_change_pkey on rating_change
--                       Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2))

-- listNotableMatches, for: page of a player
SELECT who.player_id AS "playerId", notable.* FROM unnest($6::integer[]) AS who (player_id)
     CROSS JOIN LATERAL (
       SELECT array_agg(sequence ORDER BY place) FILTER (WHERE place <= $8) AS sequences, sum(read)::integer AS read
       FROM (
         SELECT sequence, read, row_number() OVER (ORDER BY strength * verdict DESC, played_at DESC, sequence DESC) AS place
         FROM (
           SELECT line.*, opponents.* FROM (SELECT verdict, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
      ) AS line
           JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
           CROSS JOIN LATERAL (
             SELECT avg(other.before_value) AS strength, count(*) AS read
             FROM (SELECT CASE WHEN (SELECT EXISTS (SELECT FROM player_merge WHERE league_id = $1))
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
           ) AS opponents
           WHERE verdict = $7::integer
         ) AS strong WHERE strength IS NOT NULL
       ) AS placed HAVING count(*) > 0
     ) AS notable;
--   Nested Loop
--     ->  Function Scan on unnest who
--     ->  Aggregate
--           Filter: (count(*) > 0)
--           ->  Sort
--                 Sort Key: placed.place
--                 ->  Subquery Scan on placed
--                       ->  WindowAgg
--                             Window: w1 AS (ORDER BY (((avg(rating_change_1.before_value)) * (rating_change.verdict)::double precision)), rating_change.played_at, rating_change.sequence ROWS UNBOUNDED PRECEDING)
--                             ->  Sort
--                                   Sort Key: (((avg(rating_change_1.before_value)) * (rating_change.verdict)::double precision)) DESC, rating_change.played_at DESC, rating_change.sequence DESC
--                                   ->  Result
--                                         One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                                         ->  Nested Loop
--                                               ->  Index Scan using rating_change_pkey on rating_change
--                                                     Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2))
--                                                     Filter: (verdict = $7)
--                                               ->  Nested Loop
--                                                     ->  Index Scan using match_pkey on match
--                                                           Index Cond: ((league_id = $1) AND (sequence = rating_change.sequence))
--                                                     ->  Aggregate
--                                                           Filter: (avg(rating_change_1.before_value) IS NOT NULL)
--                                                           InitPlan 2
--                                                             ->  Result
--                                                                   InitPlan 1
--                                                                     ->  Index Only Scan using player_merge_pkey on player_merge
--                                                                           Index Cond: (league_id = $1)
--                                                           InitPlan 7
--                                                             ->  Limit
--                                                                   InitPlan 5
--                                                                     ->  Result
--                                                                           InitPlan 4
--                                                                             ->  Index Only Scan using player_merge_pkey on player_merge player_merge_1
--                                                                                   Index Cond: (league_id = $1)
--                                                                   ->  Function Scan on unnest own_1
--                                                                         Filter: (CASE WHEN (InitPlan 5).col1 THEN COALESCE((SubPlan 6), player_id) ELSE player_id END = who.player_id)
--                                                                         SubPlan 6
--                                                                           ->  Index Scan using player_merge_pkey on player_merge merge_1
--                                                                                 Index Cond: ((league_id = $1) AND (player_id = own_1.player_id))
--                                                           ->  Nested Loop
--                                                                 ->  Function Scan on unnest own
--                                                                       Filter: CASE WHEN (match.sides IS NULL) THEN (CASE WHEN (InitPlan 2).col1 THEN COALESCE((SubPlan 3), player_id) ELSE player_id END <> who.player_id) ELSE (COALESCE(((match.sides)[number])::bigint, number) <> (InitPlan 7).col1) END
--                                                                       SubPlan 3
--                                                                         ->  Index Scan using player_merge_pkey on player_merge merge
--                                                                               Index Cond: ((league_id = $1) AND (player_id = own.player_id))
--                                                                 ->  Result
--                                                                       One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                                                                       InitPlan 9
--                                                                         ->  Result
--                                                                               InitPlan 8
--                                                                                 ->  Index Only Scan using player_merge_pkey on player_merge player_merge_2
--                                                                                       Index Cond: (league_id = $1)
--                                                                       InitPlan 10
--                                                                         ->  Index Scan using player_merge_pkey on player_merge merge_2
--                                                                               Index Cond: ((league_id = $1) AND (player_id = own.player_id))
--                                                                       ->  Index Scan using rating_change_pkey on rating_change rating_change_1
--                                                                             Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = CASE WHEN (InitPlan 9).col1 THEN COALESCE((InitPlan 10).col1, own.player_id) ELSE own.player_id END) AND (played_at <= $2) AND (played_at = rating_change.played_at) AND (sequence = rating_change.sequence))

-- listPeakMatches, for: history, next page; page of a player
SELECT who.player_id AS "playerId", sequence FROM unnest($6::integer[]) AS who (player_id) CROSS JOIN LATERAL (
    SELECT sequence FROM (SELECT after_value, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
   ) AS line
    WHERE after_value IS NOT NULL ORDER BY after_value DESC, played_at, sequence LIMIT 1
  ) AS peak;
--   Nested Loop
--     ->  Function Scan on unnest who
--     ->  Limit
--           ->  Sort
--                 Sort Key: rating_change.after_value DESC, rating_change.played_at, rating_change.sequence
--                 ->  Result
--                       One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                       ->  Index Scan using rating_change_pkey on rating_change
--                             Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2))
--                             Filter: (after_value IS NOT NULL)

-- listPlayerActivity, for: page of a player
SELECT who.player_id AS "playerId", to_char(played_at AT TIME ZONE $9, 'YYYY-MM-DD') AS day, count(*)::integer AS count
   FROM unnest($6::integer[]) AS who (player_id) CROSS JOIN LATERAL (
  SELECT * FROM (SELECT verdict, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
    ) AS line WHERE played_at >= coalesce($7, (date_trunc('day', $8::timestamptz - interval '1 millisecond' - interval '364 days', $9) - greatest(interval '0', (date_trunc('day', $8::timestamptz - interval '1 millisecond' - interval '364 days', $9) - interval '1 second') AT TIME ZONE $9 + interval '1 second' - date_trunc('day', $8::timestamptz - interval '1 millisecond' - interval '364 days', $9) AT TIME ZONE $9))) AND played_at < $8 OFFSET 0) AS line
   GROUP BY 1, 2 ORDER BY 1, 2;
--   GroupAggregate
--     Group Key: who.player_id, (to_char((rating_change.played_at AT TIME ZONE $9), 'YYYY-MM-DD'::text))
--     ->  Sort
--           Sort Key: who.player_id, (to_char((rating_change.played_at AT TIME ZONE $9), 'YYYY-MM-DD'::text))
--           ->  Nested Loop
--                 ->  Function Scan on unnest who
--                 ->  Result
--                       One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                       ->  Index Only Scan using rating_change_pkey on rating_change
--                             Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2) AND (played_at >= COALESCE($7, (date_trunc('day'::text, (($8 - '00:00:00.001'::interval) - '364 days'::interval), $9) - GREATEST('00:00:00'::interval, ((((date_trunc('day'::text, (($8 - '00:00:00.001'::interval) - '364 days'::interval), $9) - '00:00:01'::interval) AT TIME ZONE $9) + '00:00:01'::interval) - (date_trunc('day'::text, (($8 - '00:00:00.001'::interval) - '364 days'::interval), $9) AT TIME ZONE $9)))))) AND (played_at < $8))

-- listSeries, for: history, next page; page of a player
WITH line AS (
     SELECT who.player_id, line.*, row_number() OVER (own ORDER BY played_at, sequence) AS number, count(*) OVER own AS total,
            min(played_at) OVER own AS first, max(played_at) OVER own AS last
     FROM unnest($6::integer[]) AS who (player_id) CROSS JOIN LATERAL (
  SELECT * FROM (SELECT after_value, after_deviation, score, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
    ) AS line WHERE after_value IS NOT NULL AND played_at >= $7 AND played_at < $8 OFFSET 0) AS line
     WINDOW own AS (PARTITION BY player_id)
   ), placed AS (
     SELECT *, coalesce(least(floor(date_part('epoch', played_at - first) / nullif(date_part('epoch', last - first), 0) * $10), $10 - 1), 0) AS stretch
     FROM line
   ), marked AS (
     SELECT *, min(after_value) OVER own AS low, max(after_value) OVER own AS high
     FROM placed WINDOW own AS (PARTITION BY player_id, stretch)
   ), chosen AS (
     SELECT *, row_number() OVER (PARTITION BY player_id, stretch, after_value ORDER BY number) AS place FROM marked
     WHERE total <= $9 OR number IN (1, total) OR after_value IN (low, high)
   )
   SELECT player_id AS "playerId", sequence, played_at AS at, after_value AS value, after_deviation AS deviation,
          nullif(score, '-Infinity') AS score
   FROM chosen WHERE total <= $9 OR number IN (1, total) OR place = 1
   ORDER BY player_id, number;
--   Incremental Sort
--     Sort Key: chosen.player_id, chosen.number
--     Presorted Key: chosen.player_id
--     ->  Subquery Scan on chosen
--           Filter: ((chosen.total <= $9) OR (chosen.number = 1) OR (chosen.number = chosen.total) OR (chosen.place = 1))
--           ->  WindowAgg
--                 Window: w1 AS (PARTITION BY marked.player_id, marked.stretch, marked.after_value ORDER BY marked.number ROWS UNBOUNDED PRECEDING)
--                 ->  Incremental Sort
--                       Sort Key: marked.player_id, marked.stretch, marked.after_value, marked.number
--                       Presorted Key: marked.player_id, marked.stretch
--                       ->  Subquery Scan on marked
--                             Filter: ((marked.total <= $9) OR (marked.number = 1) OR (marked.number = marked.total) OR (marked.after_value = marked.low) OR (marked.after_value = marked.high))
--                             ->  WindowAgg
--                                   Window: own AS (PARTITION BY line.player_id, (COALESCE(LEAST(floor(((date_part('epoch'::text, (line.played_at - line.first)) / NULLIF(date_part('epoch'::text, (line.last - line.first)), '0'::double precision)) * $10)), ($10 - '1'::double precision)), '0'::double precision)))
--                                   ->  Incremental Sort
--                                         Sort Key: line.player_id, (COALESCE(LEAST(floor(((date_part('epoch'::text, (line.played_at - line.first)) / NULLIF(date_part('epoch'::text, (line.last - line.first)), '0'::double precision)) * $10)), ($10 - '1'::double precision)), '0'::double precision))
--                                         Presorted Key: line.player_id
--                                         ->  Subquery Scan on line
--                                               ->  WindowAgg
--                                                     Window: own AS (PARTITION BY who.player_id)
--                                                     ->  WindowAgg
--                                                           Window: w1 AS (PARTITION BY who.player_id ORDER BY rating_change.played_at, rating_change.sequence ROWS UNBOUNDED PRECEDING)
--                                                           ->  Sort
--                                                                 Sort Key: who.player_id, rating_change.played_at, rating_change.sequence
--                                                                 ->  Nested Loop
--                                                                       ->  Function Scan on unnest who
--                                                                       ->  Result
--                                                                             One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                                                                             ->  Index Scan using rating_change_pkey on rating_change
--                                                                                   Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2) AND (played_at >= $7) AND (played_at < $8))
--                                                                                   Filter: (after_value IS NOT NULL)

-- listStreaks, for: history, next page; page of a player
WITH line AS (
     SELECT who.player_id, line.*, row_number() OVER (own ORDER BY played_at, sequence) AS number,
            lag(verdict) OVER (own ORDER BY played_at, sequence) AS verdict_before,
            lag(played_at) OVER (own ORDER BY played_at, sequence) AS played_before,
            count(*) OVER own AS total, max(played_at) OVER own AS last
     FROM unnest($6::integer[]) AS who (player_id) CROSS JOIN LATERAL (
  SELECT * FROM (SELECT verdict, played_at, sequence FROM rating_change WHERE league_id = $1 AND played_at <= $2 AND player_id = who.player_id AND generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL
    ) AS line WHERE true OFFSET 0) AS line
     WINDOW own AS (PARTITION BY player_id)
   ), streak AS (
     SELECT player_id, verdict, played_at AS since, coalesce(lead(played_before) OVER own, last) AS until,
            coalesce(lead(number) OVER own, total + 1) - number AS matches, lead(number) OVER own IS NULL AS is_current
     FROM line WHERE verdict_before IS DISTINCT FROM verdict
     WINDOW own AS (PARTITION BY player_id ORDER BY number)
   ), longest AS (
     SELECT *, row_number() OVER (PARTITION BY player_id, verdict ORDER BY matches DESC, since) AS place FROM streak
   )
   SELECT player_id AS "playerId", verdict, matches::integer, since AS "from", until AS "to", is_current AS "isCurrent"
   FROM longest WHERE is_current OR place = 1 AND verdict <> 0
   ORDER BY player_id, matches DESC, since;
--   Incremental Sort
--     Sort Key: longest.player_id, ((longest.matches)::integer) DESC, longest.since
--     Presorted Key: longest.player_id
--     ->  Subquery Scan on longest
--           Filter: (longest.is_current OR ((longest.place = 1) AND (longest.verdict <> 0)))
--           ->  WindowAgg
--                 Window: w1 AS (PARTITION BY streak.player_id, streak.verdict ORDER BY streak.matches, streak.since ROWS UNBOUNDED PRECEDING)
--                 ->  Incremental Sort
--                       Sort Key: streak.player_id, streak.verdict, streak.matches DESC, streak.since
--                       Presorted Key: streak.player_id
--                       ->  Subquery Scan on streak
--                             ->  WindowAgg
--                                   Window: own AS (PARTITION BY line.player_id ORDER BY line.number)
--                                   ->  Incremental Sort
--                                         Sort Key: line.player_id, line.number
--                                         Presorted Key: line.player_id
--                                         ->  Subquery Scan on line
--                                               Filter: (line.verdict_before IS DISTINCT FROM line.verdict)
--                                               ->  WindowAgg
--                                                     Window: own AS (PARTITION BY who.player_id)
--                                                     ->  WindowAgg
--                                                           Window: w1 AS (PARTITION BY who.player_id ORDER BY rating_change.played_at, rating_change.sequence)
--                                                           ->  Sort
--                                                                 Sort Key: who.player_id, rating_change.played_at, rating_change.sequence
--                                                                 ->  Nested Loop
--                                                                       ->  Function Scan on unnest who
--                                                                       ->  Result
--                                                                             One-Time Filter: (($3 IS NULL) AND ($4 IS NOT NULL))
--                                                                             ->  Index Scan using rating_change_pkey on rating_change
--                                                                                   Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = who.player_id) AND (played_at <= $2))
