-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- updateImportsOfMatches, for: void
UPDATE match_import SET withdrawn = withdrawn - $2::int4multirange
  WHERE league_id = $1 AND withdrawn && $2::int4multirange;
--   Update on match_import
--     ->  Index Scan using match_import_pkey on match_import
--           Index Cond: (league_id = $1)
--           Filter: (withdrawn && $2)
