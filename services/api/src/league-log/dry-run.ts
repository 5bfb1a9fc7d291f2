import type { EntityManager } from 'typeorm';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { cancelOnAbort } from '../kit/sql/cancelled-with.js';
import { isAskedAgain } from '../kit/sql/transaction.js';
import { type League, refuseArchived } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { ratingSystemOf } from '../raters/rating-system.js';
import { movesAtMatch } from '../replay/at-match.js';
import { chooseReplayStrategy, type ReplayNeeds } from '../replay/derive.js';
import { DryRunBoard } from '../replay/dry-run-board.js';
import { describeEffect, type Effect, RatingMoves } from '../replay/effect.js';
import type { AnyChange, ChangeRequest } from './change.js';
import { alreadyDryRunning, withinDryRunLimit } from './dry-run-limit.js';

export type DryRunNeeds = NeedsDatabase & NeedsClock & NeedsRaters & ReplayNeeds;

/**
 * Reports what a change would do. It reads a snapshot of the league, rates without writing, and rolls back its change of the log.
 * It takes no lock of the league, and stops when the caller leaves.
 * @throws Refused if the change is refused, or the league already has a dry run
 */
export async function dryRun(
  needs: DryRunNeeds,
  { id: leagueId, slug }: League,
  change: AnyChange,
  data: object,
  request: ChangeRequest,
): Promise<Effect> {
  const { left } = request;
  let effect: Effect | undefined;
  const run = () =>
    needs.database.transaction('REPEATABLE READ', async (tx) => {
      effect = await cancelOnAbort(needs.database, tx, left, () =>
        replayDry(needs, tx, leagueId, change, data, request),
      );
      throw new RolledBack();
    });
  try {
    await withinDryRunLimit(needs.database, { id: leagueId, slug }, run);
  } catch (error) {
    if (left?.aborted) throw new Refused(refuse('DRY_RUN_NOT_AWAITED', ['input', 'dryRun']));
    if (isAskedAgain(error)) throw new Refused(refuse('CORRECTED_MEANWHILE', ['input'], { league: slug }));
    if (!(error instanceof RolledBack)) throw error;
  }
  return effect!;
}

async function replayDry(
  needs: DryRunNeeds,
  tx: EntityManager,
  leagueId: number,
  change: AnyChange,
  data: object,
  { left, charge }: ChangeRequest,
): Promise<Effect> {
  const lock = [LOCKS_OF.dryRun, leagueId];
  const [{ isFree }] = await tx.query('SELECT pg_try_advisory_xact_lock($1, $2) AS "isFree"', lock);
  const league = await getLeague(tx, leagueId);
  if (!isFree) throw alreadyDryRunning(league.slug);
  refuseArchived(league);
  if (!change.ratesAnew) ratingSystemOf(needs.raters, league);
  await change.checkLog?.(needs, tx, league, data);
  const applied = await change.apply(needs, tx, league, data, true);
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
    const atMatch = await movesAtMatch(tx, league, applied);
    return { ...(await board.describe(applied.newcomers ?? [])), atMatch };
  } finally {
    charge?.(strategy.work);
    strategy.close();
  }
}

/** Ends a dry run's transaction. */
class RolledBack extends Error {}
