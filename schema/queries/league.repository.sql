-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findLeagueById, for: submit newcomers; submit late; amend; void
SELECT "LeagueTable"."id" AS "LeagueTable_id", "LeagueTable"."slug" AS "LeagueTable_slug", "LeagueTable"."name" AS "LeagueTable_name", "LeagueTable"."description" AS "LeagueTable_description", "LeagueTable"."hue" AS "LeagueTable_hue", "LeagueTable"."picture" AS "LeagueTable_picture", "LeagueTable"."visibility" AS "LeagueTable_visibility", "LeagueTable"."is_open_entry" AS "LeagueTable_is_open_entry", "LeagueTable"."late_matches" AS "LeagueTable_late_matches", "LeagueTable"."opens_at" AS "LeagueTable_opens_at", "LeagueTable"."queue_band" AS "LeagueTable_queue_band", "LeagueTable"."queue_wait" AS "LeagueTable_queue_wait", "LeagueTable"."min_matches" AS "LeagueTable_min_matches", "LeagueTable"."active_within" AS "LeagueTable_active_within", "LeagueTable"."status_rules" AS "LeagueTable_status_rules", "LeagueTable"."rater" AS "LeagueTable_rater", "LeagueTable"."rater_version" AS "LeagueTable_rater_version", "LeagueTable"."settings" AS "LeagueTable_settings", "LeagueTable"."chance_fit" AS "LeagueTable_chance_fit", "LeagueTable"."revision" AS "LeagueTable_revision", "LeagueTable"."generation" AS "LeagueTable_generation", "LeagueTable"."applied_at" AS "LeagueTable_applied_at", "LeagueTable"."match_count" AS "LeagueTable_match_count", "LeagueTable"."player_count" AS "LeagueTable_player_count", "LeagueTable"."last_sequence" AS "LeagueTable_last_sequence", "LeagueTable"."rated_through" AS "LeagueTable_rated_through", "LeagueTable"."journal_bytes" AS "LeagueTable_journal_bytes", "LeagueTable"."kept_revision" AS "LeagueTable_kept_revision", "LeagueTable"."kept_since" AS "LeagueTable_kept_since", "LeagueTable"."thinned_revision" AS "LeagueTable_thinned_revision", "LeagueTable"."packed_generation" AS "LeagueTable_packed_generation", "LeagueTable"."time_zone" AS "LeagueTable_time_zone", "LeagueTable"."refreshed_through" AS "LeagueTable_refreshed_through", "LeagueTable"."refresh_due_at" AS "LeagueTable_refresh_due_at", "LeagueTable"."archived_at" AS "LeagueTable_archived_at", "LeagueTable"."deleted_at" AS "LeagueTable_deleted_at", "LeagueTable"."version" AS "LeagueTable_version", "LeagueTable"."mark" AS "LeagueTable_mark", "LeagueTable"."created_at" AS "LeagueTable_created_at" FROM "league" "LeagueTable" WHERE (("LeagueTable"."id" = $1)) LIMIT 1 FOR NO KEY UPDATE;
--   Limit
--     ->  LockRows
--           ->  Index Scan using league_pkey on league "LeagueTable"
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
