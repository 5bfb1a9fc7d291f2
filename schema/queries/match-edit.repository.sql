-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

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
