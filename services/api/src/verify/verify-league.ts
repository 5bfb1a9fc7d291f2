import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsChanges } from '../league-log/change.js';
import type { NeedsRaters } from '../raters/raters.js';
import type { RaterChoice, RatingSystem } from '../raters/rating-system.js';
import { PlayerIndex } from '../replay/log/player-index.js';
import { StateStore } from '../replay/states/state-store.js';
import { LEAGUE_AUDIT_RULES } from './audit.js';
import { BOARD_RULES, TALLY_RULES } from './board.js';
import { chainChecker, pastChain } from './chain.js';
import { EVENT_RULES, WEBHOOK_RULES } from './events.js';
import { Findings, type Problem } from './findings.js';
import type { Replay } from './fold.js';
import { type CheckedEntry, checkDerivedContributions, checkJournal, journalEntries } from './journal.js';
import { COUNTER_RULES, LOG_RULES, TIME_RULES } from './log.js';
import { checkOutcome } from './outcome.js';
import { PLAYER_RULES } from './players.js';
import { pendingVersion, replayLog, type Step, systemToReplay } from './replay.js';
import { REVISION_RULES, SUPERSEDED_RULES } from './revisions.js';
import { actionsOf, checkRules, type LeagueRule } from './rules.js';
import { mergeJoin } from './snapshot.js';
import { adjustmentsIn, checkContributions, checkZeroSum } from './sums.js';
import { WORK_RULES } from './work.js';

const RULES: readonly LeagueRule[] = [
  ...LOG_RULES,
  ...COUNTER_RULES,
  ...LEAGUE_AUDIT_RULES,
  ...REVISION_RULES,
  ...EVENT_RULES,
  ...WEBHOOK_RULES,
  ...WORK_RULES,
  ...SUPERSEDED_RULES,
  ...BOARD_RULES,
  ...PLAYER_RULES,
];

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
  const league = await getLeague(tx, leagueId);
  const about = { ...league, ...actionsOf(changes) };
  await checkRules(tx, [...RULES, pastChain()], about, findings);
  const isOrdered = await checkRules(tx, TIME_RULES, about, findings);
  const needsDerivingUnder = pendingVersion(raters, league);
  const system = isOrdered && !needsDerivingUnder ? systemToReplay(raters, league, findings) : null;
  if (needsDerivingUnder) await checkRules(tx, TALLY_RULES, about, findings);
  const states = new StateStore(new PlayerIndex(), stateBytes);
  try {
    const replay: Replay = { states, waits: new Map(), tallies: new Map() };
    const rater = raters.get(league.rater) ?? null;
    const changes = await checkAlong(tx, league, { system, rater, replay }, findings, onProgress);
    if (system) await checkOutcome({ tx, league, system, replay, findings });
    const [{ ratings }] = await tx.query('SELECT count(*)::integer AS ratings FROM rating WHERE league_id = $1', [
      leagueId,
    ]);
    const { slug, matchCount: matches, lastSequence: sequence, revision } = league;
    const derivedBy = `${league.rater} ${league.raterVersion}`;
    const problems = findings.problems();
    return { slug, matches, sequence, revision, changes, ratings, derivedBy, needsDerivingUnder, problems };
  } finally {
    states.close();
  }
}

interface Derivation {
  /** Null if the league cannot be replayed. */
  readonly system: RatingSystem | null;
  /** The league's rater, in any version; null if not installed. Only the rater can tell causes of rating changes besides opponents. */
  readonly rater: RaterChoice['rater'] | null;
  readonly replay: Replay;
}

/** Checks the journal without a replay and, if the league can be replayed, against the replay. */
async function checkAlong(
  tx: EntityManager,
  league: League,
  { system, rater, replay }: Derivation,
  findings: Findings,
  onProgress: OnVerifyProgress,
): Promise<number> {
  const checkChain = await chainChecker(tx, league, findings);
  const steps = system ? replayLog(tx, league, system, replay) : nothing<readonly Step[]>();
  const progress = { league: league.slug, done: 0, total: league.matchCount };
  let lines = 0;
  const linesBefore = new Map<number, number>();
  await onProgress(progress);
  for await (const pairs of mergeJoin<Step, CheckedEntry>(steps, journalEntries(tx, league))) {
    for (const { left: step, right: entry } of pairs) {
      if (system) checkJournal(step, entry, findings);
      if (system && step && entry) {
        await checkDerivedContributions(tx, league, system, { step, entry, linesBefore }, findings);
      }
      if (entry) {
        for (const { player_id } of entry.lines) linesBefore.set(player_id, (linesBefore.get(player_id) ?? 0) + 1);
        checkChain(entry);
        checkContributions(entry, adjustmentsIn(rater, league.settings, step?.lines ?? null), findings);
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
