-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- insertRevision, for: submit late; amend; void
INSERT INTO league_revision (league_id, revision, generation, rater, rater_version, settings, reason, applied_at,
                               superseded, lines, bytes, token_id, chance_fit)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING 1;
--   Insert on league_revision
--     ->  Result

-- updateDerivation, for: submit late; amend; void
UPDATE league SET
    rater = $3, rater_version = $4, settings = $5, revision = $6, generation = $7,
    applied_at = CASE WHEN $8 THEN $9 ELSE applied_at END,
    rated_through = (SELECT max(played_at) FROM match WHERE league_id = $1 AND status = 'RATED'),
    match_count = match_count + $10,
    journal_bytes = journal_bytes + $11,
    player_count = (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0),
    chance_fit = $13, version = version + 1 + $14::integer, mark = $12
  WHERE id = $1 AND version = $2;
--   Update on league
--     InitPlan 1
--       ->  Aggregate
--             ->  Index Only Scan using rating_standing on rating
--                   Index Cond: (league_id = $1)
--     InitPlan 3
--       ->  Result
--             InitPlan 2
--               ->  Limit
--                     ->  Index Scan Backward using match_total_order on match
--                           Index Cond: (league_id = $1)
--                           Filter: (status = 'RATED'::text)
--     ->  Index Scan using league_pkey on league
--           Index Cond: (id = $1)
--           Filter: (version = $2)
