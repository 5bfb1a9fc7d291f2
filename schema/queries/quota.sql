-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- sumLeagueLines, for: submit late; amend; void
SELECT coalesce(sum(lines) FILTER (WHERE applied_at >= $2::timestamptz AND applied_at < $2::timestamptz + interval '1 hours'), 0)::bigint AS lines FROM league_revision WHERE league_id = $1 AND applied_at >= $2;
--   Aggregate
--     ->  Index Scan using league_revision_use on league_revision
--           Index Cond: ((league_id = $1) AND (applied_at >= $2))

-- sumTokenUse, for: submit late; amend; void
SELECT bytes FROM token_growth WHERE token_id = $1 AND day = $2;
--   Index Scan using token_growth_pkey on token_growth
--     Index Cond: (token_id = $1)
--     Filter: (day = $2)

-- sumTokenUse, for: submit late; amend; void
SELECT coalesce(sum(lines) FILTER (WHERE applied_at >= $2::timestamptz AND applied_at < $2::timestamptz + interval '1 hours'), 0)::bigint AS lines, coalesce(sum(bytes) FILTER (WHERE applied_at >= $3::timestamptz AND applied_at < $3::timestamptz + interval '24 hours'), 0)::bigint AS bytes
  FROM league_revision WHERE token_id = $1 AND applied_at >= $3;
--   Aggregate
--     ->  Index Scan using league_revision_token_use on league_revision
--           Index Cond: ((token_id = $1) AND (applied_at >= $3))
