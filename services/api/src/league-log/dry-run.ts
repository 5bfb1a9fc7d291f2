import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource, EntityManager } from 'typeorm';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { cancelOnAbort, DRY_RUNS, isAskedAgain } from '../kit/sql/transaction.js';
import { type League, refuseArchived } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { ratingSystemOf } from '../raters/rating-system.js';
import { movesAtMatch } from '../replay/at-match.js';
import { chooseReplayStrategy, type ReplayNeeds } from '../replay/derive.js';
import { DryRunBoard } from '../replay/dry-run-board.js';
import { describeEffect, type Effect, RatingMoves } from '../replay/effect.js';
import type { AnyChange, ChangeRequest } from './change.js';

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
    return { ...(await board.describe(applied.newcomers ?? [], applied, strategy)), atMatch };
  } finally {
    charge?.(strategy.work);
    strategy.close();
  }
}

/** Ends a dry run's transaction. */
class RolledBack extends Error {}

/** How many dry runs may wait for their turn, one for each league. */
const MAX_WAITING = 20;

interface Turns {
  readonly leagues: Set<number>;
  readonly limit: LimitFunction;
}

const turns = new WeakMap<DataSource, Turns>();

/**
 * Runs a dry run in its turn: a process runs a few at a time, and one at a time for each league. Dry runs have connections of their
 * own, so that no writer waits for them.
 * @throws Refused if the league already has one, or too many leagues wait
 */
export async function withinDryRunLimit<T>(
  database: DataSource,
  { id, slug }: { readonly id: number; readonly slug: string },
  run: () => Promise<T>,
): Promise<T> {
  const { leagues, limit } = turnsOf(database);
  if (leagues.has(id)) throw alreadyDryRunning(slug);
  if (limit.pendingCount >= MAX_WAITING) {
    throw new Refused(refuse('MAX_DRY_RUNS', ['input', 'dryRun'], { max: MAX_WAITING }));
  }
  leagues.add(id);
  try {
    return await limit(run);
  } finally {
    leagues.delete(id);
  }
}

export function alreadyDryRunning(slug: string): Refused {
  return new Refused(refuse('ALREADY_DRY_RUNNING', ['input', 'dryRun'], { league: slug }));
}

function turnsOf(database: DataSource): Turns {
  const known = turns.get(database);
  if (known) return known;
  const created = { leagues: new Set<number>(), limit: pLimit(DRY_RUNS) };
  turns.set(database, created);
  return created;
}
