-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- #notify, for: a wake-up
SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload;
--   Function Scan on unnest payload

-- insertEvent, for: submit late; amend; void
INSERT INTO league_event (league_id, number, kind, sequences, revision, at, action, subject)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING 1;
--   Insert on league_event
--     ->  Result

-- listEventsAfter, for: a follower catches up
SELECT version, visibility, deleted_at AS "deletedAt", event.*
  FROM league LEFT JOIN LATERAL (
    SELECT league_id AS "leagueId", number, kind, sequences, revision, at
    FROM league_event WHERE league_id = league.id AND number > $2 AND kind <> 'MATCH_SHOWN' ORDER BY number LIMIT $3) AS event ON true
  WHERE league.id = $1 ORDER BY number;
--   Sort
--     Sort Key: league_event.number
--     ->  Nested Loop Left Join
--           ->  Index Scan using league_pkey on league
--                 Index Cond: (id = $1)
--           ->  Limit
--                 ->  Index Scan using league_event_pkey on league_event
--                       Index Cond: ((league_id = league.id) AND (number > $2))
--                       Filter: (kind <> 'MATCH_SHOWN'::text)
