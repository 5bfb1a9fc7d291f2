-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- deleteUnrated, for: amend; void
DELETE FROM unrated_appearance AS unrated USING match
  WHERE match.league_id = $1 AND match.sequence = ANY($2::integer[])
    AND unrated.league_id = $1 AND unrated.player_id = ANY(match.player_ids) AND unrated.sequence = match.sequence;
--   Delete on unrated_appearance unrated
--     ->  Nested Loop
--           Join Filter: ((unrated.player_id = ANY (match.player_ids)) AND (unrated.sequence = match.sequence))
--           ->  Index Scan using unrated_appearance_pkey on unrated_appearance unrated
--                 Index Cond: (league_id = $1)
--           ->  Index Scan using match_total_order on match
--                 Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))

-- insertMatches, for: submit late
INSERT INTO match (league_id, sequence, external_id, played_at, player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores, side_names, side_roles, reported, content_hash, submitted_at, submitted_by, weight, details)
  SELECT $1::integer, sequence, external_id, played_at, ($5::integer[])[player_ids_begin:player_ids_end], sides::smallint[], guests::boolean[], scores::double precision[], minutes_played::double precision[], scores_against::double precision[], ($13::integer[])[placements_begin:placements_end], side_scores::double precision[], side_names::text[], side_roles::text[], reported::jsonb, content_hash, submitted_at, submitted_by, weight, details::jsonb FROM (SELECT unnest($2::integer[]) AS sequence, unnest($3::text[]) AS external_id, unnest($4::timestamptz[]) AS played_at, unnest($6::integer[]) AS player_ids_begin, unnest($7::integer[]) AS player_ids_end, unnest($8::text[]) AS sides, unnest($9::text[]) AS guests, unnest($10::text[]) AS scores, unnest($11::text[]) AS minutes_played, unnest($12::text[]) AS scores_against, unnest($14::integer[]) AS placements_begin, unnest($15::integer[]) AS placements_end, unnest($16::text[]) AS side_scores, unnest($17::text[]) AS side_names, unnest($18::text[]) AS side_roles, unnest($19::text[]) AS reported, unnest($20::bytea[]) AS content_hash, unnest($21::timestamptz[]) AS submitted_at, unnest($22::integer[]) AS submitted_by, unnest($23::double precision[]) AS weight, unnest($24::text[]) AS details) AS new  RETURNING 1;
--   Insert on match
--     ->  Subquery Scan on new
--           ->  ProjectSet
--                 ->  Result

-- insertUnratedAnew, for: amend; void
INSERT INTO unrated_appearance (league_id, player_id, sequence)
  SELECT league_id, player_ids[number], sequence FROM match CROSS JOIN LATERAL generate_subscripts(player_ids, 1) AS number
  WHERE league_id = $1 AND sequence = ANY($2::integer[])
    AND (status = 'VOID' OR guests[number] OR 2 > (
      SELECT count(DISTINCT COALESCE(sides[rated], rated)) FROM generate_subscripts(player_ids, 1) AS rated
      WHERE guests[rated] IS NOT TRUE));
--   Insert on unrated_appearance
--     ->  Nested Loop
--           ->  Index Scan using match_total_order on match
--                 Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))
--           ->  Function Scan on generate_subscripts number
--                 Filter: ((match.status = 'VOID'::text) OR (match.guests)[number] OR (2 > (SubPlan 1)))
--                 SubPlan 1
--                   ->  Aggregate
--                         ->  Sort
--                               Sort Key: (COALESCE(((match.sides)[rated.rated])::integer, rated.rated))
--                               ->  Function Scan on generate_subscripts rated
--                                     Filter: ((match.guests)[rated] IS NOT TRUE)

-- updateMatchContent, for: amend
UPDATE match SET played_at = $3, details = $4, weight = $5, version = version + 1
  WHERE league_id = $1 AND sequence = $2;
--   Update on match
--     ->  Index Scan using match_pkey on match
--           Index Cond: ((league_id = $1) AND (sequence = $2))

-- updateMatchContent, for: amend
UPDATE match SET player_ids = $3, sides = $4, guests = $5, scores = $6, minutes_played = $7, scores_against = $8, placements = $9, side_scores = $10, side_names = $11, side_roles = $12, reported = $13 WHERE league_id = $1 AND sequence = $2;
--   Update on match
--     ->  Index Scan using match_pkey on match
--           Index Cond: ((league_id = $1) AND (sequence = $2))

-- updateMatchStatus, for: void
UPDATE match SET status = $3, version = version + 1
  WHERE league_id = $1 AND sequence = ANY($2::integer[]) AND status <> $3;
--   Update on match
--     ->  Index Scan using match_total_order on match
--           Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))
--           Filter: (status <> $3)
