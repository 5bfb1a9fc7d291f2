-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.

-- findPendingRecompute, for: amend; void
SELECT id, league_id AS "leagueId", status, correction, reason, actor_id AS "actorId", actor, done, total, revision, error, requested_at AS "requestedAt", started_at AS "startedAt", finished_at AS "finishedAt" FROM recompute WHERE league_id = $1 AND status IN ('QUEUED', 'RUNNING');
--   Index Scan using recompute_pending on recompute
--     Index Cond: (league_id = $1)
