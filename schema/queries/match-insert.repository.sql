-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- insertMatches, for: submit late
INSERT INTO match (league_id, sequence, external_id, played_at, player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores, side_names, side_roles, reported, content_hash, submitted_at, submitted_by, weight, details)
  SELECT $1::integer, sequence, external_id, played_at, ($5::integer[])[player_ids_begin:player_ids_end], sides::smallint[], guests::boolean[], scores::double precision[], minutes_played::double precision[], scores_against::double precision[], ($13::integer[])[placements_begin:placements_end], side_scores::double precision[], side_names::text[], side_roles::text[], reported::jsonb, content_hash, submitted_at, submitted_by, weight, details::jsonb FROM (SELECT unnest($2::integer[]) AS sequence, unnest($3::text[]) AS external_id, unnest($4::timestamptz[]) AS played_at, unnest($6::integer[]) AS player_ids_begin, unnest($7::integer[]) AS player_ids_end, unnest($8::text[]) AS sides, unnest($9::text[]) AS guests, unnest($10::text[]) AS scores, unnest($11::text[]) AS minutes_played, unnest($12::text[]) AS scores_against, unnest($14::integer[]) AS placements_begin, unnest($15::integer[]) AS placements_end, unnest($16::text[]) AS side_scores, unnest($17::text[]) AS side_names, unnest($18::text[]) AS side_roles, unnest($19::text[]) AS reported, unnest($20::bytea[]) AS content_hash, unnest($21::timestamptz[]) AS submitted_at, unnest($22::integer[]) AS submitted_by, unnest($23::double precision[]) AS weight, unnest($24::text[]) AS details) AS new  RETURNING 1;
--   Insert on match
--     ->  Subquery Scan on new
--           ->  ProjectSet
--                 ->  Result
