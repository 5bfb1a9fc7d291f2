import type { Log } from '../kit/log.js';
import { listDueLeagues } from '../league/refresh.repository.js';
import { DerivedByOtherVersion, RaterMissing } from '../raters/rating-system.js';
import { type PassMidnightNeeds, passMidnight } from './pass-midnight.js';

/** How long after it failed a league is tried again, in milliseconds. */
const RETRY_AFTER = 60_000;
/** And where its rating system is not to be had yet, which the start has told. */
const RETRY_QUIETLY_AFTER = 5_000;

/** Leagues that failed, by id, each with when it is tried again, by the process's own clock. */
export type FailedLeagues = Map<number, number>;

/**
 * The nightly run: takes every league whose midnight has passed through it. A league that fails holds up no other, and is
 * due again a little later.
 * @param stopping leaves the leagues that are still due to the next worker
 * @param failed those that failed when this was called before; is kept up to date
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
      await passMidnight(needs, leagueId);
      failed.delete(leagueId);
    } catch (error) {
      const isTold = error instanceof RaterMissing || error instanceof DerivedByOtherVersion;
      failed.set(leagueId, performance.now() + (isTold ? RETRY_QUIETLY_AFTER : RETRY_AFTER));
      if (!isTold) log.error({ err: error, leagueId }, 'The nightly run of a league failed');
    }
  }
}
