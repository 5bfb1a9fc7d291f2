import type { Rater } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canAdminister } from '../access/access.js';
import { runIdempotently, settleInTransaction, withTimes } from '../access/idempotency.js';
import { checkReason, insertAuditEntry, leagueSubject } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { cancelOnAbort } from '../kit/sql/transaction.js';
import { type League, refuseArchived } from '../league/league.js';
import { lockLeague, raiseVersion } from '../league/league.repository.js';
import { checkQuota, checkWork, type NeedsQuota, type NeedsTokenGrowth } from '../league/quota.js';
import { countLog } from '../match-log/match.repository.js';
import { insertEvent, leagueTopic, type NeedsWakeUps } from '../outbox/outbox.js';
import { isOtherVersion, ratingSystemOf } from '../raters/rating-system.js';
import type { AppliedChange } from '../replay/applied-change.js';
import { type DeriveNeeds, derive, isShort } from '../replay/derive.js';
import { describeEffect, type Effect, RatingMoves } from '../replay/effect.js';
import { type AnyChange, type Change, type ChangeRequest, type FoundLeague, Unchanged } from './change.js';
import { type DryRunNeeds, dryRun } from './dry-run.js';
import { RECOMPUTES, type Recompute } from './recompute.js';
import { findPendingRecompute, findRecompute, insertRecompute } from './recompute.repository.js';

export interface MakeChangeNeeds extends DryRunNeeds, DeriveNeeds, NeedsWakeUps, NeedsQuota, NeedsTokenGrowth {
  /** A mutation rates tails of up to this many matches; a job rates longer ones. */
  readonly inlineTail: number;
}

/** The outcome of a change: its effect, or the job that carries it out; neither if it changed nothing. */
export interface Changed {
  readonly effect: Effect | null;
  readonly recompute: Recompute | null;
}

const UNCHANGED = { effect: null, recompute: null };

/**
 * Changes a league's history and rates everything that follows from it: at once if the tail is short, otherwise in a job.
 * If the caller leaves, a change within the request stops and changes nothing.
 * @returns its outcome, and the changed object as it is now
 * @throws Refused
 * @throws AccessDenied
 */
export async function makeChange<
  Input extends ChangeRequest,
  At extends FoundLeague,
  Data extends object,
  Shown extends object,
>(
  needs: MakeChangeNeeds,
  access: Access,
  change: Change<Input, At, Data, Shown>,
  input: Input,
): Promise<Changed & Shown> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'change a league');
  const found = await change.find(needs, access, input);
  const { league } = found;
  if (!canAdminister(access, league)) throw new AccessDenied(access, `administer ${league.slug}`);
  checkReason(input.reason);
  const data = await change.check(needs, access, found, input);
  const changed = await carryOutChange(needs, access, league, change, data, input).catch(unlessUnchanged);
  return { ...(await change.show(needs, found, input)), ...changed };
}

function unlessUnchanged(error: unknown): Changed {
  if (error instanceof Unchanged) return UNCHANGED;
  throw error;
}

/** @param data null: there is nothing to change */
async function carryOutChange<Data extends object>(
  needs: MakeChangeNeeds,
  access: Access,
  league: League,
  change: AnyChange,
  data: Data | null,
  request: ChangeRequest,
): Promise<Changed> {
  if (request.dryRun) {
    return data ? { effect: await dryRun(needs, league, change, data, request), recompute: null } : UNCHANGED;
  }
  const recall = (kept: KeptChange) => recallChanged(needs, kept);
  return runIdempotently(needs.database.manager, request.once ?? null, needs.clock(), recall, async () => {
    if (!data) return keepUnchanged(needs, request);
    await change.checkLog?.(needs, needs.database.manager, league, data);
    try {
      return { effect: await changeNow(needs, access, league.id, change, data, request), recompute: null };
    } catch (error) {
      if (error instanceof Unchanged) return keepUnchanged(needs, request);
      if (error instanceof TooLong) {
        return { effect: null, recompute: await enqueue(needs, access, error, change, data, request) };
      }
      if (!request.left?.aborted) throw error;
      throw new Refused(refuse('CORRECTION_NOT_AWAITED', ['input']));
    }
  });
}

/** A request that changed nothing is stored: if it is repeated after others have changed the match, it must not change it then. */
async function keepUnchanged({ database, clock }: MakeChangeNeeds, { once }: ChangeRequest): Promise<Changed> {
  if (!once) return UNCHANGED;
  const settled = { once, now: clock(), keep: (): KeptChange => UNCHANGED };
  return settleInTransaction(database, null, settled, async () => UNCHANGED);
}

/** Changes log and ratings in one transaction. @throws TooLong if a job must do it */
async function changeNow(
  needs: MakeChangeNeeds,
  access: Access,
  leagueId: number,
  change: AnyChange,
  data: object,
  { reason, once, left, charge }: ChangeRequest,
): Promise<Effect> {
  const { action } = change;
  const work = async (tx: EntityManager): Promise<Effect> => {
    // The caller may have left while they waited for their turn.
    left?.throwIfAborted();
    const league = await lockLeague(tx, leagueId);
    refuseArchived(league);
    if (await findPendingRecompute(tx, leagueId)) throw alreadyRecomputing(league);
    // Processes with another version of the rater may use the database, and have rated this league.
    if (!change.ratesAnew) ratingSystemOf(needs.raters, league);
    await checkQuotas(needs, tx, league, access);

    // Before the change, because the league is locked then.
    const own = await change.countMatches?.(tx, league, data);
    if (own !== undefined && own > needs.inlineTail)
      throw new TooLong(league, league.matchCount, needs.raters.get(league.rater));
    const applied = await change.apply(needs, tx, league, data, false, access);
    const moves = new RatingMoves();
    if (applied.isUnrated) {
      const entry = { action, reason, at: needs.clock() };
      return describeEffect(tx, await recordUnrated(tx, access, league, applied, entry), moves);
    }
    await checkLength(needs, tx, league, applied);

    const derivation = {
      ...{ league, applied, action, reason, by: 'request' as const, moves, charge },
      onProgress: async () => left?.throwIfAborted(),
    };
    const derived = await cancelOnAbort(needs.database, tx, left, () => derive(needs, tx, access, derivation));
    return describeEffect(tx, derived, moves);
  };
  const keep = (effect: Effect): KeptChange => ({ effect, recompute: null });
  const settled = { once, now: needs.clock(), keep };
  const effect = await settleInTransaction(needs.database, leagueId, settled, work);
  needs.wakeUps.announce(leagueTopic(leagueId));
  return effect;
}

/** @throws Refused if the league or the caller has used up a quota */
async function checkQuotas(needs: MakeChangeNeeds, tx: EntityManager, league: League, access: Access): Promise<void> {
  const path = ['input'];
  const excess = checkQuota(league, needs.leagueStorage, path) ?? (await checkWork(needs, tx, league, access, path));
  if (!excess) return;
  needs.metrics.quotaRefusals.inc({ quota: excess.quota });
  throw new Refused(excess);
}

/** The tail is too long for a request. Rolls back the change of the log; the job makes it again, with the ratings. */
class TooLong extends Error {
  constructor(
    readonly league: League,
    readonly length: number,
    /** The rater for the job. */
    readonly rater: Rater | undefined,
  ) {
    super(`${length} matches are too many to rate within one request`);
  }
}

/** @throws TooLong if more matches follow from a change than a request may rate */
async function checkLength(
  { inlineTail }: MakeChangeNeeds,
  tx: EntityManager,
  league: League,
  { from, system }: AppliedChange,
): Promise<void> {
  const isWhole = !from || isOtherVersion(league, system);
  // The count of a whole log includes void matches: to leave them out, each match would have to be read.
  const length = isWhole ? league.matchCount : await countLog(tx, league.id, from);
  if (length <= inlineTail) return;
  const total = isWhole || isShort(length, league.matchCount) ? length : await countLog(tx, league.id, null);
  throw new TooLong(league, total, system.rater);
}

const NOTHING_MOVED = { changeCount: 0, largestChange: null };

/** Completes a change that is not rated: the revision stays, readers see a new version, and webhooks get an event. */
async function recordUnrated(
  tx: EntityManager,
  access: Access,
  league: League,
  { subject = leagueSubject(league.id), before, after }: AppliedChange,
  entry: { readonly action: string; readonly reason: string; readonly at: Date },
): Promise<League> {
  await insertAuditEntry(tx, access, { leagueId: league.id, subject, before, after, moved: NOTHING_MOVED, ...entry });
  const shown = await raiseVersion(tx, league);
  const event = { leagueId: league.id, number: shown.version, revision: league.revision, at: entry.at };
  await insertEvent(tx, { ...event, kind: 'MATCH_SHOWN', sequences: null }, { action: entry.action, subject });
  return shown;
}

/** Hands a change to a job. */
async function enqueue(
  needs: NeedsDatabase & NeedsClock & NeedsWakeUps,
  access: Access,
  { league, length, rater }: TooLong,
  change: AnyChange,
  data: object,
  { reason, once }: ChangeRequest,
): Promise<Recompute> {
  const work = async (tx: EntityManager) => {
    // The league may have been archived in the meantime.
    refuseArchived(await lockLeague(tx, league.id));
    const requestedAt = needs.clock();
    const recompute = await insertRecompute(tx, access, {
      leagueId: league.id,
      correction: {
        ...data,
        kind: change.kind,
        ...(rater && { ratedBy: { rater: rater.key, version: rater.version } }),
      },
      reason,
      total: length,
      requestedAt,
    });
    if (!recompute) throw alreadyRecomputing(league);
    await change.admit?.(needs, tx, league, data, access);
    return recompute;
  };
  const keep = ({ id }: Recompute): KeptChange => ({ effect: null, recompute: id });
  const settled = { once, now: needs.clock(), keep };
  const recompute = await settleInTransaction(needs.database, league.id, settled, work);
  needs.wakeUps.announce(RECOMPUTES);
  return recompute;
}

function alreadyRecomputing({ slug }: League): Refused {
  return new Refused(refuse('ALREADY_RECOMPUTING', ['input'], { league: slug }));
}

/** The outcome of a change, stored for requests with the same Idempotency-Key. */
interface KeptChange {
  readonly effect: unknown;
  readonly recompute: number | null;
}

/** The outcome of an earlier change. */
async function recallChanged({ database }: NeedsDatabase, { effect, recompute }: KeptChange): Promise<Changed> {
  return {
    effect: withTimes<Effect | null>(effect),
    recompute: recompute === null ? null : await findRecompute(database.manager, recompute),
  };
}
