-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- insertAuditEntries, for: submit late; amend; void
INSERT INTO audit_entry (league_id, subject, actor_id, actor, action, reason, before, after, at, change_count, largest_change)
  SELECT league_id, subject, $1::integer, $2::text, action, reason, before::jsonb, after::jsonb, at, change_count, largest_change
  FROM unnest($3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::integer[],
              $11::double precision[])
    WITH ORDINALITY AS entry (league_id, subject, action, reason, before, after, at, change_count, largest_change, place) ORDER BY place;
--   Insert on audit_entry
--     ->  Subquery Scan on "*SELECT*"
--           ->  Function Scan on entry

-- listAuditEntries, for: audit log
SELECT id, actor_id AS "actorId", actor, action, subject, reason, before, after, change_count AS "changeCount", largest_change AS "largestChange", at, NULLIF(league_id, 0) AS "leagueId" FROM audit_entry
  WHERE league_id = $1 AND ($2::text IS NULL OR actor = $2)
    AND ($3::text IS NULL OR action = $3) AND ($4::text[] IS NULL OR subject = ANY($4))
    AND ($5::bigint IS NULL OR id < $5)
  ORDER BY id DESC LIMIT $6;
--   Limit
--     ->  Index Scan Backward using audit_entry_pkey on audit_entry
--           Index Cond: (league_id = $1)
--           Filter: ((($2 IS NULL) OR (actor = $2)) AND (($3 IS NULL) OR (action = $3)) AND (($5 IS NULL) OR (id < $5)) AND (($4 IS NULL) OR (subject = ANY ($4))))
