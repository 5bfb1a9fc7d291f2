import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { leagueSubject } from '../audit/audit-subject.js';
import type { NeedsClock } from '../kit/needs.js';
import type { League } from '../league/league.js';
import { insertRevision, lockLeague, updateDerivation } from '../league/league.repository.js';
import { countLog } from '../match-log/match.repository.js';
import { listMerges } from '../match-log/merge.repository.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { insertEvent } from '../outbox/league-event.repository.js';
import { isOtherVersion } from '../raters/rating-system.js';
import type { AppliedCorrection } from './applied-correction.js';
import type { Correction } from './correction.js';
import type { RatingMoves } from './effect.js';
import { NO_STAGING, stageInTable } from './journal-staging.js';
import { drawGeneration } from './log/copy-lines.repository.js';
import { RebuildAll } from './rebuild-all.js';
import { RebuildTail } from './rebuild-tail.js';
import type { ReplayStrategy } from './replay-strategy.js';
import type { ReplayWork } from './replay-work.js';

export interface ReplayNeeds {
  /** How many bytes of players' states a replay has in memory; the others are in a temporary file. */
  readonly stateBytes: number;
}

export type DeriveNeeds = NeedsClock & NeedsMetrics & ReplayNeeds;

/** How to rate a league again after a correction of its log. */
export interface Derivation {
  /** The league before the correction. */
  readonly league: League;
  readonly action: Correction['kind'] | 'submitMatches';
  readonly reason: string;
  /** Sequences of late matches that are rated with it for the first time. */
  readonly arrivals?: readonly number[];
  readonly applied: AppliedCorrection;
  /** A job writes the new board ahead, so that the league is not locked for long. */
  readonly by: 'request' | 'job';
  /** Gathers the ratings that move; left out if no one asks. */
  readonly moves?: RatingMoves;
  /** The transaction for lines of a new generation, which ends with this one. Left out: this one. */
  readonly aside?: EntityManager;
  readonly onProgress?: (done: number) => Promise<void>;
  /** Told of what was rated, however it ends. */
  readonly charge?: (work: ReplayWork) => void;
}

/** The log changed while its tail was being rated: rate it again. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Rates the tail or the whole log again and makes the result the league's next revision, in the caller's transaction. The
 * league is locked only when all is rated, so that it accepts matches meanwhile; those that came are then rated
 * too.
 * @returns the league with its new revision
 * @throws Overtaken
 */
export async function derive(
  needs: DeriveNeeds,
  tx: EntityManager,
  access: Access,
  derivation: Derivation,
): Promise<League> {
  const strategy = await chooseReplayStrategy(needs, tx, derivation);
  try {
    return await carryOut(needs, tx, access, derivation, strategy);
  } finally {
    derivation.charge?.(strategy.work);
    strategy.close();
  }
}

async function carryOut(
  needs: NeedsClock & NeedsMetrics,
  tx: EntityManager,
  access: Access,
  derivation: Derivation,
  strategy: ReplayStrategy,
): Promise<League> {
  const { league, action, reason, applied, arrivals = null } = derivation;
  const revision = league.revision + 1;
  await strategy.rate();
  const { moves = null } = derivation;
  await strategy.prepare(moves);
  const current = await lockLeague(tx, league.id);
  if (current.revision !== league.revision) throw new Overtaken(`league ${league.slug} was corrected meanwhile`);
  if (await strategy.isPassed()) throw new Overtaken(`matches came to league ${league.slug} before its newest`);
  await strategy.rate();
  strategy.showAs(current);
  await strategy.publish(moves);

  const at = needs.clock();
  const { rater, settings } = applied.system;
  const { generation } = strategy;
  const derived = { rater: rater.key, raterVersion: rater.version, settings, revision, generation };
  const after = await updateDerivation(tx, current, {
    ...derived,
    isNewSystem: action === 'configureRatingSystem',
    arrivals: arrivals?.length ?? 0,
    journalBytes: strategy.journalBytes,
    at,
  });
  const { superseded, work, journalBytes: bytes } = strategy;
  const replay = { superseded, lines: work.lines, bytes, tokenId: access.tokenId };
  await insertRevision(tx, league.id, { ...derived, reason, appliedAt: at, replay });
  needs.metrics.linesRatedAgain.inc({ action }, work.lines);
  const subject = applied.subject ?? leagueSubject(league.id);
  const event = { leagueId: league.id, number: after.version, revision, at, sequences: arrivals };
  await insertEvent(tx, { ...event, kind: 'RECOMPUTED' }, { action, subject });
  await insertAuditEntry(tx, access, {
    leagueId: league.id,
    subject,
    action,
    reason,
    before: applied.before,
    after: applied.after,
    at,
  });
  return after;
}

/** A request to derive ratings again. */
export interface ReplayRequest {
  /** The league before the correction. */
  readonly league: League;
  readonly applied: AppliedCorrection;
  /** A dry run publishes nothing. See `Derivation` for the others. */
  readonly by: 'request' | 'job' | 'dry run';
  /** See `Derivation`. */
  readonly aside?: EntityManager;
  readonly onProgress?: (done: number) => Promise<void>;
}

/** A tail that is short, or short for its log, is rated in place; otherwise the whole log is rated into a new generation. */
export async function chooseReplayStrategy(
  { stateBytes }: ReplayNeeds,
  tx: EntityManager,
  { league, applied, by, aside, onProgress }: ReplayRequest,
): Promise<ReplayStrategy> {
  const revision = league.revision + 1;
  const { system, from, seeds } = applied;
  const { lastSequence } = league;
  if (from && system.rater.restore && !isOtherVersion(league, system)) {
    const length = await countLog(tx, league.id, from);
    if (isShort(length, league.matchCount)) {
      const staging = by === 'dry run' ? NO_STAGING : await stageInTable(tx, league, revision);
      const replay = { journal: league, lastSequence, system, from, seeds, staging, stateBytes, onProgress };
      return new RebuildTail(tx, replay);
    }
  }
  const origin = { leagueId: league.id, generation: await drawGeneration(tx), revision };
  const merges = await listMerges(tx, league.id);
  const lines = by === 'dry run' ? null : (aside ?? tx);
  const isStaged = by === 'job';
  return new RebuildAll(tx, { origin, system, merges, lastSequence, lines, isStaged, stateBytes, onProgress });
}

/** Tails of up to this many matches are rated in place, however short the log is. */
const SHORT_TAIL = 1000;
/** Longer tails are, up to this share of the log. */
const SHORT_SHARE = 1 / 50;

/** Whether a tail is rated in place. */
export function isShort(tail: number, log: number): boolean {
  return tail <= SHORT_TAIL || tail <= SHORT_SHARE * log;
}
