-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- countAlong, for: amend
SELECT place, count(*)::integer AS above, (count(*) FILTER (WHERE score = ($2::double precision[])[place]))::integer AS equal
  FROM (SELECT score, width_bucket(score, $2::double precision[]) AS place FROM rating
        WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional) AS ranked
  GROUP BY place;
--   GroupAggregate
--     Group Key: (width_bucket(rating.score, $2))
--     ->  Sort
--           Sort Key: (width_bucket(rating.score, $2))
--           ->  Index Only Scan using rating_standing on rating
--                 Index Cond: ((league_id = $1) AND (is_provisional = false))
