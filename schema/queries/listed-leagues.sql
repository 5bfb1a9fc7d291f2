-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- a function without a name, for: front page
SELECT league.id, since, days = 40 AND others = 0 AS "isOpen" FROM league CROSS JOIN LATERAL (
    SELECT player_id FROM rating WHERE rating.league_id = league.id AND true AND matches_played > 0 AND NOT is_provisional
    ORDER BY is_provisional, score DESC, player_id LIMIT 1
  ) AS leader CROSS JOIN LATERAL (
    SELECT min(midnight) FILTER (WHERE others = 0) AS since, max(others) AS others, count(*) AS days FROM (
      SELECT midnight, sum((players[1] IS DISTINCT FROM leader.player_id)::integer) OVER (ORDER BY midnight DESC) AS others
      FROM (SELECT midnight, players FROM standings_snapshot AS snapshot
            WHERE snapshot.league_id = league.id AND true AND players IS NOT NULL
            ORDER BY day DESC LIMIT 40 OFFSET $2) AS recorded
    ) AS counted
  ) AS led
  WHERE league.id = ANY($1::integer[]);
--   Nested Loop
--     ->  Nested Loop
--           ->  Index Only Scan using league_pkey on league
--                 Index Cond: (id = ANY ($1))
--           ->  Limit
--                 ->  Index Only Scan using rating_standing on rating
--                       Index Cond: ((league_id = league.id) AND (is_provisional = false))
--     ->  Aggregate
--           ->  WindowAgg
--                 Window: w1 AS (ORDER BY recorded.midnight)
--                 ->  Sort
--                       Sort Key: recorded.midnight DESC
--                       ->  Subquery Scan on recorded
--                             ->  Limit
--                                   ->  Index Scan Backward using standings_snapshot_pkey on standings_snapshot snapshot
--                                         Index Cond: (league_id = league.id)
--                                         Filter: (players IS NOT NULL)

-- ofReachable, for: front page
SELECT "league"."id" AS "league_id", "league"."slug" AS "league_slug", "league"."name" AS "league_name", "league"."description" AS "league_description", "league"."hue" AS "league_hue", "league"."picture" AS "league_picture", "league"."visibility" AS "league_visibility", "league"."is_open_entry" AS "league_is_open_entry", "league"."late_matches" AS "league_late_matches", "league"."opens_at" AS "league_opens_at", "league"."queue_band" AS "league_queue_band", "league"."queue_wait" AS "league_queue_wait", "league"."min_matches" AS "league_min_matches", "league"."active_within" AS "league_active_within", "league"."status_rules" AS "league_status_rules", "league"."place_points" AS "league_place_points", "league"."rater" AS "league_rater", "league"."rater_version" AS "league_rater_version", "league"."settings" AS "league_settings", "league"."chance_fit" AS "league_chance_fit", "league"."revision" AS "league_revision", "league"."generation" AS "league_generation", "league"."applied_at" AS "league_applied_at", "league"."match_count" AS "league_match_count", "league"."player_count" AS "league_player_count", "league"."last_sequence" AS "league_last_sequence", "league"."rated_through" AS "league_rated_through", "league"."journal_bytes" AS "league_journal_bytes", "league"."kept_revision" AS "league_kept_revision", "league"."kept_since" AS "league_kept_since", "league"."thinned_revision" AS "league_thinned_revision", "league"."packed_generation" AS "league_packed_generation", "league"."time_zone" AS "league_time_zone", "league"."refreshed_through" AS "league_refreshed_through", "league"."refresh_due_at" AS "league_refresh_due_at", "league"."archived_at" AS "league_archived_at", "league"."deleted_at" AS "league_deleted_at", "league"."version" AS "league_version", "league"."mark" AS "league_mark", "league"."created_at" AS "league_created_at" FROM "league" "league" WHERE "league"."archived_at" IS NULL AND ("league"."visibility" = 'PUBLIC' OR "league"."id" = ANY($1)) ORDER BY "league"."rated_through" DESC NULLS LAST, "league"."slug" ASC LIMIT 21;
--   Limit
--     ->  Sort
--           Sort Key: rated_through DESC NULLS LAST, slug
--           ->  Index Scan using league_refresh on league
--                 Filter: ((visibility = 'PUBLIC'::text) OR (id = ANY ($1)))

-- ofReachable, for: front page
SELECT "league"."id" AS "league_id", "league"."slug" AS "league_slug", "league"."name" AS "league_name", "league"."description" AS "league_description", "league"."hue" AS "league_hue", "league"."picture" AS "league_picture", "league"."visibility" AS "league_visibility", "league"."is_open_entry" AS "league_is_open_entry", "league"."late_matches" AS "league_late_matches", "league"."opens_at" AS "league_opens_at", "league"."queue_band" AS "league_queue_band", "league"."queue_wait" AS "league_queue_wait", "league"."min_matches" AS "league_min_matches", "league"."active_within" AS "league_active_within", "league"."status_rules" AS "league_status_rules", "league"."place_points" AS "league_place_points", "league"."rater" AS "league_rater", "league"."rater_version" AS "league_rater_version", "league"."settings" AS "league_settings", "league"."chance_fit" AS "league_chance_fit", "league"."revision" AS "league_revision", "league"."generation" AS "league_generation", "league"."applied_at" AS "league_applied_at", "league"."match_count" AS "league_match_count", "league"."player_count" AS "league_player_count", "league"."last_sequence" AS "league_last_sequence", "league"."rated_through" AS "league_rated_through", "league"."journal_bytes" AS "league_journal_bytes", "league"."kept_revision" AS "league_kept_revision", "league"."kept_since" AS "league_kept_since", "league"."thinned_revision" AS "league_thinned_revision", "league"."packed_generation" AS "league_packed_generation", "league"."time_zone" AS "league_time_zone", "league"."refreshed_through" AS "league_refreshed_through", "league"."refresh_due_at" AS "league_refresh_due_at", "league"."archived_at" AS "league_archived_at", "league"."deleted_at" AS "league_deleted_at", "league"."version" AS "league_version", "league"."mark" AS "league_mark", "league"."created_at" AS "league_created_at" FROM "league" "league" WHERE "league"."archived_at" IS NULL AND ("league"."visibility" = 'PUBLIC' OR "league"."id" = ANY($1)) ORDER BY "league"."rated_through" DESC NULLS LAST, "league"."slug" ASC LIMIT 4;
--   Limit
--     ->  Sort
--           Sort Key: rated_through DESC NULLS LAST, slug
--           ->  Index Scan using league_refresh on league
--                 Filter: ((visibility = 'PUBLIC'::text) OR (id = ANY ($1)))

-- ofReachable, for: front page
SELECT COUNT(1) AS "cnt" FROM "league" "league" WHERE "league"."archived_at" IS NULL AND ("league"."visibility" = 'PUBLIC' OR "league"."id" = ANY($1));
--   Aggregate
--     ->  Index Scan using league_refresh on league
--           Filter: ((visibility = 'PUBLIC'::text) OR (id = ANY ($1)))
