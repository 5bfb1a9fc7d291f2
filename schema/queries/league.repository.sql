-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findLeagueById, for: submit newcomers; submit late; amend; void
SELECT id, slug, name, description, hue, picture, visibility, is_open_entry AS "isOpenEntry", late_matches AS "lateMatches", opens_at AS "opensAt", queue_band AS "queueBand", queue_wait AS "queueWait", min_matches AS "minMatches", active_within AS "activeWithin", status_rules AS "statusRules", place_points AS "placePoints", rater, rater_version AS "raterVersion", settings, chance_fit AS "chanceFit", revision, generation, applied_at AS "appliedAt", match_count AS "matchCount", player_count AS "playerCount", last_sequence AS "lastSequence", rated_through AS "ratedThrough", journal_bytes AS "journalBytes", kept_revision AS "keptRevision", kept_since AS "keptSince", thinned_revision AS "thinnedRevision", time_zone AS "timeZone", refreshed_through AS "refreshedThrough", refresh_due_at AS "refreshDueAt", archived_at AS "archivedAt", deleted_at AS "deletedAt", version, mark, created_at AS "createdAt" FROM league WHERE id = $1 FOR NO KEY UPDATE;
--   LockRows
--     ->  Index Scan using league_pkey on league
--           Index Cond: (id = $1)

-- findStampOfAll, for: front page
SELECT (count(*) + coalesce(sum(version), 0))::double precision AS version,
  mod(coalesce(sum(mark), 0), 9007199254740991)::double precision AS mark FROM league;
--   Aggregate
--     ->  Seq Scan on league
--           Disabled: true

-- insertRevision, for: submit late; amend; void
INSERT INTO league_revision (league_id, revision, generation, rater, rater_version, settings, reason, applied_at,
                               superseded, lines, bytes, token_id, chance_fit)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING 1;
--   Insert on league_revision
--     ->  Result

-- list, for: amend; void; board; board, next page; board around a player; page of a board; history, next page; page of a player; matches; matches, next page; matches of a player; voided matches of a time; page of a match; search for players; front page; audit log; event cursor
SELECT id, slug, name, description, hue, picture, visibility, is_open_entry AS "isOpenEntry", late_matches AS "lateMatches", opens_at AS "opensAt", queue_band AS "queueBand", queue_wait AS "queueWait", min_matches AS "minMatches", active_within AS "activeWithin", status_rules AS "statusRules", place_points AS "placePoints", rater, rater_version AS "raterVersion", settings, chance_fit AS "chanceFit", revision, generation, applied_at AS "appliedAt", match_count AS "matchCount", player_count AS "playerCount", last_sequence AS "lastSequence", rated_through AS "ratedThrough", journal_bytes AS "journalBytes", kept_revision AS "keptRevision", kept_since AS "keptSince", thinned_revision AS "thinnedRevision", time_zone AS "timeZone", refreshed_through AS "refreshedThrough", refresh_due_at AS "refreshDueAt", archived_at AS "archivedAt", deleted_at AS "deletedAt", version, mark, created_at AS "createdAt" FROM league WHERE id = $1;
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
