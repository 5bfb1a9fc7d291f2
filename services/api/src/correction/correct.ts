import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { doOnce, settle, withTimes } from '../access/once.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { cancelledWith } from '../kit/sql/cancelled-with.js';
import { transaction } from '../kit/sql/transaction.js';
import { checkWork } from '../league/check-work.js';
import type { League } from '../league/league.js';
import { lockLeague } from '../league/league.repository.js';
import { checkQuota, type NeedsQuota } from '../league/quota.js';
import { countLog } from '../match-log/match.repository.js';
import { leagueTopic } from '../outbox/topic.js';
import type { NeedsWakeUps } from '../outbox/wake-ups.js';
import { isOtherVersion } from '../raters/rating-system.js';
import { admitPlayers } from '../rating/admit-players.js';
import { isShort } from '../replay/choose-replay-strategy.js';
import { type DeriveNeeds, derive } from '../replay/derive.js';
import { describeEffect, type Effect, RatingMoves } from '../replay/effect.js';
import { applyCorrection } from './apply-correction.js';
import type { CorrectionRequest } from './correction-request.js';
import { type DryRunNeeds, dryRun } from './dry-run.js';
import type { Recompute } from './recompute.js';
import { findPendingRecompute, findRecompute, insertRecompute } from './recompute.repository.js';
import { enqueueRecompute } from './recompute-jobs.js';
import { recordUnrated } from './record-unrated.js';

export interface CorrectNeeds extends DryRunNeeds, DeriveNeeds, NeedsWakeUps, NeedsQuota {
  /** Tails of the log of up to this many matches are rated within a mutation; longer ones by a job. */
  readonly inlineTail: number;
}

/** The outcome of a correction: its effect, or the job that carries it out. */
export interface Corrected {
  readonly effect: Effect | null;
  readonly recompute: Recompute | null;
}

/**
 * Corrects a league's history, and lets every rating follow: at once where the tail is short, else by a job that is
 * handed over in the same transaction. What is rated at once ends when its caller leaves, and nothing is changed then.
 * @throws Refused
 */
export async function correct(
  needs: CorrectNeeds,
  access: Access,
  leagueId: number,
  request: CorrectionRequest,
): Promise<Corrected> {
  if (request.isDryRun) return { effect: await dryRun(needs, leagueId, request), recompute: null };
  const { once = null } = request;
  const work = () => correctNow(needs, access, leagueId, request);
  return doOnce(needs.database.manager, once, needs.clock(), (kept) => recallCorrected(needs, kept), work);
}

/** The part of a correction that is kept for requests with the same key. */
interface KeptCorrection {
  readonly effect: unknown;
  readonly recompute: number | null;
}

/** The outcome of an earlier correction. */
export async function recallCorrected(
  { database }: NeedsDatabase,
  { effect, recompute }: KeptCorrection,
): Promise<Corrected> {
  return {
    effect: withTimes<Effect | null>(effect),
    recompute: recompute === null ? null : await findRecompute(database.manager, recompute),
  };
}

async function correctNow(
  needs: CorrectNeeds,
  access: Access,
  leagueId: number,
  request: CorrectionRequest,
): Promise<Corrected> {
  await request.check?.(needs.database.manager);
  try {
    const { left } = request;
    const rate = async (tx: EntityManager) => {
      // They may have waited for this turn for long.
      left?.throwIfAborted();
      const league = await lockLeague(tx, leagueId);
      if (await findPendingRecompute(tx, leagueId)) throw alreadyRecomputing(league);
      const excess =
        checkQuota(league, needs.leagueStorage, ['input']) ?? (await checkWork(needs, tx, league, access, ['input']));
      if (excess) {
        needs.metrics.quotaRefusals.inc({ quota: excess.quota });
        throw new Refused(excess);
      }
      const { correction, reason } = request;
      const applied = await applyCorrection(needs, tx, league, correction);
      if (applied.isUnrated) {
        const told = { action: correction.kind, reason, at: needs.clock() };
        return describeEffect(tx, await recordUnrated(tx, access, league, applied, told), new RatingMoves());
      }
      const from = isOtherVersion(league, applied.system) ? null : applied.from;
      // Of a whole log as many as there are: to leave out those that are void would take a look at each.
      const length = from ? await countLog(tx, leagueId, from) : league.matchCount;
      if (length > needs.inlineTail) {
        const isAll = !from || isShort(length, league.matchCount);
        throw new TooLong(league, isAll ? length : await countLog(tx, leagueId, null));
      }
      const moves = new RatingMoves();
      const derivation = {
        ...{ moves, league, action: correction.kind, reason, applied, by: 'request' as const },
        onProgress: async () => left?.throwIfAborted(),
        charge: request.charge,
      };
      const derived = await cancelledWith(needs.database, tx, left, () => derive(needs, tx, access, derivation));
      return describeEffect(tx, derived, moves);
    };
    const keep = (effect: Effect): KeptCorrection => ({ effect, recompute: null });
    const effect = await transaction(needs.database, leagueId, (tx) =>
      settle(tx, request.once, needs.clock(), () => rate(tx), keep),
    );
    needs.wakeUps.announce(leagueTopic(leagueId));
    return { effect, recompute: null };
  } catch (error) {
    if (error instanceof TooLong) return { effect: null, recompute: await handOver(needs, access, error, request) };
    if (request.left?.aborted)
      throw new Refused(refuse('CONFLICT', ['input'], 'the caller did not wait for the correction'));
    throw error;
  }
}

/** The tail is for a job; the change of the log goes with it, so that log and ratings change at once. */
class TooLong extends Error {
  constructor(
    readonly league: League,
    readonly length: number,
  ) {
    super(`${length} matches are too many to rate within one request`);
  }
}

async function handOver(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  { league, length }: TooLong,
  { correction, reason, once }: CorrectionRequest,
): Promise<Recompute> {
  const enqueue = async (tx: EntityManager) => {
    const requestedAt = needs.clock();
    const recompute = await insertRecompute(tx, access, {
      leagueId: league.id,
      correction,
      reason,
      total: length,
      requestedAt,
    });
    if (!recompute) throw alreadyRecomputing(league);
    if (correction.kind === 'amendMatch' && correction.sides) {
      // Made here, new players are there at once; the job's long transaction would keep others from their handles.
      const entrant = { match: { sides: correction.sides }, path: ['input'] };
      const refusal = (await admitPlayers(tx, league, [entrant], requestedAt)).refusals.get(0);
      if (refusal) throw new Refused(refusal);
    }
    await enqueueRecompute(tx, recompute);
    return recompute;
  };
  const keep = ({ id }: Recompute): KeptCorrection => ({ effect: null, recompute: id });
  return transaction(needs.database, league.id, (tx) => settle(tx, once, needs.clock(), () => enqueue(tx), keep));
}

function alreadyRecomputing({ slug }: League): Refused {
  const message = `league ${slug} must not be recomputing already; wait for it to end, or cancel it`;
  return new Refused(refuse('CONFLICT', ['input'], message));
}
