import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { insertAuditEntries, leagueSubject, type RatingsMoved } from '../audit/audit.repository.js';
import type { NeedsClock } from '../kit/needs.js';
import { expectRows } from '../kit/sql/transaction.js';
import { type League, newMark } from '../league/league.js';
import { insertRevision, type LeagueDerivation, lockLeague } from '../league/league.repository.js';
import { LeagueTable } from '../league/league.table.js';
import { endMemberships } from '../league/public-players.repository.js';
import { countLog } from '../match-log/match.repository.js';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { insertEvent, insertShownMatches } from '../outbox/outbox.js';
import { isOtherVersion } from '../raters/rating-system.js';
import type { AppliedChange, ChangedSubject } from './applied-change.js';
import type { RatingMoves } from './effect.js';
import { drawGeneration } from './log/copied-rows.js';
import { RebuildAll } from './rebuild-all.js';
import { RebuildTail } from './rebuild-tail.js';
import type { ReplayRequest, ReplayStrategy, ReplayWork } from './replay-strategy.js';

export interface ReplayNeeds {
  /** Bytes of players' states that a replay keeps in memory; the rest goes to a temporary file. */
  readonly stateBytes: number;
}

export type DeriveNeeds = NeedsClock & NeedsMetrics & ReplayNeeds;

/** How to rate a league again after a change of its log. */
export interface Derivation extends Omit<ReplayRequest, 'by'> {
  /** Its name in the audit log. */
  readonly action: string;
  readonly reason: string;
  /** Sequences of late matches, which this replay rates for the first time. */
  readonly arrivals?: readonly number[];
  readonly by: 'request' | 'job';
  /** Collects the ratings that change; omitted if not needed. */
  readonly moves?: RatingMoves;
  /** Called with the work that was done, even after an error. */
  readonly charge?: (work: ReplayWork) => void;
}

/** The log changed while its tail was being rated: rate it again. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Rates the tail or the whole log again and makes the result the league's next revision, in the caller's transaction. It locks the
 * league only after that, so the league accepts matches in the meantime; these are rated under the lock.
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
    return await deriveFrom(needs, tx, access, derivation, strategy);
  } finally {
    derivation.charge?.(strategy.work);
    strategy.close();
  }
}

async function deriveFrom(
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
  const { generation, journalBytes, superseded, players } = await strategy.publish(moves);
  moves?.follow(applied, strategy);

  const at = needs.clock();
  const { rater, settings, chanceFit = null } = applied.system;
  const { matches } = applied;
  const derived = { rater: rater.key, raterVersion: rater.version, settings, chanceFit, revision, generation };
  const after = await updateDerivation(tx, current, {
    ...derived,
    isNewSystem: applied.isNewSystem ?? false,
    arrivals: arrivals?.length ?? 0,
    journalBytes,
    players,
    shown: matches?.count ?? 0,
    at,
  });
  const { lines } = strategy.work;
  const replay = { superseded, lines, bytes: journalBytes, tokenId: access.tokenId };
  await insertRevision(tx, league.id, { ...derived, reason, appliedAt: at, replay });
  needs.metrics.linesRatedAgain.inc({ action }, lines);
  const own = auditedChange(league, applied);
  const record = (changes: readonly (ChangedSubject & { readonly moved?: RatingsMoved })[]) =>
    insertAuditEntries(
      tx,
      access,
      changes.map((change) => ({ leagueId: league.id, ...change, action, reason, at })),
    );
  await record([{ ...own, ...(moves && { moved: moves.moved }) }]);
  let number = current.version + 1;
  for await (const page of matches?.pages() ?? []) {
    const shown = { leagueId: league.id, number, revision: league.revision, at };
    const subjects = page.map(({ subject }) => subject);
    await insertShownMatches(tx, shown, action, subjects);
    await record(page);
    number += page.length;
  }
  const event = { leagueId: league.id, number: after.version, revision, at, sequences: arrivals };
  await insertEvent(tx, { ...event, kind: 'RECOMPUTED' }, { action, subject: own.subject });
  if (applied.leavers?.length) await endMemberships(tx, league.id, applied.leavers);
  return after;
}

/**
 * The request, with the settings that the league gets from another version of its rater: in one entry, because each entry of a
 * correction counts as one.
 */
function auditedChange({ id, settings: former }: League, applied: AppliedChange): ChangedSubject {
  const { subject = leagueSubject(id), before, after } = applied;
  const { settings } = applied.system;
  if (isDeepStrictEqual(former, settings) || (after as Audited)?.settings) return { subject, before, after };
  return {
    subject,
    before: { ...(before as Audited), settings: former },
    after: { ...(after as Audited), settings },
  };
}

type Audited = { readonly settings?: unknown } | null;

/**
 * Makes a derivation the official one, and counts again what it may have changed.
 * @param derivation `arrivals`: matches added to the log with it; `journalBytes`: bytes by which the journal grew; `players`: players with
 *   a rated match, or null to count them, which takes long just after each of their rows was written; `shown`: events of single matches that
 *   come before its own
 */
async function updateDerivation(
  tx: EntityManager,
  league: League,
  derivation: LeagueDerivation & {
    readonly isNewSystem: boolean;
    readonly arrivals: number;
    readonly journalBytes: number;
    readonly players: number | null;
    readonly shown: number;
    readonly at: Date;
  },
): Promise<League> {
  const [, touched] = await tx.query(
    `UPDATE league SET
       rater = $3, rater_version = $4, settings = $5, revision = $6, generation = $7,
       applied_at = CASE WHEN $8 THEN $9 ELSE applied_at END,
       rated_through = (SELECT max(played_at) FROM match WHERE league_id = $1 AND status = 'RATED'),
       match_count = match_count + $10,
       journal_bytes = journal_bytes + $11,
       player_count = coalesce($15::integer, (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0)),
       chance_fit = $13, version = version + 1 + $14::integer, mark = $12
     WHERE id = $1 AND version = $2`,
    [
      league.id,
      league.version,
      derivation.rater,
      derivation.raterVersion,
      JSON.stringify(derivation.settings),
      derivation.revision,
      derivation.generation,
      derivation.isNewSystem,
      derivation.at,
      derivation.arrivals,
      derivation.journalBytes,
      newMark(),
      derivation.chanceFit && JSON.stringify(derivation.chanceFit),
      derivation.shown,
      derivation.players,
    ],
  );
  expectRows('updateDerivation', touched, 1);
  return tx.findOneByOrFail(LeagueTable, { id: league.id });
}

/** A tail that is short, or short for its log, is rated in place; otherwise the whole log is rated into a new generation. */
export async function chooseReplayStrategy(
  { stateBytes }: ReplayNeeds,
  tx: EntityManager,
  request: ReplayRequest,
): Promise<ReplayStrategy> {
  const { league, applied, by, aside, onProgress } = request;
  const { system, from } = applied;
  if (from && system.rater.restore && !isOtherVersion(league, system)) {
    const length = await countLog(tx, league.id, from);
    if (isShort(length, league.matchCount)) return new RebuildTail(tx, request, from, stateBytes);
  }
  const { lastSequence } = league;
  const origin = { leagueId: league.id, generation: await drawGeneration(tx), revision: league.revision + 1 };
  const merges = await listMerges(tx, league.id);
  const lines = by === 'dry run' ? null : (aside ?? tx);
  const isStaged = by === 'job';
  return new RebuildAll(tx, { origin, system, merges, lastSequence, lines, isStaged, stateBytes, onProgress });
}

/** A tail of up to this many matches is rated in place, however short the log is. */
const SHORT_TAIL = 1000;
/** A longer tail is rated in place up to this share of the log. */
const SHORT_SHARE = 1 / 50;

/** Whether a tail is rated in place. */
export function isShort(tail: number, log: number): boolean {
  return tail <= SHORT_TAIL || tail <= SHORT_SHARE * log;
}
