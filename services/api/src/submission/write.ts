import type { EntityManager } from 'typeorm';
import type { NeedsSchema } from '../database/schema-watch.js';
import { under } from '../kit/refusal.js';
import { runPrepared, type Send, sendAsWriter } from '../kit/sql/prepared.js';
import { isAskedAgain, keepingAwake, transaction } from '../kit/sql/transaction.js';
import { isSameStamp, type League } from '../league/league.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import { checkWork } from '../league/quota.js';
import { DEFAULT_STATUS_RULES } from '../league/status-rules.js';
import { MAX_HELD_CONTRIBUTIONS, ratedPlayersOf } from '../match-log/match.js';
import { checkPlayers, handleKeysOf, type Roster, withIds } from '../match-log/roster.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { leagueTopic, type NeedsWakeUps } from '../outbox/outbox.js';
import { type NewPlayer, nameNewPlayers, recordLinks } from '../player/name-new-players.js';
import { inWritersTurn, isApart } from '../raters/apart.js';
import type { NeedsRaters } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { type Admission, admitPlayers } from '../rating/admit-players.js';
import { ReplayFailed } from '../replay/replayed-log.js';
import { appendToLog, isKnownExternalId, isRefusedByDatabase, withAppended } from './append.repository.js';
import {
  type Admitted,
  answerRefused,
  answerReplays,
  type Batch,
  type Candidate,
  type CheckAgainstLeagueNeeds,
  ClientDisconnected,
  checkAgainstLeague,
  contributionsOfBatch,
  foreseeing,
  isLate,
  pathOf,
  type Results,
  reject,
  whenAllDisconnected,
} from './batch.js';
import { type InsertLateNeeds, insertLate, lateTogether } from './late-matches.js';
import {
  hasStrangers,
  type LeagueState,
  loadLeagueState,
  loadMissingStates,
  loadPlayers,
  type NeedsLeagueCache,
  newLeagueState,
  rosterOf,
} from './league-state.js';
import type { LeagueWriter } from './league-write-queue.js';
import { countGrowth, type RatedMatches, rateOnto } from './rate-onto.js';

export interface WriteNeeds
  extends NeedsRaters,
    NeedsLeagueCache,
    NeedsWakeUps,
    NeedsSchema,
    CheckAgainstLeagueNeeds,
    InsertLateNeeds {}

/**
 * The writer of a league's matches. Both of its ways check candidates against the league, find their players, rate them onto the league's
 * state and append them by the same statement. The first way uses the cached state of this process, and the statement compares its
 * version; the second locks the league, and can therefore create players and insert late matches.
 */
export function leagueWriter(needs: WriteNeeds, leagueId: number): LeagueWriter {
  return {
    writeOptimistically: (batches) => writeOptimistically(needs, leagueId, batches),
    writeUnderLock: (batches) => writeUnderLock(needs, leagueId, batches),
  };
}

// --- on the cached league ---

/** After losing to this many other writers in a row, a batch waits for the league's lock. */
const MAX_ATTEMPTS = 5;
/** Most matches in one statement, unless its first batch has more. */
const MAX_MATCHES = 1000;

/**
 * Writes as many of the first batches as fit in one statement: batches with distinct external ids, without late matches, whose players
 * exist.
 * @returns the results of the batches that were written, from the first on; may be empty
 */
async function writeOptimistically(needs: WriteNeeds, leagueId: number, batches: readonly Batch[]): Promise<Results[]> {
  const results: Results = new Map();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = batches.map((batch) => batch.filter((candidate) => !results.has(candidate)));
    if ((await attemptWrite(needs, leagueId, open, results)) !== 'again') break;
  }
  const unsettled = batches.findIndex((batch) => batch.some((candidate) => !results.has(candidate)));
  return batches.slice(0, unsettled < 0 ? batches.length : unsettled).map((batch) => pick(results, batch));
}

/**
 * Refusals count only if the league in the database has the same version, because the cache may be out of date.
 * @param results receives the results of matches that were settled, or were already in the log
 * @returns 'again' if the league has changed in the database
 */
async function attemptWrite(
  needs: WriteNeeds,
  leagueId: number,
  batches: readonly Batch[],
  results: Results,
): Promise<'settled' | 'again' | 'needs the lock'> {
  const { manager } = needs.database;
  const state = needs.leagueCache.take(leagueId) ?? (await loadLeagueState(manager, leagueId));
  const system = ratingSystemOf(needs.raters, state.league);
  const keys = batches.flat().flatMap(({ match }) => handleKeysOf(match));
  await loadPlayers(manager, state, system, keys);
  const { admitted, refused } = admitKnown(needs, state, system, batches);
  const rated = await rateOnto(state, system, admitted);
  const settled: Results = new Map([...refused, ...rated.results]);
  if (!rated.append) {
    needs.leagueCache.keep(state);
    // The rater did not reach them because of the first sender's matches.
    const own = new Set(batches.find((batch) => batch.length > 0));
    for (const candidate of rated.untried) if (!own.has(candidate)) settled.delete(candidate);
    return (await answerRefused(manager, state.league, settled, results)) ? 'settled' : 'needs the lock';
  }
  try {
    const send: Send = (statement, values) => sendAsWriter(needs.database, leagueId, statement, values);
    const written = appendToLog(send, needs.schema.isDistributed, state.league, rated.append);
    if (!(await foreseeing(batches, settled, written))) return 'again';
  } catch (error) {
    if (isAskedAgain(error)) return 'again';
    if (!isRefusedByDatabase(error)) throw error;
    needs.leagueCache.keep(state);
    if (!isKnownExternalId(error)) return 'needs the lock';
    const candidates = admitted.map(({ candidate }) => candidate);
    const unknown = await answerReplays(manager, leagueId, candidates, results);
    return unknown.length < candidates.length ? 'again' : 'needs the lock';
  }
  keepWritten(needs, state, rated);
  for (const [candidate, result] of settled) results.set(candidate, result);
  needs.wakeUps.announce(leagueTopic(leagueId));
  needs.metrics.batches.observe(rated.append.matches.length);
  return 'settled';
}

/** Admits the matches of as many of the first batches as fit in one statement. */
function admitKnown(
  needs: CheckAgainstLeagueNeeds,
  state: LeagueState,
  system: RatingSystem,
  batches: readonly Batch[],
): { readonly admitted: readonly Admitted[]; readonly refused: Results } {
  const { league } = state;
  const roster = rosterOf(state);
  const admitted: Admitted[] = [];
  const refused: Results = new Map();
  for (const batch of together(batches)) {
    if (batch.some(({ match }) => hasStrangers(match, roster) || (isLate(league, match) && isInserted(league)))) break;
    for (const candidate of batch) admitted.push(...admitToRoster(needs, league, system, roster, candidate, refused));
  }
  return { admitted, refused };
}

/** Admits a match without strangers. @param results receives its refusal @returns nothing if it is refused */
export function admitToRoster(
  needs: CheckAgainstLeagueNeeds,
  league: League,
  system: RatingSystem,
  roster: Roster,
  candidate: Candidate,
  results: Results,
): Admitted[] {
  const { match } = candidate;
  const refusal =
    checkAgainstLeague(needs, league, system, candidate) ?? checkPlayers(match, roster, pathOf(candidate));
  if (!refusal) return [{ candidate, sides: withIds(match, roster.ids, league.statusRules ?? DEFAULT_STATUS_RULES) }];
  reject(candidate, refusal, results);
  return [];
}

/** Whether late matches are inserted in their place. */
const isInserted = ({ lateMatches }: League) => lateMatches === 'REPLAY';

/** The first batches that fit in one statement and name no external id twice. */
function* together(batches: readonly Batch[]): Generator<Batch> {
  const externalIds = new Set<string>();
  let contributions = 0;
  for (const batch of batches) {
    const isFirst = externalIds.size === 0;
    contributions += contributionsOfBatch(batch);
    if (!isFirst && (externalIds.size + batch.length > MAX_MATCHES || contributions > MAX_HELD_CONTRIBUTIONS)) return;
    if (batch.some(({ match }) => externalIds.has(match.externalId))) return;
    for (const { match } of batch) externalIds.add(match.externalId);
    yield batch;
  }
}

// --- under the league's lock ---

/**
 * Writes the first of these batches in a transaction under the league's lock, together with those after it that can share its replay.
 * @returns the outcome of each batch that was written
 */
async function writeUnderLock(
  needs: WriteNeeds,
  leagueId: number,
  batches: readonly Batch[],
): Promise<PromiseSettledResult<Results>[]> {
  const isNeeded = batches.length > 1 || [...needs.raters.values()].some(isApart);
  const league = isNeeded ? await getLeague(needs.database.manager, leagueId) : null;
  const together = league ? lateTogether(league, batches) : batches;
  return inWritersTurn(league ? needs.raters.get(league.rater) : undefined, () =>
    writeTogether(needs, leagueId, together),
  );
}

async function writeTogether(
  needs: WriteNeeds,
  leagueId: number,
  together: readonly Batch[],
): Promise<PromiseSettledResult<Results>[]> {
  if (together.length > 1) {
    try {
      const results = await writeOnce(needs, leagueId, together.flat());
      return together.map((batch) => ({ status: 'fulfilled', value: pick(results, batch) }));
    } catch (reason) {
      if (!(reason instanceof ReplayFailed)) return together.map(() => ({ status: 'rejected', reason }));
    }
  }
  // If the rater fails, each batch is written by itself, so that each sender learns the outcome of their own matches.
  const settled: PromiseSettledResult<Results>[] = [];
  for (const batch of together) settled.push(...(await Promise.allSettled([writeRatable(needs, leagueId, batch)])));
  return settled;
}

/** Writes matches of one actor. If the rater fails because of some, rejects these and writes the others. */
async function writeRatable(needs: WriteNeeds, leagueId: number, batch: Batch): Promise<Results> {
  const failed: Results = new Map();
  for (let remaining = batch; remaining.length > 0; ) {
    try {
      return new Map([...(await writeOnce(needs, leagueId, remaining)), ...failed]);
    } catch (error) {
      if (!(error instanceof ReplayFailed)) throw error;
      const isBlamed = ({ match }: Candidate) => match.externalId === error.externalId;
      // A late match may also make the rater fail on an earlier submission.
      const blamed = remaining.some(isBlamed) ? remaining.filter(isBlamed) : remaining;
      for (const candidate of blamed)
        reject(candidate, { ...error.refusals[0]!, path: pathOf(candidate).map(String) }, failed);
      remaining = remaining.filter((candidate) => !blamed.includes(candidate));
    }
  }
  return failed;
}

/**
 * Writes matches of one actor, in one transaction.
 * @throws ReplayFailed if the rater fails on one, or because of one
 * @throws ClientDisconnected if all senders leave before it is done; nothing is stored
 */
async function writeOnce(needs: WriteNeeds, leagueId: number, batch: Batch): Promise<Results> {
  const left = whenAllDisconnected([...new Set(batch.map(({ sender }) => sender))].map((sender) => sender.left?.()));
  if (left?.aborted) throw new ClientDisconnected();
  try {
    const { results, committed } = await transaction(needs.database, leagueId, (tx) =>
      writeLocked(needs, tx, leagueId, batch, left),
    );
    committed();
    needs.wakeUps.announce(leagueTopic(leagueId));
    return results;
  } catch (error) {
    throw left?.aborted ? new ClientDisconnected() : error;
  }
}

/** The results of a transaction that is not committed yet. */
interface Uncommitted {
  readonly results: Results;
  /** Call after the commit. */
  committed(): void;
}

async function writeLocked(
  needs: WriteNeeds,
  tx: EntityManager,
  leagueId: number,
  batch: Batch,
  left: AbortSignal | undefined,
): Promise<Uncommitted> {
  // The senders may have left while they waited for this turn.
  left?.throwIfAborted();
  const league = await lockLeague(tx, leagueId);
  const remembered = needs.leagueCache.take(leagueId);
  const system = ratingSystemOf(needs.raters, league);
  const results: Results = new Map();
  const fresh = await answerReplays(tx, leagueId, batch, results);
  const { admission, admitted, admittedFor } = await admitAll(needs, tx, league, system, fresh, results);
  const players = admitted.flatMap(({ sides }) => ratedPlayersOf(admission.merged(sides)));

  if (admitted.some(({ candidate }) => isLate(league, candidate.match))) {
    await admittedFor(admitted);
    const inserted = await insertLate(needs, tx, league, system, { admitted, seeds: players }, left);
    return { results: new Map([...results, ...inserted]), committed: () => undefined };
  }
  const isFresh = remembered && isSameStamp(remembered.league, league);
  const state = isFresh ? remembered : newLeagueState(league, admission.merges);
  await loadMissingStates(tx, state, system, players);
  const rated = await rateOnto(state, system, admitted, keepingAwake(tx));
  for (const [candidate, result] of rated.results) results.set(candidate, result);
  if (rated.append && !(await appendToLog((...sent) => runPrepared(tx, ...sent), false, league, rated.append))) {
    throw new Error(`league ${league.slug} was written to without its lock`);
  }
  await admittedFor(admitted.filter(({ candidate }) => results.get(candidate)?.kind === 'accepted'));
  return { results, committed: () => keepWritten(needs, { ...state, league }, rated) };
}

interface AdmittedBatch {
  readonly admission: Admission;
  readonly admitted: readonly Admitted[];
  /** Call it with the stored matches: it names their new players, and deletes the others. */
  admittedFor(stored: readonly Admitted[]): Promise<void>;
}

/**
 * Admits the matches of a batch, and creates their players.
 * @param fresh matches that are not in the log
 * @param results receives the refused ones
 */
export async function admitAll(
  needs: CheckAgainstLeagueNeeds & NeedsMetrics,
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  fresh: Batch,
  results: Results,
): Promise<AdmittedBatch> {
  const { access, submittedAt } = fresh[0]?.sender ?? { access: null, submittedAt: needs.clock() };
  const isAnyLate = fresh.some(({ match }) => isLate(league, match));
  const excess = access && isAnyLate ? await checkWork(needs, tx, league, access, []) : undefined;
  const fitting = fresh.filter((candidate) => {
    const late = excess && isLate(league, candidate.match) ? under(pathOf(candidate), excess) : undefined;
    const refusal = checkAgainstLeague(needs, league, system, candidate) ?? late;
    if (late && refusal === late) needs.metrics.quotaRefusals.inc({ quota: excess!.quota });
    if (refusal) reject(candidate, refusal, results);
    return !refusal;
  });
  const entrants = fitting.map((candidate) => ({ match: candidate.match, path: pathOf(candidate) }));
  const admission = await admitPlayers(tx, league, entrants, submittedAt);
  for (const [place, refusal] of admission.refusals) reject(fitting[place]!, refusal, results);
  const admitted = fitting
    .filter((_, place) => !admission.refusals.has(place))
    .map((candidate) => ({ candidate, sides: admission.withIds(candidate.match) }));
  const admittedFor = async (stored: readonly Admitted[]) => {
    await admission.forgetUnused(stored.map(({ sides }) => sides));
    await nameMet(tx, league, admission, stored);
  };
  return { admission, admitted, admittedFor };
}

/** Shows the players who are new to the league by their senders' descriptions, and records the accounts that introduced them. */
async function nameMet(
  tx: EntityManager,
  league: League,
  { met, handles }: Admission,
  stored: readonly Admitted[],
): Promise<void> {
  if (met.size === 0 || stored.length === 0) return;
  const named = new Map<number, NewPlayer>();
  const linked = new Map<string, Pick<NewPlayer, 'id' | 'handle'>>();
  for (const { candidate } of stored) {
    for (const { handle: name, key, introduction } of candidate.match.sides.flatMap(
      ({ participants }) => participants,
    )) {
      const id = met.get(key);
      if (id === undefined) continue;
      const handle = handles.get(key) ?? name;
      if (handles.has(key)) linked.set(key, { id, handle });
      const inFile = candidate.sender.writtenAs?.(name);
      const written = inFile ?? (introduction?.displayName != null ? { name: introduction.displayName } : undefined);
      const reason = inFile === undefined ? 'named as in a new match' : 'named as in the imported file';
      if (written !== undefined && !named.has(id)) named.set(id, { id, handle, written, reason });
    }
  }
  const { access, submittedAt } = stored[0]!.candidate.sender;
  if (linked.size > 0) await recordLinks(tx, access, linked, submittedAt);
  if (named.size > 0) await nameNewPlayers(tx, access, league.id, [...named.values()], submittedAt);
}

// --- for both ---

/** Caches a league after a committed write. */
function keepWritten(needs: WriteNeeds, state: LeagueState, { append, states }: RatedMatches): void {
  if (append) {
    countGrowth(needs, append);
    state.states.keep(states.keys(), states);
  }
  needs.leagueCache.keep(append ? { ...state, league: withAppended(state.league, append) } : state);
}

function pick(results: Results, batch: Batch): Results {
  return new Map(batch.map((candidate) => [candidate, results.get(candidate)!]));
}
