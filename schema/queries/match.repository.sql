-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countLog, for: submit late; amend; void
SELECT count(*)::integer AS count FROM match
  WHERE league_id = $1 AND status = 'RATED' AND (played_at, sequence) >= ($2, $3);
--   Aggregate
--     ->  Index Scan using match_total_order on match
--           Index Cond: ((league_id = $1) AND (ROW(played_at, sequence) >= ROW($2, $3)))
--           Filter: (status = 'RATED'::text)

-- findByExternalIds, for: submit again; submit newcomers; submit late
SELECT league_id AS "leagueId", external_id AS "externalId", sequence, content_hash AS "contentHash", played_at AS "playedAt", version FROM match WHERE league_id = $1 AND external_id = ANY($2::text[]);
--   Index Scan using match_external_id_key on match
--     Index Cond: ((league_id = $1) AND (external_id = ANY ($2)))

-- findMatchByExternalId, for: page of a match
SELECT sequence, external_id, played_at, status, version, submitted_at, submitted_by, weight, details, CASE WHEN EXISTS (SELECT FROM player_merge WHERE league_id = $1) THEN ARRAY(
  SELECT COALESCE(into_id, own.player_id) FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id ORDER BY number
) ELSE player_ids END AS player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores, side_names, side_roles, reported FROM match WHERE league_id = $1 AND external_id = $2;
--   Index Scan using match_external_id_key on match
--     Index Cond: ((league_id = $1) AND (external_id = $2))
--     InitPlan 1
--       ->  Index Only Scan using player_merge_pkey on player_merge
--             Index Cond: (league_id = $1)
--     SubPlan 2
--       ->  Nested Loop Left Join
--             Join Filter: (merge.player_id = own.player_id)
--             ->  Function Scan on unnest own
--             ->  Materialize
--                   ->  Index Scan using player_merge_pkey on player_merge merge
--                         Index Cond: (league_id = $1)

-- listArrivedUpTo, for: submit late; amend; void
SELECT sequence FROM match
  WHERE league_id = $1 AND sequence > $2 AND status = 'RATED' AND (played_at, sequence) <= ($3, $4);
--   Index Scan using match_total_order on match
--     Index Cond: ((league_id = $1) AND (ROW(played_at, sequence) <= ROW($3, $4)) AND (sequence > $2))
--     Filter: (status = 'RATED'::text)

-- listDuelRecords, for: page of a player
WITH meeting AS (
       SELECT match.played_at, verdict,
              CASE WHEN cardinality(player_ids) = 2 AND guests IS NULL AND reported IS NULL THEN player_ids[CASE WHEN player_ids[1] IN (SELECT $2::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = $2::integer) THEN 2 ELSE 1 END] END AS opponent_id, contributions[3] AS expected, nullif(contributions[6], 'NaN') AS points
       FROM (SELECT sequence, verdict, contributions FROM rating_change AS line WHERE line.league_id = $1 AND line.player_id = $2
  AND line.generation = (SELECT generation FROM league WHERE id = $1)) AS line
       JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
       WHERE status = 'RATED' AND match.played_at <= $3 AND match.sequence <= $4
     ), met AS (
       SELECT opponent_id, count(*) AS matches, count(*) FILTER (WHERE verdict = 1) AS wins, count(*) FILTER (WHERE verdict = 0) AS draws, count(*) FILTER (WHERE verdict = -1) AS losses,
              max(played_at) AS last_played_at, sum(expected) AS expected, sum(points) AS points
       FROM meeting GROUP BY 1
     )
     SELECT coalesce(into_id, opponent_id) AS "opponentId", sum(matches)::integer AS matches, sum(wins)::integer AS wins,
            sum(draws)::integer AS draws, sum(losses)::integer AS losses, max(last_played_at) AS "lastPlayedAt", sum(expected) AS expected, sum(points) AS points
     FROM met LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = opponent_id
     GROUP BY 1
     UNION ALL SELECT NULL, 0, 0, 0, 0, NULL, NULL, NULL WHERE EXISTS (SELECT sequence FROM unrated_appearance WHERE league_id = $1 AND player_id IN (SELECT $2::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = $2::integer));
--   Append
--     ->  GroupAggregate
--           Group Key: (COALESCE(player_merge.into_id, (CASE WHEN ((cardinality(match.player_ids) = 2) AND (match.guests IS NULL) AND (match.reported IS NULL)) THEN match.player_ids[CASE WHEN (ANY (match.player_ids[1] = (hashed SubPlan 2).col1)) THEN 2 ELSE 1 END] ELSE NULL::integer END)))
--           ->  Sort
--                 Sort Key: (COALESCE(player_merge.into_id, (CASE WHEN ((cardinality(match.player_ids) = 2) AND (match.guests IS NULL) AND (match.reported IS NULL)) THEN match.player_ids[CASE WHEN (ANY (match.player_ids[1] = (hashed SubPlan 2).col1)) THEN 2 ELSE 1 END] ELSE NULL::integer END)))
--                 ->  Nested Loop Left Join
--                       Join Filter: (player_merge.player_id = (CASE WHEN ((cardinality(match.player_ids) = 2) AND (match.guests IS NULL) AND (match.reported IS NULL)) THEN match.player_ids[CASE WHEN (ANY (match.player_ids[1] = (hashed SubPlan 2).col1)) THEN 2 ELSE 1 END] ELSE NULL::integer END))
--                       ->  GroupAggregate
--                             Group Key: (CASE WHEN ((cardinality(match.player_ids) = 2) AND (match.guests IS NULL) AND (match.reported IS NULL)) THEN match.player_ids[CASE WHEN (ANY (match.player_ids[1] = (hashed SubPlan 2).col1)) THEN 2 ELSE 1 END] ELSE NULL::integer END)
--                             InitPlan 1
--                               ->  Index Scan using league_pkey on league
--                                     Index Cond: (id = $1)
--                             ->  Sort
--                                   Sort Key: (CASE WHEN ((cardinality(match.player_ids) = 2) AND (match.guests IS NULL) AND (match.reported IS NULL)) THEN match.player_ids[CASE WHEN (ANY (match.player_ids[1] = (hashed SubPlan 2).col1)) THEN 2 ELSE 1 END] ELSE NULL::integer END)
--                                   ->  Nested Loop
--                                         Join Filter: (line.sequence = match.sequence)
--                                         ->  Index Scan using rating_change_pkey on rating_change line
--                                               Index Cond: ((league_id = $1) AND (generation = (InitPlan 1).col1) AND (player_id = $2))
--                                         ->  Index Scan using match_total_order on match
--                                               Index Cond: ((league_id = $1) AND (played_at <= $3) AND (sequence <= $4))
--                                               Filter: (status = 'RATED'::text)
--                                         SubPlan 2
--                                           ->  Append
--                                                 ->  Result
--                                                 ->  Index Scan using player_merge_pkey on player_merge player_merge_1
--                                                       Index Cond: (league_id = $1)
--                                                       Filter: (into_id = $2)
--                       ->  Index Scan using player_merge_pkey on player_merge
--                             Index Cond: (league_id = $1)
--     ->  Result
--           One-Time Filter: (InitPlan 3).col1
--           InitPlan 3
--             ->  Nested Loop Semi Join
--                   Join Filter: (unrated_appearance.player_id = ($2))
--                   ->  Index Only Scan using unrated_appearance_pkey on unrated_appearance
--                         Index Cond: (league_id = $1)
--                   ->  Append
--                         ->  Result
--                         ->  Index Scan using player_merge_pkey on player_merge player_merge_2
--                               Index Cond: (league_id = $1)
--                               Filter: (into_id = $2)

-- listLog, for: submit late; amend; void
SELECT sequence, external_id, played_at, status, version, submitted_at, submitted_by, weight, details, CASE WHEN EXISTS (SELECT FROM player_merge WHERE league_id = $1) THEN ARRAY(
  SELECT COALESCE(into_id, own.player_id) FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id ORDER BY number
) ELSE player_ids END AS player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores, side_names, side_roles, reported FROM match
     WHERE league_id = $1 AND status = 'RATED' AND (played_at, sequence) > ($2, $3)
     ORDER BY played_at, sequence LIMIT $4;
--   Limit
--     InitPlan 1
--       ->  Index Only Scan using player_merge_pkey on player_merge
--             Index Cond: (league_id = $1)
--     ->  Index Scan using match_total_order on match
--           Index Cond: ((league_id = $1) AND (ROW(played_at, sequence) > ROW($2, $3)))
--           Filter: (status = 'RATED'::text)
--           SubPlan 2
--             ->  Nested Loop Left Join
--                   Join Filter: (merge.player_id = own.player_id)
--                   ->  Function Scan on unnest own
--                   ->  Materialize
--                         ->  Index Scan using player_merge_pkey on player_merge merge
--                               Index Cond: (league_id = $1)

-- listMatchesBySequence, for: amend; void; history, next page; page of a player; page of a match; front page; audit log
SELECT sequence, external_id, played_at, status, version, submitted_at, submitted_by, weight, details, CASE WHEN EXISTS (SELECT FROM player_merge WHERE league_id = $1) THEN ARRAY(
  SELECT COALESCE(into_id, own.player_id) FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id ORDER BY number
) ELSE player_ids END AS player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores, side_names, side_roles, reported FROM match WHERE league_id = $1 AND sequence = ANY($2::integer[]);
--   Index Scan using match_total_order on match
--     Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))
--     InitPlan 1
--       ->  Index Only Scan using player_merge_pkey on player_merge
--             Index Cond: (league_id = $1)
--     SubPlan 2
--       ->  Nested Loop Left Join
--             Join Filter: (merge.player_id = own.player_id)
--             ->  Function Scan on unnest own
--             ->  Materialize
--                   ->  Index Scan using player_merge_pkey on player_merge merge
--                         Index Cond: (league_id = $1)
