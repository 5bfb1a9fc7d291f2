import type { NeedsSession } from '../database/process-session.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { LOCKS } from '../kit/sql/advisory-locks.js';
import { cancelOnAbort, ifPlaceForLong, snapshot, transaction } from '../kit/sql/transaction.js';
import { pause } from '../kit/waiting.js';
import { LeagueDeleted } from '../league/league.js';
import { listUnverifiedLeagues, storeLeagueProof } from '../league/nights.repository.js';
import type { NeedsChanges } from '../league-log/change.js';
import type { NeedsRaters } from '../raters/raters.js';
import { countProblems } from '../verify/findings.js';
import { type NeedsStateBytes, verifyLeague } from '../verify/verify-league.js';

export type VerifyLeaguesNeeds = NeedsDatabase &
  NeedsClock &
  NeedsRaters &
  NeedsChanges &
  NeedsStateBytes &
  NeedsSession;

/** How long after a failure the verification of a league is tried again, in milliseconds. */
const RETRY_AFTER = 3_600_000;

/**
 * Verifies the leagues that have passed a midnight since their last verification, and stores the results. All processes together verify one
 * league at a time, and pause for as long as they work, so that requests have priority.
 * @param stopping ends it; the next worker verifies the interrupted league from the beginning
 * @param failed leagues whose verification failed, by id, each with the time of the next try by the process's own clock
 */
export async function verifyLeagues(
  needs: VerifyLeaguesNeeds,
  log: Log,
  stopping: AbortSignal,
  failed: Map<number, number> = new Map(),
): Promise<void> {
  await needs.session.ifAlone(LOCKS.verification, async () => {
    for (const leagueId of await listUnverifiedLeagues(needs.database)) {
      if (stopping.aborted) return;
      if ((failed.get(leagueId) ?? 0) > performance.now()) continue;
      try {
        await verifyAndKeep(needs, leagueId, log, stopping);
        failed.delete(leagueId);
      } catch (error) {
        if (stopping.aborted) return;
        if (error instanceof LeagueDeleted) continue;
        failed.set(leagueId, performance.now() + RETRY_AFTER);
        log.error({ err: error, leagueId }, 'Could not verify a league');
      }
    }
  });
}

async function verifyAndKeep(
  needs: VerifyLeaguesNeeds,
  leagueId: number,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  const verifiedAt = needs.clock();
  const verify = () =>
    snapshot(needs.database, (tx) =>
      cancelOnAbort(needs.database, tx, stopping, async () => {
        // One processor is enough, because no one waits for it.
        await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
        return verifyLeague(needs, tx, leagueId, restBetweenSteps(stopping));
      }),
    );
  const verification = await ifPlaceForLong(needs.database, verify);
  // A long file is being imported; or the version that derived the board is missing, and the last result stays.
  if (verification === null || verification.needsDerivingUnder !== null) return;
  const { sequence, revision } = verification;
  const problems = countProblems(verification.problems);
  await transaction(needs.database, leagueId, (tx) =>
    storeLeagueProof(tx, leagueId, { verifiedAt, sequence, revision, problems }),
  );
  if (problems === 0) return;
  const broken = verification.problems.map(({ invariant }) => invariant);
  log.error({ leagueId, problems, broken }, 'The board of a league differs from a replay of its log');
}

/** A pause after each step, as long as the step took. */
function restBetweenSteps(stopping: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    await pause(performance.now() - since, stopping);
    stopping.throwIfAborted();
    since = performance.now();
  };
}
