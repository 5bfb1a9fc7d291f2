-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- deleteUnrated, for: amend; void
DELETE FROM unrated_appearance AS unrated USING match
  WHERE match.league_id = $1 AND match.sequence = ANY($2::integer[])
    AND unrated.league_id = $1 AND unrated.player_id = ANY(match.player_ids) AND unrated.sequence = match.sequence;
--   Delete on unrated_appearance unrated
--     ->  Nested Loop
--           Join Filter: ((unrated.player_id = ANY (match.player_ids)) AND (unrated.sequence = match.sequence))
--           ->  Index Scan using unrated_appearance_pkey on unrated_appearance unrated
--                 Index Cond: (league_id = $1)
--           ->  Index Scan using match_total_order on match
--                 Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))

-- insertUnratedAnew, for: amend; void
INSERT INTO unrated_appearance (league_id, player_id, sequence)
  SELECT league_id, player_ids[number], sequence FROM match CROSS JOIN LATERAL generate_subscripts(player_ids, 1) AS number
  WHERE league_id = $1 AND sequence = ANY($2::integer[])
    AND (status = 'VOID' OR guests[number] OR 2 > (
      SELECT count(DISTINCT COALESCE(sides[rated], rated)) FROM generate_subscripts(player_ids, 1) AS rated
      WHERE guests[rated] IS NOT TRUE));
--   Insert on unrated_appearance
--     ->  Nested Loop
--           ->  Index Scan using match_total_order on match
--                 Index Cond: ((league_id = $1) AND (sequence = ANY ($2)))
--           ->  Function Scan on generate_subscripts number
--                 Filter: ((match.status = 'VOID'::text) OR (match.guests)[number] OR (2 > (SubPlan 1)))
--                 SubPlan 1
--                   ->  Aggregate
--                         ->  Sort
--                               Sort Key: (COALESCE(((match.sides)[rated.rated])::integer, rated.rated))
--                               ->  Function Scan on generate_subscripts rated
--                                     Filter: ((match.guests)[rated] IS NOT TRUE)
