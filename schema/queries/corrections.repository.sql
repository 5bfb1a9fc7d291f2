-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listAllCorrections, for: front page
SELECT league_id AS "leagueId", id, actor, action, subject, reason, before, after, at FROM (
       SELECT newest.* FROM league CROSS JOIN LATERAL (
         SELECT * FROM audit_entry WHERE audit_entry.league_id = league.id AND action IN ('amendMatch', 'voidMatch', 'restoreMatch', 'voidMatches', 'restoreMatches', 'mergePlayers', 'unmergePlayers',
    'configureRatingSystem', 'recomputeLeague')
  AND (action NOT IN ('voidMatches', 'restoreMatches') OR subject LIKE 'League:%')
           AND ($4::bigint IS NULL OR audit_entry.id < $4) ORDER BY audit_entry.id DESC LIMIT $5
       ) AS newest WHERE league.archived_at IS NULL
  AND ($1::boolean OR league.visibility = 'PUBLIC' OR league.id = ANY($2::integer[]))
  AND $3::integer[] IS NULL
     ) AS audit_entry ORDER BY id DESC LIMIT $5;
--   Limit
--     ->  Sort
--           Sort Key: audit_entry.id DESC
--           ->  Result
--                 One-Time Filter: ($3 IS NULL)
--                 ->  Nested Loop
--                       ->  Index Scan using league_refresh on league
--                             Filter: ($1 OR (visibility = 'PUBLIC'::text) OR (id = ANY ($2)))
--                       ->  Limit
--                             ->  Index Scan Backward using audit_entry_correction on audit_entry
--                                   Index Cond: (league_id = league.id)
--                                   Filter: (($4 IS NULL) OR (id < $4))
