-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findLeagueById, for: submit newcomers; submit late; amend; void
SELECT "league"."id" AS "league_id", "league"."slug" AS "league_slug", "league"."name" AS "league_name", "league"."description" AS "league_description", "league"."hue" AS "league_hue", "league"."picture" AS "league_picture", "league"."visibility" AS "league_visibility", "league"."is_open_entry" AS "league_is_open_entry", "league"."late_matches" AS "league_late_matches", "league"."opens_at" AS "league_opens_at", "league"."queue_band" AS "league_queue_band", "league"."queue_wait" AS "league_queue_wait", "league"."min_matches" AS "league_min_matches", "league"."active_within" AS "league_active_within", "league"."status_rules" AS "league_status_rules", "league"."rater" AS "league_rater", "league"."rater_version" AS "league_rater_version", "league"."settings" AS "league_settings", "league"."chance_fit" AS "league_chance_fit", "league"."revision" AS "league_revision", "league"."generation" AS "league_generation", "league"."applied_at" AS "league_applied_at", "league"."match_count" AS "league_match_count", "league"."player_count" AS "league_player_count", "league"."last_sequence" AS "league_last_sequence", "league"."rated_through" AS "league_rated_through", "league"."journal_bytes" AS "league_journal_bytes", "league"."kept_revision" AS "league_kept_revision", "league"."kept_since" AS "league_kept_since", "league"."thinned_revision" AS "league_thinned_revision", "league"."packed_generation" AS "league_packed_generation", "league"."time_zone" AS "league_time_zone", "league"."refreshed_through" AS "league_refreshed_through", "league"."refresh_due_at" AS "league_refresh_due_at", "league"."archived_at" AS "league_archived_at", "league"."deleted_at" AS "league_deleted_at", "league"."version" AS "league_version", "league"."mark" AS "league_mark", "league"."created_at" AS "league_created_at" FROM "league" "league" WHERE (("league"."id" = $1)) LIMIT 1 FOR NO KEY UPDATE;
--   Limit
--     ->  LockRows
--           ->  Index Scan using league_pkey on league
--                 Index Cond: (id = $1)

-- list, for: board; board, next page; board around a player; page of a board; history, next page; page of a player; matches; matches, next page; matches of a player; voided matches of a time; page of a match; search for players; front page; audit log; event cursor
SELECT id, slug, name, description, hue, picture, visibility, is_open_entry AS "isOpenEntry", late_matches AS "lateMatches", opens_at AS "opensAt", queue_band AS "queueBand", queue_wait AS "queueWait", min_matches AS "minMatches", active_within AS "activeWithin", status_rules AS "statusRules", rater, rater_version AS "raterVersion", settings, chance_fit AS "chanceFit", revision, generation, applied_at AS "appliedAt", match_count AS "matchCount", player_count AS "playerCount", last_sequence AS "lastSequence", rated_through AS "ratedThrough", journal_bytes AS "journalBytes", kept_revision AS "keptRevision", kept_since AS "keptSince", thinned_revision AS "thinnedRevision", time_zone AS "timeZone", refreshed_through AS "refreshedThrough", refresh_due_at AS "refreshDueAt", archived_at AS "archivedAt", deleted_at AS "deletedAt", version, mark, created_at AS "createdAt" FROM league WHERE id = $1;
--   Index Scan using league_pkey on league
--     Index Cond: (id = $1)

-- listStamps, for: a look for missed wake-ups
SELECT id, version, mark FROM league WHERE id = ANY((SELECT $1::integer[])::integer[]);
--   Index Scan using league_pkey on league
--     Index Cond: (id = ANY ((InitPlan 1).col1))
--     InitPlan 1
--       ->  Result

-- listStamps, for: matches
SELECT id, version, mark FROM league WHERE id = $1;
--   Index Scan using league_pkey on league
--     Index Cond: (id = $1)

-- lockLeague, for: submit newcomers; submit late; amend; void
SELECT set_config('idle_in_transaction_session_timeout', $1, true),
  set_config('statement_timeout', CASE current_setting('statement_timeout') WHEN '0' THEN '0' ELSE $2 END, true);
--   Result

-- updateLastSequence, for: submit late
UPDATE league SET last_sequence = $2 WHERE id = $1 AND last_sequence = $3;
--   Update on league
--     ->  Index Scan using league_pkey on league
--           Index Cond: (id = $1)
--           Filter: (last_sequence = $3)
