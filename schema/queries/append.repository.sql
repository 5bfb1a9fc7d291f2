-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- appendToLog, for: submit; submit again; submit newcomers
WITH grown AS (
      UPDATE league SET
        match_count = match_count + $3::integer, last_sequence = last_sequence + $3::integer,
        player_count = player_count + $4::integer, rated_through = GREATEST(rated_through, $5::timestamptz),
        journal_bytes = journal_bytes + $6::bigint, version = version + 1, mark = $8::bigint
      WHERE id = $1::integer AND version = $2::bigint AND mark = $7::bigint RETURNING 1
    ),
    logged AS (INSERT INTO match (league_id, sequence, external_id, played_at, player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores, side_names, side_roles, reported, content_hash, submitted_at, submitted_by, weight, details)
    SELECT $1::integer, sequence, external_id, played_at, ($12::integer[])[player_ids_begin:player_ids_end], sides::smallint[], guests::boolean[], scores::double precision[], minutes_played::double precision[], scores_against::double precision[], ($20::integer[])[placements_begin:placements_end], side_scores::double precision[], side_names::text[], side_roles::text[], reported::jsonb, content_hash, submitted_at, submitted_by, weight, details::jsonb FROM (SELECT unnest($9::integer[]) AS sequence, unnest($10::text[]) AS external_id, unnest($11::timestamptz[]) AS played_at, unnest($13::integer[]) AS player_ids_begin, unnest($14::integer[]) AS player_ids_end, unnest($15::text[]) AS sides, unnest($16::text[]) AS guests, unnest($17::text[]) AS scores, unnest($18::text[]) AS minutes_played, unnest($19::text[]) AS scores_against, unnest($21::integer[]) AS placements_begin, unnest($22::integer[]) AS placements_end, unnest($23::text[]) AS side_scores, unnest($24::text[]) AS side_names, unnest($25::text[]) AS side_roles, unnest($26::text[]) AS reported, unnest($27::bytea[]) AS content_hash, unnest($28::timestamptz[]) AS submitted_at, unnest($29::integer[]) AS submitted_by, unnest($30::double precision[]) AS weight, unnest($31::text[]) AS details) AS new WHERE EXISTS (SELECT FROM grown)),
    unrated AS (INSERT INTO unrated_appearance (league_id, player_id, sequence)
    SELECT $1::integer, player_id, sequence FROM (SELECT unnest($32::integer[]) AS player_id, unnest($33::integer[]) AS sequence) AS new WHERE EXISTS (SELECT FROM grown)),
    changed AS (INSERT INTO rating_change (league_id, generation, revision, player_id, played_at, sequence, before_value, before_deviation, after_value, after_deviation, score, is_provisional, verdict, contributions, memory)
    SELECT $1::integer, $34::integer, $35::integer, player_id, played_at, sequence, before_value, before_deviation, after_value, after_deviation, score, is_provisional, verdict, ($46::double precision[])[contributions_begin:contributions_end], ($49::double precision[])[memory_begin:memory_end]
    FROM (SELECT unnest($36::integer[]) AS player_id, unnest($37::timestamptz[]) AS played_at, unnest($38::integer[]) AS sequence, unnest($39::double precision[]) AS before_value, unnest($40::double precision[]) AS before_deviation, unnest($41::double precision[]) AS after_value, unnest($42::double precision[]) AS after_deviation, unnest($43::double precision[]) AS score, unnest($44::boolean[]) AS is_provisional, unnest($45::smallint[]) AS verdict, unnest($47::integer[]) AS contributions_begin, unnest($48::integer[]) AS contributions_end, unnest($50::integer[]) AS memory_begin, unnest($51::integer[]) AS memory_end) AS new WHERE EXISTS (SELECT FROM grown)),
    rated AS (INSERT INTO rating AS old (league_id, player_id, value, deviation, score, is_provisional, display, state, matches_played, wins, draws, losses, peak, last_played_at)
    SELECT $1::integer, player_id, value, deviation, score, (is_provisional OR matches_played + coalesce((SELECT known.matches_played FROM rating AS known
    WHERE known.league_id = $1::integer AND known.player_id = new.player_id), 0) < (SELECT min_matches FROM league WHERE id = $1::integer)), display, state::jsonb, matches_played, wins, draws, losses, peak, last_played_at FROM (SELECT unnest($52::integer[]) AS player_id, unnest($53::double precision[]) AS value, unnest($54::double precision[]) AS deviation, unnest($55::double precision[]) AS score, unnest($56::boolean[]) AS is_provisional, unnest($57::text[]) AS display, unnest($58::text[]) AS state, unnest($59::integer[]) AS matches_played, unnest($60::integer[]) AS wins, unnest($61::integer[]) AS draws, unnest($62::integer[]) AS losses, unnest($63::double precision[]) AS peak, unnest($64::timestamptz[]) AS last_played_at) AS new WHERE EXISTS (SELECT FROM grown)
    ON CONFLICT (league_id, player_id) DO UPDATE SET
      value = excluded.value, deviation = excluded.deviation, score = excluded.score,
      is_provisional = excluded.is_provisional OR old.hidden_at IS NOT NULL, display = excluded.display, state = excluded.state,
      last_played_at = excluded.last_played_at, matches_played = old.matches_played + excluded.matches_played, wins = old.wins + excluded.wins,
  draws = old.draws + excluded.draws, losses = old.losses + excluded.losses, peak = GREATEST(old.peak, excluded.peak)),
    told AS (INSERT INTO league_event (league_id, number, kind, sequences, revision, at)
    SELECT $1::integer, number, kind, sequences, revision, at
    FROM (VALUES ($65::bigint, $66::text, $67::integer[], $68::integer,
                  $69::timestamptz)) AS new (number, kind, sequences, revision, at)
    WHERE EXISTS (SELECT FROM grown))
    SELECT count(*)::integer AS leagues FROM grown;
--   Aggregate
--     CTE grown
--       ->  Update on league
--             ->  Index Scan using league_pkey on league
--                   Index Cond: (id = $1)
--                   Filter: ((version = $2) AND (mark = $7))
--     CTE logged
--       ->  Insert on match
--             InitPlan 2
--               ->  CTE Scan on grown grown_1
--             ->  Result
--                   One-Time Filter: (InitPlan 2).col1
--                   ->  ProjectSet
--                         ->  Result
--     CTE unrated
--       ->  Insert on unrated_appearance
--             InitPlan 4
--               ->  CTE Scan on grown grown_2
--             ->  Result
--                   One-Time Filter: (InitPlan 4).col1
--                   ->  ProjectSet
--                         ->  Result
--     CTE changed
--       ->  Insert on rating_change
--             InitPlan 6
--               ->  CTE Scan on grown grown_3
--             ->  Result
--                   One-Time Filter: (InitPlan 6).col1
--                   ->  ProjectSet
--                         ->  Result
--     CTE rated
--       ->  Insert on rating old
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: rating_pkey
--             InitPlan 9
--               ->  Index Scan using league_pkey on league league_1
--                     Index Cond: (id = $1)
--             InitPlan 10
--               ->  CTE Scan on grown grown_4
--             ->  Result
--                   One-Time Filter: (InitPlan 10).col1
--                   ->  ProjectSet
--                         ->  Result
--                   SubPlan 8
--                     ->  Index Scan using rating_pkey on rating known
--                           Index Cond: ((league_id = $1) AND (player_id = (unnest($52))))
--     CTE told
--       ->  Insert on league_event
--             InitPlan 12
--               ->  CTE Scan on grown grown_5
--             ->  Result
--                   One-Time Filter: (InitPlan 12).col1
--     ->  CTE Scan on grown
