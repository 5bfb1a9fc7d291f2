-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- deriveFrom, for: submit late; amend; void
SELECT "league"."id" AS "league_id", "league"."slug" AS "league_slug", "league"."name" AS "league_name", "league"."description" AS "league_description", "league"."hue" AS "league_hue", "league"."picture" AS "league_picture", "league"."visibility" AS "league_visibility", "league"."is_open_entry" AS "league_is_open_entry", "league"."late_matches" AS "league_late_matches", "league"."opens_at" AS "league_opens_at", "league"."queue_band" AS "league_queue_band", "league"."queue_wait" AS "league_queue_wait", "league"."min_matches" AS "league_min_matches", "league"."active_within" AS "league_active_within", "league"."status_rules" AS "league_status_rules", "league"."place_points" AS "league_place_points", "league"."rater" AS "league_rater", "league"."rater_version" AS "league_rater_version", "league"."settings" AS "league_settings", "league"."chance_fit" AS "league_chance_fit", "league"."revision" AS "league_revision", "league"."generation" AS "league_generation", "league"."applied_at" AS "league_applied_at", "league"."match_count" AS "league_match_count", "league"."player_count" AS "league_player_count", "league"."last_sequence" AS "league_last_sequence", "league"."rated_through" AS "league_rated_through", "league"."journal_bytes" AS "league_journal_bytes", "league"."kept_revision" AS "league_kept_revision", "league"."kept_since" AS "league_kept_since", "league"."thinned_revision" AS "league_thinned_revision", "league"."packed_generation" AS "league_packed_generation", "league"."time_zone" AS "league_time_zone", "league"."refreshed_through" AS "league_refreshed_through", "league"."refresh_due_at" AS "league_refresh_due_at", "league"."archived_at" AS "league_archived_at", "league"."deleted_at" AS "league_deleted_at", "league"."version" AS "league_version", "league"."mark" AS "league_mark", "league"."created_at" AS "league_created_at" FROM "league" "league" WHERE (("league"."id" = $1)) LIMIT 1;
--   Limit
--     ->  Index Scan using league_pkey on league
--           Index Cond: (id = $1)

-- updateDerivation, for: submit late; amend; void
UPDATE league SET
    rater = $3, rater_version = $4, settings = $5, revision = $6, generation = $7,
    applied_at = CASE WHEN $8 THEN $9 ELSE applied_at END,
    rated_through = (SELECT max(played_at) FROM match WHERE league_id = $1 AND status = 'RATED'),
    match_count = match_count + $10,
    journal_bytes = journal_bytes + $11,
    player_count = coalesce($15::integer, (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0)),
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
