-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countPublicPlayers, for: front page
SELECT count(*)::integer AS players FROM membership WHERE league_id = 0;
--   Aggregate
--     ->  Index Only Scan using membership_prefix on membership
--           Index Cond: (league_id = 0)

-- readTotals, for: front page
SELECT count(*)::integer AS leagues, coalesce(sum(match_count), 0)::integer AS matches,
    coalesce(sum(match_count - (SELECT count(*) FROM match WHERE league_id = league.id AND status = 'VOID')), 0)::integer AS "ratedMatches"
  FROM league WHERE visibility = 'PUBLIC' AND deleted_at IS NULL AND $1::integer[] IS NULL;
--   Aggregate
--     ->  Result
--           One-Time Filter: ($1 IS NULL)
--           ->  Seq Scan on league
--                 Disabled: true
--                 Filter: ((deleted_at IS NULL) AND (visibility = 'PUBLIC'::text))
--     SubPlan 1
--       ->  Aggregate
--             ->  Index Only Scan using match_void on match
--                   Index Cond: (league_id = league.id)
