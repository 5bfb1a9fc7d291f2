-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- listNamedTokens, for: page of a match
SELECT id, name, scopes FROM token WHERE id = ANY($1::integer[]);
--   Index Scan using token_pkey on token
--     Index Cond: (id = ANY ($1))
