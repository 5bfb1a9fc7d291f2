-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countByDays, for: front page
SELECT history, version, counts FROM (SELECT history, version FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history LEFT JOIN (SELECT version FROM league WHERE id = $1) AS own ON true) AS as_of CROSS JOIN (
    SELECT array_agg(((SELECT count(*) FROM match WHERE league_id = $1 AND played_at >= begins AND played_at < ends ) - (SELECT count(*) FROM match WHERE league_id = $1 AND played_at >= begins AND played_at < ends AND status = 'VOID'))::integer ORDER BY place) AS counts
    FROM unnest($5::integer[]) WITH ORDINALITY AS asked (day, place) CROSS JOIN LATERAL (
      SELECT greatest((date_trunc('day', (timestamp 'epoch' + day * interval '1 day' + interval '12 hours') AT TIME ZONE $2, $2) - greatest(interval '0', (date_trunc('day', (timestamp 'epoch' + day * interval '1 day' + interval '12 hours') AT TIME ZONE $2, $2) - interval '1 second') AT TIME ZONE $2 + interval '1 second' - date_trunc('day', (timestamp 'epoch' + day * interval '1 day' + interval '12 hours') AT TIME ZONE $2, $2) AT TIME ZONE $2)), $3) AS begins, least((date_trunc('day', (timestamp 'epoch' + (day + 1) * interval '1 day' + interval '12 hours') AT TIME ZONE $2, $2) - greatest(interval '0', (date_trunc('day', (timestamp 'epoch' + (day + 1) * interval '1 day' + interval '12 hours') AT TIME ZONE $2, $2) - interval '1 second') AT TIME ZONE $2 + interval '1 second' - date_trunc('day', (timestamp 'epoch' + (day + 1) * interval '1 day' + interval '12 hours') AT TIME ZONE $2, $2) AT TIME ZONE $2)), $4) AS ends
    ) AS bounds
  ) AS counted;
--   Nested Loop
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 ->  Aggregate
--                       ->  Index Only Scan using rating_hidden on rating
--                             Index Cond: (league_id = $1)
--                 ->  Limit
--                       ->  Index Scan Backward using league_revision_pkey on league_revision
--                             Index Cond: (league_id = $1)
--           ->  Index Scan using league_pkey on league
--                 Index Cond: (id = $1)
--     ->  Aggregate
--           ->  Function Scan on unnest asked
--           SubPlan 1
--             ->  Aggregate
--                   ->  Index Only Scan using match_total_order on match
--                         Index Cond: ((league_id = $1) AND (played_at >= GREATEST((date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + ((asked.day)::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) - GREATEST('00:00:00'::interval, ((((date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + ((asked.day)::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) - '00:00:01'::interval) AT TIME ZONE $2) + '00:00:01'::interval) - (date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + ((asked.day)::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) AT TIME ZONE $2)))), $3)) AND (played_at < LEAST((date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + (((asked.day + 1))::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) - GREATEST('00:00:00'::interval, ((((date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + (((asked.day + 1))::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) - '00:00:01'::interval) AT TIME ZONE $2) + '00:00:01'::interval) - (date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + (((asked.day + 1))::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) AT TIME ZONE $2)))), $4)))
--           SubPlan 2
--             ->  Aggregate
--                   ->  Index Only Scan using match_void on match match_1
--                         Index Cond: ((league_id = $1) AND (played_at >= GREATEST((date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + ((asked.day)::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) - GREATEST('00:00:00'::interval, ((((date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + ((asked.day)::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) - '00:00:01'::interval) AT TIME ZONE $2) + '00:00:01'::interval) - (date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + ((asked.day)::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) AT TIME ZONE $2)))), $3)) AND (played_at < LEAST((date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + (((asked.day + 1))::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) - GREATEST('00:00:00'::interval, ((((date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + (((asked.day + 1))::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) - '00:00:01'::interval) AT TIME ZONE $2) + '00:00:01'::interval) - (date_trunc('day'::text, ((('1970-01-01 00:00:00'::timestamp without time zone + (((asked.day + 1))::double precision * '1 day'::interval)) + '12:00:00'::interval) AT TIME ZONE $2), $2) AT TIME ZONE $2)))), $4)))

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

-- listActivity, for: front page
SELECT history, floor(extract(epoch FROM $3::timestamptz AT TIME ZONE $2) / 86400)::integer AS first, floor(extract(epoch FROM ($4::timestamptz - interval '1 millisecond') AT TIME ZONE $2) / 86400)::integer AS last
  FROM (
    SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
    FROM (
      SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
      WHERE league_id = $1 AND hidden_at IS NOT NULL
    ) AS hidden
    LEFT JOIN (
      SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
    ) AS newest ON true
  ) AS history;
--   Nested Loop Left Join
--     ->  Aggregate
--           ->  Index Only Scan using rating_hidden on rating
--                 Index Cond: (league_id = $1)
--     ->  Limit
--           ->  Index Scan Backward using league_revision_pkey on league_revision
--                 Index Cond: (league_id = $1)

-- readTotals, for: front page
SELECT count(*)::integer AS leagues, coalesce(sum(match_count), 0)::integer AS matches
  FROM league WHERE visibility = 'PUBLIC' AND deleted_at IS NULL AND $1::integer[] IS NULL;
--   Aggregate
--     ->  Result
--           One-Time Filter: ($1 IS NULL)
--           ->  Seq Scan on league
--                 Disabled: true
--                 Filter: ((deleted_at IS NULL) AND (visibility = 'PUBLIC'::text))
