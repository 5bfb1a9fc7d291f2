-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listMatchCorrections, for: page of a match
SELECT entry.* FROM unnest($2::text[]) AS asked (subject) CROSS JOIN LATERAL (
    SELECT subject, id, at, action, before, after FROM audit_entry
    WHERE league_id = $1 AND subject = asked.subject
    ORDER BY id DESC LIMIT 100
  ) AS entry ORDER BY id;
--   Sort
--     Sort Key: audit_entry.id
--     ->  Nested Loop
--           ->  Function Scan on unnest asked
--           ->  Limit
--                 ->  Index Scan Backward using audit_entry_subject on audit_entry
--                       Index Cond: (subject = asked.subject)
--                       Filter: (league_id = $1)
