import { type EntityManager, QueryFailedError } from 'typeorm';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsChanges } from '../league-log/change.js';
import type { NeedsRaters } from '../raters/raters.js';
import type { RaterChoice, RatingSystem } from '../raters/rating-system.js';
import { PlayerIndex } from '../replay/log/player-index.js';
import { StateStore } from '../replay/states/state-store.js';
import { TemporaryFileFailed } from '../replay/states/temporary-file.js';
import { actionsOf } from './actions.js';
import { checkAnalyses } from './analyses.js';
import { checkLeagueAudit } from './audit.js';
import { chainChecker } from './chain.js';
import { checkCounters, checkJournalBytes, checkPlayerCount } from './counters.js';
import { checkDerivedContributions } from './derived-contributions.js';
import { checkEvents } from './events.js';
import { Findings, type Invariant, type Problem } from './findings.js';
import type { Replay } from './fold.js';
import { checkImports } from './imports.js';
import { checkJournal } from './journal.js';
import { type CheckedEntry, journalEntries } from './journal-entries.js';
import { checkLog } from './log.js';
import { checkMemberships } from './memberships.js';
import { checkMerges } from './merges.js';
import { checkMidnight } from './midnight.js';
import { checkQueue } from './queue.js';
import { checkRankBuckets } from './rank-buckets.js';
import { pendingVersion, systemToReplay } from './rating-system.js';
import { checkRatings } from './ratings.js';
import { checkRecomputes } from './recomputes.js';
import { replayLog, type Step } from './replay.js';
import { checkRestore } from './restore.js';
import { checkRevisions, firstRevision } from './revisions.js';
import { sideBySide } from './side-by-side.js';
import { checkSnapshots } from './snapshots.js';
import { checkStandings } from './standings.js';
import { adjustmentsIn, checkContributions, checkZeroSum } from './sums.js';
import { checkSuperseded } from './superseded.js';
import { checkTallies } from './tallies.js';
import { checkTimes } from './times.js';
import { checkVerification } from './verifications.js';
import { checkWebhooks } from './webhooks.js';

export interface NeedsStateBytes {
  /** How many bytes of players' states to keep in memory; the rest goes to a temporary file. */
  readonly stateBytes: number;
}

/** The findings in a league. */
export interface LeagueVerification {
  readonly slug: string;
  /** Matches in the log, including void ones. */
  readonly matches: number;
  /** The newest arrival in the log. */
  readonly sequence: number;
  /** The official revision. */
  readonly revision: number;
  /** Lines of the journal. */
  readonly changes: number;
  /** Rows of players who have played or are registered. */
  readonly ratings: number;
  /** The version that derived the board, for example "timed-glicko 1.0.0". */
  readonly derivedBy: string;
  /** The installed version if another one rated the board, which then needs a recompute; otherwise null. */
  readonly needsDerivingUnder: string | null;
  /** Empty if every checked invariant holds. Without the version that rated the board, the league is not replayed. */
  readonly problems: readonly Problem[];
}

/** Called after each step of a verification, which waits for it and fails if it throws. */
export type OnVerifyProgress = (progress: VerifyProgress) => unknown;

/** Progress of the verification of a league. */
export interface VerifyProgress {
  readonly league: string;
  /** Matches verified so far. */
  readonly done: number;
  /** Matches of the league. */
  readonly total: number;
}

/**
 * Proves the invariants of one league.
 * @param tx a snapshot, so that everything is read as of one moment
 * @param onProgress called every few milliseconds of the replay
 * @throws LeagueDeleted if it has been deleted, because its rows may be gone in part
 * @throws TemporaryFileFailed
 */
export async function verifyLeague(
  { raters, changes, stateBytes }: NeedsRaters & NeedsChanges & NeedsStateBytes,
  tx: EntityManager,
  leagueId: number,
  onProgress: OnVerifyProgress,
): Promise<LeagueVerification> {
  const findings = new Findings();
  const actions = actionsOf(changes);
  const league = await getLeague(tx, leagueId);
  await checkLog(tx, leagueId, findings);
  await checkCounters(tx, league, findings);
  await checkJournalBytes(tx, league, findings);
  await checkLeagueAudit(tx, league, actions, findings);
  await checkRevisions(tx, league, actions, findings);
  await checkEvents(tx, league, findings);
  await checkRecomputes(tx, league, findings);
  await checkMerges(tx, leagueId, findings);
  await checkQueue(tx, league, findings);
  await checkWebhooks(tx, league, actions, findings);
  await checkAnalyses(tx, league, findings);
  await checkImports(tx, league, findings);
  await checkSuperseded(tx, league, findings);
  await checkSnapshots(tx, league, findings);
  await checkMidnight(tx, league, findings);
  await checkRankBuckets(tx, leagueId, findings);
  await checkMemberships(tx, leagueId, findings);
  await checkVerification(tx, league, findings);

  const isOrdered = await checkTimes(tx, leagueId, findings);
  const needsDerivingUnder = pendingVersion(raters, league);
  const system = isOrdered && !needsDerivingUnder ? systemToReplay(raters, league, findings) : null;
  if (needsDerivingUnder) await checkTallies(tx, league, findings);
  const states = new StateStore(new PlayerIndex(), stateBytes);
  try {
    const replay: Replay = { states, waits: new Map(), tallies: new Map() };
    const installed = raters.get(league.rater);
    const choice = installed ? { rater: installed, settings: league.settings } : null;
    const changes = await checkAlong(tx, league, system, choice, replay, findings, onProgress);
    if (system) await checkOutcome(tx, league, system, replay, findings);
    const ratings = await countRatings(tx, leagueId);
    const { slug, matchCount: matches, lastSequence: sequence, revision, rater, raterVersion } = league;
    const derivedBy = `${rater} ${raterVersion}`;
    const problems = findings.problems();
    return { slug, matches, sequence, revision, changes, ratings, derivedBy, needsDerivingUnder, problems };
  } finally {
    states.close();
  }
}

/**
 * Checks the journal without a replay and, if the league can be replayed, against the replay.
 * @param choice the league's rater, in any version; null if not installed. Only the rater knows what changed ratings besides opponents
 */
async function checkAlong(
  tx: EntityManager,
  league: League,
  system: RatingSystem | null,
  choice: RaterChoice | null,
  replay: Replay,
  findings: Findings,
  onProgress: OnVerifyProgress,
): Promise<number> {
  const checkChain = chainChecker(await firstRevision(tx, league), league.revision, findings);
  const steps = system ? replayLog(tx, league, system, replay) : nothing<readonly Step[]>();
  const progress = { league: league.slug, done: 0, total: league.matchCount };
  let lines = 0;
  await onProgress(progress);
  for await (const pairs of sideBySide<Step, CheckedEntry>(steps, journalEntries(tx, league))) {
    for (const { left: step, right: entry } of pairs) {
      if (system) checkJournal(step, entry, findings);
      if (system && step && entry) await checkDerivedContributions(tx, league, system, step, entry, findings);
      if (entry) {
        checkChain(entry);
        const adjustments = adjustmentsIn(choice?.rater ?? null, choice?.settings, step?.lines ?? null);
        checkContributions(entry, adjustments, findings);
        if (system?.rater.isZeroSum) checkZeroSum(entry, findings);
        lines += entry.lines.length;
      }
      if (step || !system) progress.done++;
    }
    await onProgress({ ...progress });
  }
  return lines;
}

async function* nothing<T>(): AsyncGenerator<T> {}

/** The service shows the end of the replay and continues from it. */
async function checkOutcome(
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  replay: Replay,
  findings: Findings,
): Promise<void> {
  checkPlayerCount(league, replay.tallies.size, findings);
  await attempt('ratings', findings, () => checkRatings(tx, league.id, system, replay, findings));
  await attempt('restore', findings, () => checkRestore(tx, league, system, replay, findings));
  await attempt('standings', findings, () => checkStandings(tx, league, system, replay, findings));
}

/** Functions of the service may fail on damaged data; the failure is a finding too. */
async function attempt(invariant: Invariant, findings: Findings, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof QueryFailedError || error instanceof TemporaryFileFailed) throw error;
    findings.add(invariant, 'the check', 'finishes', (error as Error).message);
  }
}

async function countRatings(tx: EntityManager, leagueId: number): Promise<number> {
  const rows: { count: number }[] = await tx.query(
    'SELECT count(*)::integer AS count FROM rating WHERE league_id = $1',
    [leagueId],
  );
  return rows[0]!.count;
}
