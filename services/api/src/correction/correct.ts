import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { doOnce, settle, withTimes } from '../access/once.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { leagueSubject } from '../audit/audit-subject.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { cancelledWith } from '../kit/sql/cancelled-with.js';
import { transaction } from '../kit/sql/transaction.js';
import { type League, refuseArchived } from '../league/league.js';
import { lockLeague, raiseVersion } from '../league/league.repository.js';
import { checkQuota, checkWork, type NeedsQuota } from '../league/quota.js';
import type { NeedsTokenGrowth } from '../league/token-growth.js';
import { countLog } from '../match-log/match.repository.js';
import { insertEvent } from '../outbox/league-event.repository.js';
import { leagueTopic, type NeedsWakeUps } from '../outbox/wake-ups.js';
import { enterPlayer } from '../player/player.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { isOtherVersion, ratingSystemOf } from '../raters/rating-system.js';
import { admitPlayers } from '../rating/admit-players.js';
import type { AppliedCorrection } from '../replay/applied-correction.js';
import type { Correction } from '../replay/correction.js';
import { type DeriveNeeds, derive, isShort } from '../replay/derive.js';
import { describeEffect, type Effect, RatingMoves } from '../replay/effect.js';
import { applyCorrection } from './apply-correction.js';
import { findChanges } from './change-import.js';
import { Unchanged } from './change-status.js';
import type { CorrectionRequest } from './correction-request.js';
import { type DryRunNeeds, dryRun } from './dry-run.js';
import { type QueuedCorrection, RECOMPUTES, type Recompute } from './recompute.js';
import { findPendingRecompute, findRecompute, insertRecompute } from './recompute.repository.js';

export interface CorrectNeeds extends DryRunNeeds, DeriveNeeds, NeedsWakeUps, NeedsQuota, NeedsTokenGrowth {
  /** A mutation rates tails of up to this many matches; a job rates longer ones. */
  readonly inlineTail: number;
}

/** The outcome of a correction: its effect, or the job that carries it out; neither if it changed nothing. */
export interface Corrected {
  readonly effect: Effect | null;
  readonly recompute: Recompute | null;
}

/**
 * Corrects a league's history and rates everything that follows from it: at once if the tail is short, otherwise in a job.
 * If the caller leaves, a correction within the request stops and changes nothing.
 * @throws Refused
 */
export async function correct(
  needs: CorrectNeeds,
  access: Access,
  leagueId: number,
  correction: Correction,
  request: CorrectionRequest,
): Promise<Corrected> {
  try {
    return await carryOut(needs, access, leagueId, correction, request);
  } catch (error) {
    if (error instanceof Unchanged) return UNCHANGED;
    throw error;
  }
}

/** The outcome of a correction that changed nothing. */
export const UNCHANGED: Corrected = { effect: null, recompute: null };

async function carryOut(
  needs: CorrectNeeds,
  access: Access,
  leagueId: number,
  correction: Correction,
  request: CorrectionRequest,
): Promise<Corrected> {
  if (request.dryRun) return { effect: await dryRun(needs, leagueId, correction, request), recompute: null };
  return doOnce(
    needs.database.manager,
    request.once ?? null,
    needs.clock(),
    (kept) => recallCorrected(needs, kept),
    async () => {
      await request.check?.(needs.database.manager);
      try {
        return { effect: await correctNow(needs, access, leagueId, correction, request), recompute: null };
      } catch (error) {
        if (error instanceof TooLong) {
          return { effect: null, recompute: await enqueue(needs, access, error, correction, request) };
        }
        if (!request.left?.aborted) throw error;
        throw new Refused(refuse('CONFLICT', ['input'], 'the caller did not wait for the correction'));
      }
    },
  );
}

/** Corrections that ask for another rating system, or for the installed version of the present one. */
const RERATES: ReadonlySet<Correction['kind']> = new Set(['configureRatingSystem', 'recomputeLeague']);

/** Corrects log and ratings in one transaction. @throws TooLong if a job must do it */
async function correctNow(
  needs: CorrectNeeds,
  access: Access,
  leagueId: number,
  correction: Correction,
  { reason, once, left, charge }: CorrectionRequest,
): Promise<Effect> {
  const work = async (tx: EntityManager): Promise<Effect> => {
    // The caller may have left while they waited for their turn.
    left?.throwIfAborted();
    const league = await lockLeague(tx, leagueId);
    refuseArchived(league);
    if (await findPendingRecompute(tx, leagueId)) throw alreadyRecomputing(league);
    // Processes with another version of the rater may serve the database, and have rated this league.
    if (!RERATES.has(correction.kind)) ratingSystemOf(needs.raters, league);
    await checkQuotas(needs, tx, league, access);

    await checkImportLength(needs, tx, league, correction);
    const applied = await applyCorrection(needs, tx, league, correction);
    const moves = new RatingMoves();
    if (applied.isUnrated) {
      const entry = { action: correction.kind, reason, at: needs.clock() };
      return describeEffect(tx, await recordUnrated(tx, access, league, applied, entry), moves);
    }
    await checkLength(needs, tx, league, applied);

    const derivation = {
      ...{ league, applied, action: correction.kind, reason, by: 'request' as const, moves, charge },
      onProgress: async () => left?.throwIfAborted(),
    };
    const derived = await cancelledWith(needs.database, tx, left, () => derive(needs, tx, access, derivation));
    return describeEffect(tx, derived, moves);
  };
  const keep = (effect: Effect): KeptCorrection => ({ effect, recompute: null });
  const effect = await transaction(needs.database, leagueId, (tx) =>
    settle(tx, once, needs.clock(), () => work(tx), keep),
  );
  needs.wakeUps.announce(leagueTopic(leagueId));
  return effect;
}

/** @throws Refused if the league or the caller has used up a quota */
async function checkQuotas(needs: CorrectNeeds, tx: EntityManager, league: League, access: Access): Promise<void> {
  const path = ['input'];
  const excess = checkQuota(league, needs.leagueStorage, path) ?? (await checkWork(needs, tx, league, access, path));
  if (!excess) return;
  needs.metrics.quotaRefusals.inc({ quota: excess.quota });
  throw new Refused(excess);
}

/** The tail is too long for a request. Rolls back the change of the log; the job makes it again, together with the ratings. */
class TooLong extends Error {
  constructor(
    readonly league: League,
    readonly length: number,
  ) {
    super(`${length} matches are too many to rate within one request`);
  }
}

/** @throws TooLong if an import has more matches than a request may change: before they are changed, because the league is locked */
async function checkImportLength(
  { inlineTail }: CorrectNeeds,
  tx: EntityManager,
  league: League,
  correction: Correction,
): Promise<void> {
  if (!('ofImport' in correction)) return;
  const { sequences } = await findChanges(tx, league.id, correction);
  if (sequences.length > inlineTail) throw new TooLong(league, league.matchCount);
}

/** @throws TooLong if more matches follow from a correction than a request may rate */
async function checkLength(
  { inlineTail }: CorrectNeeds,
  tx: EntityManager,
  league: League,
  { from, system }: AppliedCorrection,
): Promise<void> {
  const isWhole = !from || isOtherVersion(league, system);
  // The count of a whole log includes void matches: to leave them out, each match would have to be read.
  const length = isWhole ? league.matchCount : await countLog(tx, league.id, from);
  if (length <= inlineTail) return;
  const total = isWhole || isShort(length, league.matchCount) ? length : await countLog(tx, league.id, null);
  throw new TooLong(league, total);
}

/** Completes a correction of something that is not rated: the revision stays, readers see a new version, and webhooks get an event. */
async function recordUnrated(
  tx: EntityManager,
  access: Access,
  league: League,
  { subject = leagueSubject(league.id), before, after }: AppliedCorrection,
  entry: { readonly action: string; readonly reason: string; readonly at: Date },
): Promise<League> {
  await insertAuditEntry(tx, access, { leagueId: league.id, subject, before, after, ...entry });
  const shown = await raiseVersion(tx, league);
  const event = { leagueId: league.id, number: shown.version, revision: league.revision, at: entry.at };
  await insertEvent(tx, { ...event, kind: 'MATCH_SHOWN', sequences: null }, { action: entry.action, subject });
  return shown;
}

/** Hands a correction to a job. */
async function enqueue(
  needs: NeedsDatabase & NeedsClock & NeedsRaters & NeedsWakeUps,
  access: Access,
  { league, length }: TooLong,
  correction: Correction,
  { reason, once }: CorrectionRequest,
): Promise<Recompute> {
  const work = async (tx: EntityManager) => {
    // The league may have been archived in the meantime.
    refuseArchived(await lockLeague(tx, league.id));
    const requestedAt = needs.clock();
    const recompute = await insertRecompute(tx, access, {
      leagueId: league.id,
      correction: { ...correction, ...ratedBy(needs, league, correction) },
      reason,
      total: length,
      requestedAt,
    });
    if (!recompute) throw alreadyRecomputing(league);
    if (correction.kind === 'amendMatch' && correction.sides) {
      // Creates new players now: the job's long transaction would keep their handles locked.
      const entrant = { match: { sides: correction.sides }, path: ['input'] };
      const refusal = (await admitPlayers(tx, league, [entrant], requestedAt)).refusals.get(0);
      if (refusal) throw new Refused(refusal);
    }
    if (correction.kind === 'mergePlayers') await enterPlayer(tx, league.id, correction.intoId, requestedAt);
    return recompute;
  };
  const keep = ({ id }: Recompute): KeptCorrection => ({ effect: null, recompute: id });
  const recompute = await transaction(needs.database, league.id, (tx) =>
    settle(tx, once, needs.clock(), () => work(tx), keep),
  );
  needs.wakeUps.announce(RECOMPUTES);
  return recompute;
}

/** The rater that a job shall have. */
function ratedBy({ raters }: NeedsRaters, league: League, correction: Correction): Pick<QueuedCorrection, 'ratedBy'> {
  const { rater } = correction.kind === 'configureRatingSystem' ? correction : league;
  const version = raters.get(rater)?.version;
  return version === undefined ? {} : { ratedBy: { rater, version } };
}

function alreadyRecomputing({ slug }: League): Refused {
  const message = `league ${slug} must not be recomputing already; wait for it to end, or cancel it`;
  return new Refused(refuse('CONFLICT', ['input'], message));
}

/** The outcome of a correction, kept for requests with the same Idempotency-Key. */
export interface KeptCorrection {
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
