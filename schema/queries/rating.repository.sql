-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countHidden, for: board
SELECT count(*)::integer AS count FROM rating
  WHERE league_id = $1 AND hidden_at IS NOT NULL AND matches_played > 0;
--   Aggregate
--     ->  Index Scan using rating_hidden on rating
--           Index Cond: (league_id = $1)
--           Filter: (matches_played > 0)

-- listHidden, for: page of a board
SELECT player_id FROM rating WHERE league_id = $1 AND hidden_at IS NOT NULL ORDER BY player_id;
--   Index Only Scan using rating_hidden on rating
--     Index Cond: (league_id = $1)

-- listKnown, for: amend
SELECT player_id FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[])
  UNION SELECT player_id FROM player_merge WHERE league_id = $1 AND player_id = ANY($2::integer[])
  UNION SELECT player_id FROM unrated_appearance WHERE league_id = $1 AND player_id = ANY($2::integer[]);
--   Unique
--     ->  Merge Append
--           Sort Key: rating.player_id
--           ->  Index Only Scan using rating_pkey on rating
--                 Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))
--           ->  Index Only Scan using player_merge_pkey on player_merge
--                 Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))
--           ->  Index Only Scan using unrated_appearance_pkey on unrated_appearance
--                 Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))

-- listMembers, for: submit late; amend; void
SELECT player_id FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[]);
--   Index Only Scan using rating_pkey on rating
--     Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))

-- listRatings, for: amend; void; front page
SELECT league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at, hidden_at FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[]);
--   Index Scan using rating_pkey on rating
--     Index Cond: ((league_id = $1) AND (player_id = ANY ($2)))

-- upsertRatings, for: submit late; amend; void
INSERT INTO rating AS old (league_id, player_id, value, deviation, score, is_provisional, display, state, matches_played, wins, draws, losses, peak, last_played_at)
    SELECT $1::integer, player_id, value, deviation, score, is_provisional, display, state::jsonb, matches_played, wins, draws, losses, peak, last_played_at FROM (SELECT unnest($2::integer[]) AS player_id, unnest($3::double precision[]) AS value, unnest($4::double precision[]) AS deviation, unnest($5::double precision[]) AS score, unnest($6::boolean[]) AS is_provisional, unnest($7::text[]) AS display, unnest($8::text[]) AS state, unnest($9::integer[]) AS matches_played, unnest($10::integer[]) AS wins, unnest($11::integer[]) AS draws, unnest($12::integer[]) AS losses, unnest($13::double precision[]) AS peak, unnest($14::timestamptz[]) AS last_played_at) AS new
    ON CONFLICT (league_id, player_id) DO UPDATE SET
      value = excluded.value, deviation = excluded.deviation, score = excluded.score,
      is_provisional = excluded.is_provisional OR old.hidden_at IS NOT NULL, display = excluded.display, state = excluded.state,
      last_played_at = excluded.last_played_at, matches_played = excluded.matches_played, wins = excluded.wins, draws = excluded.draws,
  losses = excluded.losses, peak = excluded.peak RETURNING 1;
--   Insert on rating old
--     Conflict Resolution: UPDATE
--     Conflict Arbiter Indexes: rating_pkey
--     ->  Subquery Scan on new
--           ->  ProjectSet
--                 ->  Result
