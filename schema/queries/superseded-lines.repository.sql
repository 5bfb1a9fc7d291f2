-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- supersedeLines, for: submit late; amend; void
INSERT INTO superseded_stretch (league_id, player_id, superseded_in, revision, played_at, before_value,
      before_deviation, sequence, marks, played_ats, sequences, numbers, contributions, digest)
    SELECT *, substring(sha256(array_send(played_ats) || array_send(sequences) || array_send(numbers) || convert_to(
  concat_ws(' ', player_id, superseded_in, revision, before_value, before_deviation, marks, contributions), 'UTF8')) FOR 8) FROM (
      SELECT league_id, player_id, $2::integer AS superseded_in, revision, min(played_at) AS played_at,
        (array_agg(before_value ORDER BY played_at, sequence))[1] AS before_value, (array_agg(before_deviation ORDER BY played_at, sequence))[1] AS before_deviation,
        (array_agg(sequence ORDER BY played_at, sequence))[1] AS sequence, string_agg(substr(CASE WHEN is_provisional THEN 'ldw' ELSE 'LDW' END, verdict + 2, 1), '' ORDER BY played_at, sequence) AS marks,
        array_agg(played_at ORDER BY played_at, sequence) AS played_ats, array_agg(sequence ORDER BY played_at, sequence) AS sequences,
        array_agg(after_value ORDER BY played_at, sequence) || array_agg(after_deviation ORDER BY played_at, sequence) || array_agg(nullif(score, coalesce(after_value, '-Infinity')) ORDER BY played_at, sequence)
          || coalesce(string_to_array(string_agg(array_to_string(memory, ' '), ' ' ORDER BY played_at, sequence), ' ')::double precision[], '{}') AS numbers,
        CASE WHEN bool_or(($7::boolean AND cardinality(contributions) <= 120)) THEN array_agg(CASE WHEN ($7::boolean AND cardinality(contributions) <= 120) THEN contributions::text END ORDER BY played_at, sequence) END AS contributions
      FROM (
        SELECT *, (row_number() OVER (PARTITION BY league_id, player_id, run ORDER BY played_at, sequence) - 1)
          / greatest(144 / (3 + coalesce(cardinality(memory), 0)), 1) AS part
        FROM (
          SELECT *, count(*) FILTER (WHERE begins) OVER own AS run
          FROM (
            SELECT *, (revision, before_value, before_deviation) IS DISTINCT FROM
                (lag(revision) OVER own, lag(after_value) OVER own, lag(after_deviation) OVER own) AS begins
            FROM (
  SELECT line.*
  FROM unnest($3::integer[], $4::timestamptz[], $5::integer[]) AS first (player_id, played_at, sequence)
  CROSS JOIN LATERAL (
    SELECT * FROM rating_change
    WHERE league_id = $1 AND generation = $6 AND player_id = first.player_id AND revision < $2
      AND (played_at, sequence) >= (first.played_at, first.sequence)
    OFFSET 0
  ) AS line) AS moved WINDOW own AS (PARTITION BY league_id, player_id ORDER BY played_at, sequence)
          ) AS line WINDOW own AS (PARTITION BY league_id, player_id ORDER BY played_at, sequence)
        ) AS line
      ) AS line
      GROUP BY league_id, player_id, run, part, revision
    ) AS stretch;
--   Insert on superseded_stretch
--     ->  Subquery Scan on stretch
--           ->  GroupAggregate
--                 Group Key: line.league_id, line.player_id, line.run, line.part, line.revision
--                 ->  Incremental Sort
--                       Sort Key: line.league_id, line.player_id, line.run, line.part, line.revision, line.played_at, line.sequence
--                       Presorted Key: line.league_id, line.player_id, line.run
--                       ->  Subquery Scan on line
--                             ->  WindowAgg
--                                   Window: w1 AS (PARTITION BY line_1.league_id, line_1.player_id, line_1.run ORDER BY line_1.played_at, line_1.sequence ROWS UNBOUNDED PRECEDING)
--                                   ->  Incremental Sort
--                                         Sort Key: line_1.league_id, line_1.player_id, line_1.run, line_1.played_at, line_1.sequence
--                                         Presorted Key: line_1.league_id, line_1.player_id
--                                         ->  Subquery Scan on line_1
--                                               ->  WindowAgg
--                                                     Window: own AS (PARTITION BY line_2.league_id, line_2.player_id ORDER BY line_2.played_at, line_2.sequence)
--                                                     ->  Subquery Scan on line_2
--                                                           ->  WindowAgg
--                                                                 Window: own AS (PARTITION BY rating_change.league_id, rating_change.player_id ORDER BY rating_change.played_at, rating_change.sequence)
--                                                                 ->  Sort
--                                                                       Sort Key: rating_change.league_id, rating_change.player_id, rating_change.played_at, rating_change.sequence
--                                                                       ->  Nested Loop
--                                                                             ->  Function Scan on first
--                                                                             ->  Index Scan using rating_change_pkey on rating_change
--                                                                                   Index Cond: ((league_id = $1) AND (generation = $6) AND (player_id = first.player_id) AND (ROW(played_at, sequence) >= ROW(first.played_at, first.sequence)))
--                                                                                   Filter: (revision < $2)

-- supersedeLines, for: submit late; amend; void
WITH moved AS (
       DELETE FROM rating_change WHERE league_id = $1 AND ctid = ANY(ARRAY(
  SELECT line.*
  FROM unnest($3::integer[], $4::timestamptz[], $5::integer[]) AS first (player_id, played_at, sequence)
  CROSS JOIN LATERAL (
    SELECT ctid FROM rating_change
    WHERE league_id = $1 AND generation = $6 AND player_id = first.player_id AND revision < $2
      AND (played_at, sequence) >= (first.played_at, first.sequence)
    OFFSET 0
  ) AS line)) RETURNING contributions
     )
     SELECT count(*)::integer AS lines, 112 * count(*) + coalesce(sum(8 * coalesce(cardinality(contributions), 0)) FILTER (WHERE ($7::boolean AND cardinality(contributions) <= 120) IS NOT TRUE), 0)::bigint AS saved
     FROM moved;
--   Aggregate
--     CTE moved
--       ->  Delete on rating_change rating_change_1
--             InitPlan 1
--               ->  Nested Loop
--                     ->  Function Scan on first
--                     ->  Index Scan using rating_change_pkey on rating_change
--                           Index Cond: ((league_id = $1) AND (generation = $6) AND (player_id = first.player_id) AND (ROW(played_at, sequence) >= ROW(first.played_at, first.sequence)))
--                           Filter: (revision < $2)
--             ->  Tid Scan on rating_change rating_change_1
--                   TID Cond: (ctid = ANY ((InitPlan 1).col1))
--                   Filter: (league_id = $1)
--     ->  CTE Scan on moved
