-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listCorrectionsOf, for: front page
SELECT league_id AS "leagueId", id, actor, action, subject, reason, before, after, change_count AS "changeCount", largest_change AS "largestChange", at FROM audit_entry WHERE league_id = ANY($1::integer[]) AND id = ANY($2::bigint[]) ORDER BY id DESC;
--   Index Scan Backward using audit_entry_newest on audit_entry
--     Index Cond: (id = ANY ($2))
--     Filter: (league_id = ANY ($1))

-- listCorrectionsOf, for: front page
SELECT newest.* FROM league CROSS JOIN LATERAL (
         SELECT league_id, audit_entry.id FROM audit_entry
         WHERE audit_entry.league_id = league.id AND true AND action IN ('amendMatch', 'voidMatch', 'restoreMatch', 'voidMatches', 'restoreMatches', 'mergePlayers', 'unmergePlayers', 'configureRatingSystem', 'recomputeLeague')
  AND (action NOT IN ('voidMatches', 'restoreMatches') OR subject LIKE 'League:%')
           AND ($2::bigint IS NULL OR audit_entry.id < $2) ORDER BY audit_entry.id DESC LIMIT $3
       ) AS newest WHERE league.id = ANY($1::integer[]) ORDER BY newest.id DESC LIMIT $3;
--   Limit
--     ->  Sort
--           Sort Key: audit_entry.id DESC
--           ->  Nested Loop
--                 ->  Index Only Scan using league_pkey on league
--                       Index Cond: (id = ANY ($1))
--                 ->  Limit
--                       ->  Index Only Scan Backward using audit_entry_correction on audit_entry
--                             Index Cond: (league_id = league.id)
--                             Filter: (($2 IS NULL) OR (id < $2))

-- listLeaguesOfCorrections, for: front page
SELECT id FROM league WHERE league.archived_at IS NULL
  AND ($1::boolean OR league.visibility = 'PUBLIC' OR league.id = ANY($2::integer[]))
  AND $3::integer[] IS NULL;
--   Result
--     One-Time Filter: ($3 IS NULL)
--     ->  Index Scan using league_refresh on league
--           Filter: ($1 OR (visibility = 'PUBLIC'::text) OR (id = ANY ($2)))
