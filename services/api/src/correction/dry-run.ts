import type { EntityManager } from 'typeorm';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { cancelledWith } from '../kit/sql/cancelled-with.js';
import { isAskedAgain } from '../kit/sql/transaction.js';
import { refuseArchived } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import type { Correction } from '../replay/correction.js';
import { chooseReplayStrategy, type ReplayNeeds } from '../replay/derive.js';
import { DryRunBoard } from '../replay/dry-run-board.js';
import { describeEffect, type Effect, RatingMoves } from '../replay/effect.js';
import { applyCorrection } from './apply-correction.js';
import type { CorrectionRequest } from './correction-request.js';
import { alreadyDryRunning, withinDryRunLimit } from './dry-run-limit.js';

export type DryRunNeeds = NeedsDatabase & NeedsClock & NeedsRaters & ReplayNeeds;

/**
 * Reports what a correction would do. It reads a snapshot of the league, rates without writing, and rolls back its change of the log.
 * It takes no lock of the league, and stops when the caller leaves.
 * @throws Refused if the correction is refused, or the league already has a dry run
 */
export async function dryRun(
  needs: DryRunNeeds,
  leagueId: number,
  correction: Correction,
  request: CorrectionRequest,
): Promise<Effect> {
  const { left } = request;
  const { slug } = await getLeague(needs.database.manager, leagueId);
  let effect: Effect | undefined;
  const run = () =>
    needs.database.transaction('REPEATABLE READ', async (tx) => {
      effect = await cancelledWith(needs.database, tx, left, () => replayDry(needs, tx, leagueId, correction, request));
      throw new RolledBack();
    });
  try {
    await withinDryRunLimit(needs.database, { id: leagueId, slug }, run);
  } catch (error) {
    if (left?.aborted)
      throw new Refused(refuse('CONFLICT', ['input', 'dryRun'], 'the caller did not wait for the dry run'));
    if (isAskedAgain(error)) {
      const message = `league ${slug} was corrected in the meantime; send the dry run again`;
      throw new Refused(refuse('CONFLICT', ['input'], message));
    }
    if (!(error instanceof RolledBack)) throw error;
  }
  return effect!;
}

async function replayDry(
  needs: NeedsClock & NeedsRaters & ReplayNeeds,
  tx: EntityManager,
  leagueId: number,
  correction: Correction,
  { check, left, charge }: CorrectionRequest,
): Promise<Effect> {
  const lock = [LOCKS_OF.dryRun, leagueId];
  const [{ isFree }] = await tx.query('SELECT pg_try_advisory_xact_lock($1, $2) AS "isFree"', lock);
  const league = await getLeague(tx, leagueId);
  if (!isFree) throw alreadyDryRunning(league.slug);
  refuseArchived(league);
  await check?.(tx);
  const applied = await applyCorrection(needs, tx, league, correction, 'dry run');
  if (applied.isUnrated) return describeEffect(tx, league, new RatingMoves());
  const onProgress = async () => left?.throwIfAborted();
  const strategy = await chooseReplayStrategy(needs, tx, { league, applied, by: 'dry run', onProgress });
  try {
    await strategy.rate();
    const board = new DryRunBoard(tx, league);
    for await (const updates of strategy.updates()) {
      left?.throwIfAborted();
      await board.add(updates);
    }
    return await board.describe(applied.newcomers ?? []);
  } finally {
    charge?.(strategy.work);
    strategy.close();
  }
}

/** Ends a dry run's transaction. */
class RolledBack extends Error {}
