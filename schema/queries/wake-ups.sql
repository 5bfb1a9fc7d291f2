-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- #notify, for: a wake-up
SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload;
--   Function Scan on unnest payload
