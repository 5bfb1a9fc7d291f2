-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listChangedQueues, for: front page
SELECT league.id AS "leagueId", newest.change, newest.at FROM league CROSS JOIN LATERAL (SELECT change::double precision AS change,
       extract(epoch FROM coalesce(resolved_at, joined_at))::double precision AS at
     FROM queue_ticket WHERE queue_ticket.league_id = league.id ORDER BY queue_ticket.change DESC LIMIT 1) AS newest
     WHERE league.archived_at IS NULL
  AND ($1::boolean OR league.visibility = 'PUBLIC' OR league.id = ANY($2::integer[]))
  AND $3::integer[] IS NULL AND newest.at > $4::double precision ORDER BY newest.at DESC, league.id LIMIT $5;
--   Limit
--     ->  Sort
--           Sort Key: newest.at DESC, league.id
--           ->  Result
--                 One-Time Filter: ($3 IS NULL)
--                 ->  Nested Loop
--                       ->  Index Scan using league_refresh on league
--                             Filter: ($1 OR (visibility = 'PUBLIC'::text) OR (id = ANY ($2)))
--                       ->  Subquery Scan on newest
--                             Filter: (newest.at > $4)
--                             ->  Limit
--                                   ->  Index Scan Backward using queue_ticket_change on queue_ticket
--                                         Index Cond: (league_id = league.id)
