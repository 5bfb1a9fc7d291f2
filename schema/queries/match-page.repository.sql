-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countMatches, for: page of a board; front page
SELECT ((SELECT $2::bigint) - (SELECT count(*) FROM match WHERE league_id = $1 AND true AND status = 'VOID'))::integer AS count;
--   Result
--     InitPlan 1
--       ->  Result
--     InitPlan 2
--       ->  Aggregate
--             ->  Index Only Scan using match_void on match
--                   Index Cond: (league_id = $1)

-- findUpset, for: page of a match
WITH newest AS (
    SELECT played_at, sequence, CASE WHEN cardinality(player_ids) <> 2 THEN player_ids WHEN placements[1] < placements[2] THEN player_ids[1:1]
      WHEN placements[1] > placements[2] THEN player_ids[2:2] WHEN placements[1] = placements[2] THEN '{}' ELSE player_ids END AS player_ids, (cardinality(player_ids)::bigint * cardinality(player_ids)
      - CASE WHEN sides IS NULL THEN cardinality(player_ids) ELSE (
          SELECT sum(size * size) FROM (SELECT count(*) AS size FROM unnest(sides) AS side GROUP BY side) AS team) END) AS pairs FROM match
    WHERE league_id = $1 AND status = 'RATED' AND (played_at, sequence) <= ($3::timestamptz, $4::integer)
    ORDER BY played_at DESC, sequence DESC LIMIT 100
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
  SELECT expected, (SELECT count(*)::integer FROM looked_at) AS among,
         (SELECT count(*)::integer FROM upset AS other WHERE other.expected < own.expected) + 1 AS place
  FROM upset AS own WHERE sequence = $4;
--   CTE Scan on upset own
--     Filter: (sequence = $4)
--     CTE looked_at
--       ->  Subquery Scan on counted
--             Filter: (counted.total <= 20000)
--             ->  WindowAgg
--                   Window: w1 AS (ORDER BY newest.played_at, newest.sequence)
--                   ->  Subquery Scan on newest
--                         Filter: (newest.pairs <= '400'::numeric)
--                         ->  Limit
--                               ->  Index Scan Backward using match_total_order on match
--                                     Index Cond: ((league_id = $1) AND (ROW(played_at, sequence) <= ROW($3, $4)))
--                                     Filter: (status = 'RATED'::text)
--                                     SubPlan 1
--                                       ->  Aggregate
--                                             ->  HashAggregate
--                                                   Group Key: side.side
--                                                   ->  Function Scan on unnest side
--     CTE upset
--       ->  Unique
--             ->  Sort
--                   Sort Key: looked_at.sequence, (CASE cardinality(line.contributions) WHEN 6 THEN line.contributions[3] ELSE (SubPlan 3) END), line.player_id
--                   ->  Nested Loop
--                         ->  Hash Left Join
--                               Hash Cond: (own_1.player_id = merge.player_id)
--                               ->  Nested Loop
--                                     ->  CTE Scan on looked_at
--                                     ->  Function Scan on unnest own_1
--                               ->  Hash
--                                     ->  Index Scan using player_merge_pkey on player_merge merge
--                                           Index Cond: (league_id = $1)
--                         ->  Subquery Scan on line
--                               Filter: ((NOT (ANY (line.player_id = (hashed SubPlan 4).col1))) AND (line.verdict = 1) AND (cardinality(line.contributions) > 0) AND (CASE cardinality(line.contributions) WHEN 6 THEN line.contributions[3] ELSE (SubPlan 5) END < '0.5'::double precision))
--                               ->  Limit
--                                     ->  Index Scan using rating_change_pkey on rating_change line_1
--                                           Index Cond: ((league_id = $1) AND (generation = $2) AND (player_id = COALESCE(merge.into_id, own_1.player_id)) AND (played_at = looked_at.played_at) AND (sequence = looked_at.sequence))
--                               SubPlan 4
--                                 ->  Index Only Scan using rating_hidden on rating
--                                       Index Cond: (league_id = $1)
--                               SubPlan 5
--                                 ->  Aggregate
--                                       ->  Function Scan on generate_series at_1
--                         SubPlan 3
--                           ->  Aggregate
--                                 ->  Function Scan on generate_series at
--     InitPlan 7
--       ->  Aggregate
--             ->  CTE Scan on looked_at looked_at_1
--     SubPlan 8
--       ->  Aggregate
--             ->  CTE Scan on upset other
--                   Filter: (expected < own.expected)

-- listExpectedScores, for: front page
WITH asked AS MATERIALIZED (
    SELECT played_at, sequence, player_ids FROM match WHERE league_id = $1 AND sequence = ANY($2::integer[])
  )
  SELECT asked.sequence, own.player_id AS submitted, line.player_id AS "playerId", line.expected
  FROM asked CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
  CROSS JOIN LATERAL (
    SELECT player_id, CASE cardinality(contributions) WHEN 6 THEN contributions[3] ELSE (
             SELECT avg(contributions[at + 2]) FROM generate_series(1, cardinality(contributions), 6) AS at
           ) END AS expected FROM rating_change AS line
    WHERE line.league_id = $1 AND line.generation = $3 AND line.player_id = coalesce(merge.into_id, own.player_id)
      AND line.played_at = asked.played_at AND line.sequence = asked.sequence
    LIMIT 1
  ) AS line;
--   Nested Loop
--     CTE asked
--       ->  Index Scan using match_total_order on match
--             Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))
--     ->  Nested Loop Left Join
--           Join Filter: (merge.player_id = own.player_id)
--           ->  Nested Loop
--                 ->  CTE Scan on asked
--                 ->  Function Scan on unnest own
--           ->  Materialize
--                 ->  Index Scan using player_merge_pkey on player_merge merge
--                       Index Cond: (league_id = $1)
--     ->  Limit
--           ->  Index Scan using rating_change_pkey on rating_change line
--                 Index Cond: ((league_id = $1) AND (generation = $3) AND (player_id = COALESCE(merge.into_id, own.player_id)) AND (played_at = asked.played_at) AND (sequence = asked.sequence))
--                 SubPlan 2
--                   ->  Aggregate
--                         ->  Function Scan on generate_series at

-- listMatches, for: matches
WITH page AS MATERIALIZED (SELECT * FROM (SELECT * FROM match WHERE league_id = $1 AND true ORDER BY played_at DESC, sequence DESC LIMIT 101) AS most LIMIT $2),
   own AS (SELECT page.*, generate_subscripts(player_ids, 1) AS number FROM page)
   SELECT own.sequence, CASE WHEN number = 1 THEN own.external_id END AS external_id, CASE WHEN number = 1 THEN own.played_at END AS played_at, CASE WHEN number = 1 THEN own.status END AS status, CASE WHEN number = 1 THEN own.version END AS version, CASE WHEN number = 1 THEN own.submitted_at END AS submitted_at, CASE WHEN number = 1 THEN own.submitted_by END AS submitted_by, CASE WHEN number = 1 THEN own.weight END AS weight, CASE WHEN number = 1 THEN own.details END AS details, CASE WHEN number = 1 THEN own.scores_against END AS scores_against, CASE WHEN number = 1 THEN own.placements END AS placements, CASE WHEN number = 1 THEN own.side_scores END AS side_scores, CASE WHEN number = 1 THEN own.side_names END AS side_names, CASE WHEN number = 1 THEN own.side_roles END AS side_roles, CASE WHEN number = 1 THEN own.reported END AS reported, COALESCE(sides[number], number - 1) AS side,
          COALESCE(into_id, player_ids[number]) AS player_id, COALESCE(guests[number], false) AS is_guest, scores[number] AS score,
          own.minutes_played[number] AS minutes_played
          , known.handle, known.since AS created_at , line.revision, before_value, before_deviation, after_value, after_deviation, verdict

   FROM own LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = player_ids[number]
   CROSS JOIN LATERAL (SELECT handle, since FROM membership WHERE membership.player_id = COALESCE(into_id, player_ids[number]) AND membership.league_id = $1 LIMIT 1) AS known
   LEFT JOIN LATERAL (SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict  FROM rating_change AS line
  WHERE line.league_id = $1 AND line.generation = $3
    AND line.player_id = COALESCE(into_id, player_ids[number]) AND line.played_at = own.played_at AND line.sequence = own.sequence LIMIT 1) AS line ON true
   ORDER BY own.played_at DESC, own.sequence DESC, number;
--   Sort
--     Sort Key: page.played_at DESC, page.sequence DESC, (generate_subscripts(page.player_ids, 1))
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Index Scan Backward using match_total_order on match
--                         Index Cond: (league_id = $1)
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Hash Left Join
--                       Hash Cond: (page.player_ids[(generate_subscripts(page.player_ids, 1))] = player_merge.player_id)
--                       ->  ProjectSet
--                             ->  CTE Scan on page
--                       ->  Hash
--                             ->  Index Scan using player_merge_pkey on player_merge
--                                   Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan using membership_pkey on membership
--                             Index Cond: ((player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (league_id = $1))
--           ->  Limit
--                 ->  Index Scan using rating_change_pkey on rating_change line
--                       Index Cond: ((league_id = $1) AND (generation = $3) AND (player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (played_at = page.played_at) AND (sequence = page.sequence))

-- listMatches, for: matches of a player
WITH page AS MATERIALIZED (SELECT * FROM (SELECT * FROM match WHERE league_id = $1 AND true AND sequence IN ((SELECT sequence FROM rating_change WHERE league_id = $1 AND generation = (SELECT generation FROM league WHERE id = $1) AND player_id = $2::integer AND true ORDER BY played_at DESC, sequence DESC LIMIT 101)
  UNION ALL SELECT sequence FROM unrated_appearance WHERE league_id = $1 AND player_id IN (SELECT $2::integer::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = $2::integer::integer)) ORDER BY played_at DESC, sequence DESC LIMIT 101) AS most LIMIT $3),
    own AS (SELECT page.*, generate_subscripts(player_ids, 1) AS number FROM page)
    SELECT own.sequence, CASE WHEN number = 1 THEN own.external_id END AS external_id, CASE WHEN number = 1 THEN own.played_at END AS played_at, CASE WHEN number = 1 THEN own.status END AS status, CASE WHEN number = 1 THEN own.version END AS version, CASE WHEN number = 1 THEN own.submitted_at END AS submitted_at, CASE WHEN number = 1 THEN own.submitted_by END AS submitted_by, CASE WHEN number = 1 THEN own.weight END AS weight, CASE WHEN number = 1 THEN own.details END AS details, CASE WHEN number = 1 THEN own.scores_against END AS scores_against, CASE WHEN number = 1 THEN own.placements END AS placements, CASE WHEN number = 1 THEN own.side_scores END AS side_scores, CASE WHEN number = 1 THEN own.side_names END AS side_names, CASE WHEN number = 1 THEN own.side_roles END AS side_roles, CASE WHEN number = 1 THEN own.reported END AS reported, COALESCE(sides[number], number - 1) AS side,
           COALESCE(into_id, player_ids[number]) AS player_id, COALESCE(guests[number], false) AS is_guest, scores[number] AS score,
           own.minutes_played[number] AS minutes_played
           , known.handle, known.since AS created_at , line.revision, before_value, before_deviation, after_value, after_deviation, verdict

    FROM own LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = player_ids[number]
    CROSS JOIN LATERAL (SELECT handle, since FROM membership WHERE membership.player_id = COALESCE(into_id, player_ids[number]) AND membership.league_id = $1 LIMIT 1) AS known
    LEFT JOIN LATERAL (SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict  FROM rating_change AS line
   WHERE line.league_id = $1 AND line.generation = $4
     AND line.player_id = COALESCE(into_id, player_ids[number]) AND line.played_at = own.played_at AND line.sequence = own.sequence LIMIT 1) AS line ON true
    ORDER BY own.played_at DESC, own.sequence DESC, number;
--   Sort
--     Sort Key: page.played_at DESC, page.sequence DESC, (generate_subscripts(page.player_ids, 1))
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Sort
--                         Sort Key: match.played_at DESC, match.sequence DESC
--                         ->  Nested Loop
--                               ->  Unique
--                                     ->  Sort
--                                           Sort Key: "*SELECT* 1".sequence
--                                           ->  Append
--                                                 ->  Subquery Scan on "*SELECT* 1"
--                                                       ->  Limit
--                                                             InitPlan 1
--                                                               ->  Index Scan using league_pkey on league
--                                                                     Index Cond: (id = $1)
--                                                             ->  Index Only Scan Backward using rating_change_pkey on rating_change
--                                                                   Index Cond: ((league_id = $1) AND (generation = (InitPlan 1).col1) AND (player_id = $2))
--                                                 ->  Nested Loop Semi Join
--                                                       Join Filter: (unrated_appearance.player_id = ($2))
--                                                       ->  Index Only Scan using unrated_appearance_pkey on unrated_appearance
--                                                             Index Cond: (league_id = $1)
--                                                       ->  Append
--                                                             ->  Result
--                                                             ->  Index Scan using player_merge_pkey on player_merge player_merge_1
--                                                                   Index Cond: (league_id = $1)
--                                                                   Filter: (into_id = $2)
--                               ->  Memoize
--                                     Cache Key: "*SELECT* 1".sequence
--                                     Cache Mode: logical
--                                     ->  Index Scan using match_pkey on match
--                                           Index Cond: ((league_id = $1) AND (sequence = "*SELECT* 1".sequence))
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Hash Left Join
--                       Hash Cond: (page.player_ids[(generate_subscripts(page.player_ids, 1))] = player_merge.player_id)
--                       ->  ProjectSet
--                             ->  CTE Scan on page
--                       ->  Hash
--                             ->  Index Scan using player_merge_pkey on player_merge
--                                   Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan using membership_pkey on membership
--                             Index Cond: ((player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (league_id = $1))
--           ->  Limit
--                 ->  Index Scan using rating_change_pkey on rating_change line
--                       Index Cond: ((league_id = $1) AND (generation = $4) AND (player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (played_at = page.played_at) AND (sequence = page.sequence))

-- listMatches, for: matches, next page
WITH page AS MATERIALIZED (SELECT * FROM (SELECT * FROM match WHERE league_id = $1 AND true AND (played_at, sequence) < ($2, $3) ORDER BY played_at DESC, sequence DESC LIMIT 101) AS most LIMIT $4),
   own AS (SELECT page.*, generate_subscripts(player_ids, 1) AS number FROM page)
   SELECT own.sequence, CASE WHEN number = 1 THEN own.external_id END AS external_id, CASE WHEN number = 1 THEN own.played_at END AS played_at, CASE WHEN number = 1 THEN own.status END AS status, CASE WHEN number = 1 THEN own.version END AS version, CASE WHEN number = 1 THEN own.submitted_at END AS submitted_at, CASE WHEN number = 1 THEN own.submitted_by END AS submitted_by, CASE WHEN number = 1 THEN own.weight END AS weight, CASE WHEN number = 1 THEN own.details END AS details, CASE WHEN number = 1 THEN own.scores_against END AS scores_against, CASE WHEN number = 1 THEN own.placements END AS placements, CASE WHEN number = 1 THEN own.side_scores END AS side_scores, CASE WHEN number = 1 THEN own.side_names END AS side_names, CASE WHEN number = 1 THEN own.side_roles END AS side_roles, CASE WHEN number = 1 THEN own.reported END AS reported, COALESCE(sides[number], number - 1) AS side,
          COALESCE(into_id, player_ids[number]) AS player_id, COALESCE(guests[number], false) AS is_guest, scores[number] AS score,
          own.minutes_played[number] AS minutes_played
          , known.handle, known.since AS created_at , line.revision, before_value, before_deviation, after_value, after_deviation, verdict

   FROM own LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = player_ids[number]
   CROSS JOIN LATERAL (SELECT handle, since FROM membership WHERE membership.player_id = COALESCE(into_id, player_ids[number]) AND membership.league_id = $1 LIMIT 1) AS known
   LEFT JOIN LATERAL (SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict  FROM rating_change AS line
  WHERE line.league_id = $1 AND line.generation = $5
    AND line.player_id = COALESCE(into_id, player_ids[number]) AND line.played_at = own.played_at AND line.sequence = own.sequence LIMIT 1) AS line ON true
   ORDER BY own.played_at DESC, own.sequence DESC, number;
--   Sort
--     Sort Key: page.played_at DESC, page.sequence DESC, (generate_subscripts(page.player_ids, 1))
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Index Scan Backward using match_total_order on match
--                         Index Cond: ((league_id = $1) AND (ROW(played_at, sequence) < ROW($2, $3)))
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Hash Left Join
--                       Hash Cond: (page.player_ids[(generate_subscripts(page.player_ids, 1))] = player_merge.player_id)
--                       ->  ProjectSet
--                             ->  CTE Scan on page
--                       ->  Hash
--                             ->  Index Scan using player_merge_pkey on player_merge
--                                   Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan using membership_pkey on membership
--                             Index Cond: ((player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (league_id = $1))
--           ->  Limit
--                 ->  Index Scan using rating_change_pkey on rating_change line
--                       Index Cond: ((league_id = $1) AND (generation = $5) AND (player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (played_at = page.played_at) AND (sequence = page.sequence))

-- listMatches, for: page of a match
WITH page AS MATERIALIZED (SELECT * FROM (SELECT * FROM match WHERE league_id = $1 AND true AND played_at < $2 AND status = $3 AND sequence IN ((SELECT sequence FROM rating_change WHERE league_id = $1 AND generation = (SELECT generation FROM league WHERE id = $1) AND player_id = $4::integer AND true AND played_at < $2 UNION ALL SELECT sequence FROM unrated_appearance WHERE league_id = $1 AND player_id IN (SELECT $4::integer::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = $4::integer::integer)) INTERSECT (SELECT sequence FROM rating_change WHERE league_id = $1 AND generation = (SELECT generation FROM league WHERE id = $1) AND player_id = $5::integer AND true AND played_at < $2 UNION ALL SELECT sequence FROM unrated_appearance WHERE league_id = $1 AND player_id IN (SELECT $5::integer::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = $5::integer::integer))) AND EXISTS (SELECT FROM generate_subscripts(player_ids, 1) AS own CROSS JOIN generate_subscripts(player_ids, 1) AS other
  WHERE player_ids[own] IN (SELECT $4::integer::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = $4::integer::integer) AND player_ids[other] IN (SELECT $5::integer::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = $5::integer::integer)
    AND COALESCE(sides[own], own) <> COALESCE(sides[other], other)) ORDER BY played_at DESC, sequence DESC LIMIT 101) AS most LIMIT $6),
   own AS (SELECT page.*, generate_subscripts(player_ids, 1) AS number FROM page)
   SELECT own.sequence, CASE WHEN number = 1 THEN own.external_id END AS external_id, CASE WHEN number = 1 THEN own.played_at END AS played_at, CASE WHEN number = 1 THEN own.status END AS status, CASE WHEN number = 1 THEN own.version END AS version, CASE WHEN number = 1 THEN own.submitted_at END AS submitted_at, CASE WHEN number = 1 THEN own.submitted_by END AS submitted_by, CASE WHEN number = 1 THEN own.weight END AS weight, CASE WHEN number = 1 THEN own.details END AS details, CASE WHEN number = 1 THEN own.scores_against END AS scores_against, CASE WHEN number = 1 THEN own.placements END AS placements, CASE WHEN number = 1 THEN own.side_scores END AS side_scores, CASE WHEN number = 1 THEN own.side_names END AS side_names, CASE WHEN number = 1 THEN own.side_roles END AS side_roles, CASE WHEN number = 1 THEN own.reported END AS reported, COALESCE(sides[number], number - 1) AS side,
          COALESCE(into_id, player_ids[number]) AS player_id, COALESCE(guests[number], false) AS is_guest, scores[number] AS score,
          own.minutes_played[number] AS minutes_played
          , known.handle, known.since AS created_at , line.revision, before_value, before_deviation, after_value, after_deviation, verdict

   FROM own LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = player_ids[number]
   CROSS JOIN LATERAL (SELECT handle, since FROM membership WHERE membership.player_id = COALESCE(into_id, player_ids[number]) AND membership.league_id = $1 LIMIT 1) AS known
   LEFT JOIN LATERAL (SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict  FROM rating_change AS line
  WHERE line.league_id = $1 AND line.generation = $7
    AND line.player_id = COALESCE(into_id, player_ids[number]) AND line.played_at = own.played_at AND line.sequence = own.sequence LIMIT 1) AS line ON true
   ORDER BY own.played_at DESC, own.sequence DESC, number;
--   Sort
--     Sort Key: page.played_at DESC, page.sequence DESC, (generate_subscripts(page.player_ids, 1))
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Sort
--                         Sort Key: match.played_at DESC, match.sequence DESC
--                         ->  Nested Loop
--                               ->  SetOp Intersect
--                                     ->  Sort
--                                           Sort Key: rating_change.sequence
--                                           ->  Append
--                                                 ->  Index Only Scan using rating_change_pkey on rating_change
--                                                       Index Cond: ((league_id = $1) AND (generation = (InitPlan 2).col1) AND (player_id = $4) AND (played_at < $2))
--                                                       InitPlan 2
--                                                         ->  Index Scan using league_pkey on league
--                                                               Index Cond: (id = $1)
--                                                 ->  Nested Loop Semi Join
--                                                       Join Filter: (unrated_appearance.player_id = ($4))
--                                                       ->  Index Only Scan using unrated_appearance_pkey on unrated_appearance
--                                                             Index Cond: (league_id = $1)
--                                                       ->  Append
--                                                             ->  Result
--                                                             ->  Index Scan using player_merge_pkey on player_merge player_merge_3
--                                                                   Index Cond: (league_id = $1)
--                                                                   Filter: (into_id = $4)
--                                     ->  Sort
--                                           Sort Key: rating_change_1.sequence
--                                           ->  Append
--                                                 ->  Index Only Scan using rating_change_pkey on rating_change rating_change_1
--                                                       Index Cond: ((league_id = $1) AND (generation = (InitPlan 3).col1) AND (player_id = $5) AND (played_at < $2))
--                                                       InitPlan 3
--                                                         ->  Index Scan using league_pkey on league league_1
--                                                               Index Cond: (id = $1)
--                                                 ->  Nested Loop Semi Join
--                                                       Join Filter: (unrated_appearance_1.player_id = ($5))
--                                                       ->  Index Only Scan using unrated_appearance_pkey on unrated_appearance unrated_appearance_1
--                                                             Index Cond: (league_id = $1)
--                                                       ->  Append
--                                                             ->  Result
--                                                             ->  Index Scan using player_merge_pkey on player_merge player_merge_4
--                                                                   Index Cond: (league_id = $1)
--                                                                   Filter: (into_id = $5)
--                               ->  Memoize
--                                     Cache Key: rating_change.sequence
--                                     Cache Mode: logical
--                                     ->  Index Scan using match_pkey on match
--                                           Index Cond: ((league_id = $1) AND (sequence = rating_change.sequence))
--                                           Filter: ((played_at < $2) AND (status = $3) AND EXISTS(SubPlan 1))
--                                           SubPlan 1
--                                             ->  Nested Loop Semi Join
--                                                   Join Filter: ((match.player_ids)[other.other] = ($5))
--                                                   ->  Nested Loop
--                                                         Join Filter: (COALESCE(((match.sides)[own.own])::integer, own.own) <> COALESCE(((match.sides)[other.other])::integer, other.other))
--                                                         ->  Nested Loop Semi Join
--                                                               Join Filter: ((match.player_ids)[own.own] = ($4))
--                                                               ->  Function Scan on generate_subscripts own
--                                                               ->  Materialize
--                                                                     ->  Append
--                                                                           ->  Result
--                                                                           ->  Index Scan using player_merge_pkey on player_merge player_merge_1
--                                                                                 Index Cond: (league_id = $1)
--                                                                                 Filter: (into_id = $4)
--                                                         ->  Function Scan on generate_subscripts other
--                                                   ->  Materialize
--                                                         ->  Append
--                                                               ->  Result
--                                                               ->  Index Scan using player_merge_pkey on player_merge player_merge_2
--                                                                     Index Cond: (league_id = $1)
--                                                                     Filter: (into_id = $5)
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Hash Left Join
--                       Hash Cond: (page.player_ids[(generate_subscripts(page.player_ids, 1))] = player_merge.player_id)
--                       ->  ProjectSet
--                             ->  CTE Scan on page
--                       ->  Hash
--                             ->  Index Scan using player_merge_pkey on player_merge
--                                   Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan using membership_pkey on membership
--                             Index Cond: ((player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (league_id = $1))
--           ->  Limit
--                 ->  Index Scan using rating_change_pkey on rating_change line
--                       Index Cond: ((league_id = $1) AND (generation = $7) AND (player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (played_at = page.played_at) AND (sequence = page.sequence))

-- listMatches, for: voided matches of a time
WITH page AS MATERIALIZED (SELECT * FROM (SELECT * FROM match WHERE league_id = $1 AND true AND played_at >= $2 AND played_at < $3 AND status = $4 ORDER BY played_at DESC, sequence DESC LIMIT 101) AS most LIMIT $5),
   own AS (SELECT page.*, generate_subscripts(player_ids, 1) AS number FROM page)
   SELECT own.sequence, CASE WHEN number = 1 THEN own.external_id END AS external_id, CASE WHEN number = 1 THEN own.played_at END AS played_at, CASE WHEN number = 1 THEN own.status END AS status, CASE WHEN number = 1 THEN own.version END AS version, CASE WHEN number = 1 THEN own.submitted_at END AS submitted_at, CASE WHEN number = 1 THEN own.submitted_by END AS submitted_by, CASE WHEN number = 1 THEN own.weight END AS weight, CASE WHEN number = 1 THEN own.details END AS details, CASE WHEN number = 1 THEN own.scores_against END AS scores_against, CASE WHEN number = 1 THEN own.placements END AS placements, CASE WHEN number = 1 THEN own.side_scores END AS side_scores, CASE WHEN number = 1 THEN own.side_names END AS side_names, CASE WHEN number = 1 THEN own.side_roles END AS side_roles, CASE WHEN number = 1 THEN own.reported END AS reported, COALESCE(sides[number], number - 1) AS side,
          COALESCE(into_id, player_ids[number]) AS player_id, COALESCE(guests[number], false) AS is_guest, scores[number] AS score,
          own.minutes_played[number] AS minutes_played
          , known.handle, known.since AS created_at , line.revision, before_value, before_deviation, after_value, after_deviation, verdict

   FROM own LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = player_ids[number]
   CROSS JOIN LATERAL (SELECT handle, since FROM membership WHERE membership.player_id = COALESCE(into_id, player_ids[number]) AND membership.league_id = $1 LIMIT 1) AS known
   LEFT JOIN LATERAL (SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, verdict  FROM rating_change AS line
  WHERE line.league_id = $1 AND line.generation = $6
    AND line.player_id = COALESCE(into_id, player_ids[number]) AND line.played_at = own.played_at AND line.sequence = own.sequence LIMIT 1) AS line ON true
   ORDER BY own.played_at DESC, own.sequence DESC, number;
--   Sort
--     Sort Key: page.played_at DESC, page.sequence DESC, (generate_subscripts(page.player_ids, 1))
--     CTE page
--       ->  Limit
--             ->  Limit
--                   ->  Index Scan Backward using match_total_order on match
--                         Index Cond: ((league_id = $1) AND (played_at >= $2) AND (played_at < $3))
--                         Filter: (status = $4)
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Hash Left Join
--                       Hash Cond: (page.player_ids[(generate_subscripts(page.player_ids, 1))] = player_merge.player_id)
--                       ->  ProjectSet
--                             ->  CTE Scan on page
--                       ->  Hash
--                             ->  Index Scan using player_merge_pkey on player_merge
--                                   Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan using membership_pkey on membership
--                             Index Cond: ((player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (league_id = $1))
--           ->  Limit
--                 ->  Index Scan using rating_change_pkey on rating_change line
--                       Index Cond: ((league_id = $1) AND (generation = $6) AND (player_id = COALESCE(player_merge.into_id, (page.player_ids)[(generate_subscripts(page.player_ids, 1))])) AND (played_at = page.played_at) AND (sequence = page.sequence))
