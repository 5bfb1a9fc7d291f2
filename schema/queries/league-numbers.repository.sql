-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countPublicPlayers, for: front page
SELECT count(*)::integer AS players FROM membership WHERE league_id = 0;
--   Aggregate
--     ->  Index Only Scan using membership_prefix on membership
--           Index Cond: (league_id = 0)

-- countRated, for: front page
SELECT coalesce(sum(match_count - void), 0)::integer AS matches
  FROM (SELECT id, match_count, count(match.league_id) AS void
    FROM league LEFT JOIN match ON match.league_id = league.id AND status = 'VOID'
    WHERE visibility = 'PUBLIC' AND deleted_at IS NULL AND $1::integer[] IS NULL
    GROUP BY id, match_count) AS own;
--   Aggregate
--     ->  GroupAggregate
--           Group Key: league.id
--           ->  Result
--                 One-Time Filter: ($1 IS NULL)
--                 ->  Merge Left Join
--                       Merge Cond: (league.id = match.league_id)
--                       ->  Index Scan using league_pkey on league
--                             Filter: ((deleted_at IS NULL) AND (visibility = 'PUBLIC'::text))
--                       ->  Index Only Scan using match_void on match

-- readTotals, for: front page
SELECT count(*)::integer AS leagues, coalesce(sum(match_count), 0)::integer AS matches
  FROM league WHERE visibility = 'PUBLIC' AND deleted_at IS NULL AND $1::integer[] IS NULL;
--   Aggregate
--     ->  Result
--           One-Time Filter: ($1 IS NULL)
--           ->  Seq Scan on league
--                 Disabled: true
--                 Filter: ((deleted_at IS NULL) AND (visibility = 'PUBLIC'::text))
