import type { Log } from '../kit/log.js';
import { LeagueDeleted } from '../league/league.js';
import { listDueLeagues } from '../league/refresh.repository.js';
import { DerivedByOtherVersion, RaterMissing } from '../raters/rating-system.js';
import { type PassMidnightNeeds, rollOverDay } from './pass-midnight.js';

/** How long after a failure a league is tried again, in milliseconds. */
const RETRY_AFTER = 60_000;
/** The same if its rating system is not available yet, which was logged at the start. */
const RETRY_QUIETLY_AFTER = 5_000;

/** Leagues that failed, by id, each with the time of the next try by the process's own clock. */
export type FailedLeagues = Map<number, number>;

/**
 * The nightly run: takes every league whose midnight has passed to it. A league that fails does not hold up the others, and is tried again
 * a little later.
 * @param stopping leaves the leagues that are still due to the next worker
 * @param failed those that failed in earlier calls; kept up to date
 */
export async function runNightly(
  needs: PassMidnightNeeds,
  log: Log,
  stopping?: AbortSignal,
  failed: FailedLeagues = new Map(),
): Promise<void> {
  for (const leagueId of await listDueLeagues(needs.database.manager, needs.clock())) {
    if (stopping?.aborted) return;
    if ((failed.get(leagueId) ?? 0) > performance.now()) continue;
    try {
      await rollOverDay(needs, leagueId, stopping);
      failed.delete(leagueId);
    } catch (error) {
      if (stopping?.aborted) return;
      if (error instanceof LeagueDeleted) continue;
      const isTold = error instanceof RaterMissing || error instanceof DerivedByOtherVersion;
      failed.set(leagueId, performance.now() + (isTold ? RETRY_QUIETLY_AFTER : RETRY_AFTER));
      if (!isTold) log.error({ err: error, leagueId }, 'The nightly run of a league failed');
    }
  }
}
