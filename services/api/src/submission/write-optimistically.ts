import { setImmediate } from 'node:timers/promises';
import type { NeedsDatabase } from '../kit/needs.js';
import type { Pipeline, Pipelines } from '../kit/sql/pipelines.js';
import { isAskedAgain } from '../kit/sql/transaction.js';
import type { NeedsQuota } from '../league/quota.js';
import type { CheckedMatch } from '../match-log/checks.js';
import { checkPlayers, handleKeysOf, type Roster, withIds } from '../match-log/roster.js';
import { MAX_WEIGHT } from '../match-log/weight.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { leagueTopic } from '../outbox/topic.js';
import type { NeedsWakeUps } from '../outbox/wake-ups.js';
import type { NeedsRaters } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { answerReplays } from './answer-replays.js';
import type { CachedLeague, NeedsLeagueCache } from './cached-league.js';
import { checkAgainstLeague, isLate } from './check-against-league.js';
import { loadCachedLeague, loadPlayers } from './load-cached-league.js';
import { isKnownExternalId, isRefusedByDatabase } from './log-append.repository.js';
import { type Arrival, type RatedBatch, rateOnto, writeRatedBatch } from './rated-batch.js';
import { weightOfBatch } from './split-heavy-batch.js';
import { type Batch, type Candidate, pathOf, type Results, reject } from './submission-result.js';

export interface WriteOptimisticallyNeeds
  extends NeedsDatabase,
    NeedsRaters,
    NeedsLeagueCache,
    NeedsWakeUps,
    NeedsMetrics,
    NeedsQuota {
  /** For writes that are sent one behind the other. */
  readonly pipelines: Pipelines;
}

/** After so many writes of others in a row, a batch queues for the league's lock. */
const ATTEMPTS = 5;
/** How many matches of large batches are written first, while the database has nothing to do until it gets them. */
const FIRST_MATCHES = 32;
/** And how many at most: more gain little, and all wait for the last. */
const MAX_MATCHES = 300;

/** A write that others may be sent behind. */
interface Write {
  readonly pipeline: Pipeline;
  /** Names its batch. */
  readonly mark: string;
  readonly matches: number;
  state: 'under way' | 'done' | 'failed';
}

/** The write that makes a league what it is; none where it was read. */
const writes = new WeakMap<CachedLeague, Write>();

/** The first of some batches, rated on what memory holds. */
interface Run {
  readonly ratedBatch: RatedBatch;
  readonly refused: Results;
  readonly candidates: readonly Candidate[];
}

interface SentRun extends Run {
  readonly outcome: Promise<Outcome>;
}

/** Whether the results of a run are there, are to be tried again, or can't be had together. */
type Outcome = 'written' | 'again' | 'stuck';

/** Batches whose turn has not come, as far as they got. */
export type Ahead = Run | SentRun;

/**
 * Rates batches while those before them are written, on top of the league as it will be then; and sends them behind these, so
 * that the database has them when it is done with these.
 * @param results what is known of the batches; added to
 * @returns null where memory is not enough for it
 */
export function beginAhead(
  needs: WriteOptimisticallyNeeds,
  leagueId: number,
  batches: readonly Batch[],
  results: Results,
): Ahead | null {
  const cached = needs.leagueCache.take(leagueId);
  if (!cached) return null;
  const run = prepareFromMemory(needs, cached, batches, roomBehind(writeUnderWay(cached)?.matches ?? 0));
  if (!run) keepUnlessFailed(needs, cached);
  return run && writeUnderWay(run.ratedBatch.cached) ? send(needs, run, batches, results) : run;
}

function prepareFromMemory(
  needs: NeedsRaters & NeedsQuota,
  cached: CachedLeague,
  batches: readonly Batch[],
  room: number,
): Run | null {
  if (hasFailed(cached)) return null;
  if (batches.some((batch) => batch.some(({ match }) => hasStrangers(match, cached)))) return null;
  return prepare(needs, cached, ratingSystemOf(needs.raters, cached.league), batches, room);
}

/** Whether the write that was to make the league what it is failed. */
function hasFailed(cached: CachedLeague): boolean {
  return writes.get(cached)?.state === 'failed';
}

function keepUnlessFailed(needs: NeedsLeagueCache, cached: CachedLeague): void {
  if (!hasFailed(cached)) needs.leagueCache.keep(cached);
}

/** The write that makes a league what it is, while others can be sent behind it. */
function writeUnderWay(cached: CachedLeague): Write | undefined {
  const write = writes.get(cached);
  return write?.state === 'under way' && write.pipeline.isUnderWay ? write : undefined;
}

/**
 * Appends the first of these batches, as many as can be: those of distinct external ids, without late matches, and of
 * players who are on the platform already. Each statement takes as many matches as are good for it, and the next one is
 * prepared and sent meanwhile.
 * @param results what is known of the batches; added to
 * @param ahead how far these batches got; it is thrown away where the league came to be another than expected
 * @returns how many batches, from the first on, have all their results
 */
export async function writeOptimistically(
  needs: WriteOptimisticallyNeeds,
  leagueId: number,
  batches: readonly Batch[],
  results: Results,
  ahead: Ahead | null,
): Promise<number> {
  let run = ahead;
  for (let failures = 0; failures < ATTEMPTS; ) {
    const open = without(results, batches);
    if (open.length === 0) break;
    const sent: SentRun =
      run && 'outcome' in run ? run : send(needs, await currentRun(needs, leagueId, open, run), open, results);
    const rest = restOf(sent, open);
    const next: Ahead | null = rest.length > 0 ? await beginRest(needs, sent, rest, results) : null;
    const outcome = await sent.outcome;
    if (outcome === 'written') {
      // Not before: what comes after these batches would be sent before the rest of them.
      if (rest.length > 0 && !next) needs.leagueCache.keep(sent.ratedBatch.next);
      run = next;
      continue;
    }
    // What was sent behind it is not written either.
    if (next && 'outcome' in next) await next.outcome;
    if (outcome === 'stuck') {
      if (!sent.ratedBatch.statement) keepUnlessFailed(needs, sent.ratedBatch.cached);
      break;
    }
    run = null;
    failures++;
  }
  const unsettled = batches.findIndex((batch) => batch.some((candidate) => !results.has(candidate)));
  return unsettled < 0 ? batches.length : unsettled;
}

async function currentRun(
  needs: NeedsDatabase & NeedsRaters & NeedsLeagueCache & NeedsQuota,
  leagueId: number,
  batches: readonly Batch[],
  ahead: Run | null,
): Promise<Run> {
  const kept = needs.leagueCache.take(leagueId);
  if (!kept && ahead && !hasFailed(ahead.ratedBatch.cached)) return ahead;
  const { manager } = needs.database;
  const cached = kept ?? (await loadCachedLeague(manager, leagueId));
  const system = ratingSystemOf(needs.raters, cached.league);
  const keys = batches.flatMap((batch) => batch.flatMap(({ match }) => handleKeysOf(match)));
  await loadPlayers(manager, cached, system, keys);
  return prepare(needs, cached, system, batches, roomBehind(0));
}

async function beginRest(
  needs: WriteOptimisticallyNeeds,
  { ratedBatch, candidates }: SentRun,
  rest: readonly Batch[],
  results: Results,
): Promise<Ahead | null> {
  // So that the statement before it is on its way meanwhile.
  await setImmediate();
  const run = prepareFromMemory(needs, ratedBatch.next, rest, roomBehind(candidates.length));
  return run && writeUnderWay(run.ratedBatch.cached) ? send(needs, run, rest, results) : run;
}

/** How many matches go behind so many: twice as many, which take about as long to be rated as these to be written. */
function roomBehind(matches: number): number {
  return Math.min(Math.max(2 * matches, FIRST_MATCHES), MAX_MATCHES);
}

/** Batches without those of their matches that are settled. */
function without(settled: Pick<ReadonlySet<Candidate>, 'has'>, batches: readonly Batch[]): Batch[] {
  const open = batches.map((batch) => batch.filter((candidate) => !settled.has(candidate)));
  return open.filter((batch) => batch.length > 0);
}

/** What is to follow a run; nothing where there is nothing to write, so that it can't be followed. */
function restOf({ ratedBatch, candidates, refused }: Run, batches: readonly Batch[]): Batch[] {
  return ratedBatch.statement ? without(new Set([...candidates, ...refused.keys()]), batches) : [];
}

/** @param room how many matches of large batches it takes */
function prepare(
  needs: NeedsQuota,
  cached: CachedLeague,
  system: RatingSystem,
  batches: readonly Batch[],
  room: number,
): Run {
  const { arrivals, refused } = firstRun(needs, cached, system, batches, room);
  const candidates = arrivals.map(({ candidate }) => candidate);
  return { ratedBatch: rateOnto(cached, system, arrivals), refused, candidates };
}

/** @param open the batches that it is of: where it is their last one, those after them may prepare on top of it */
function send(needs: WriteOptimisticallyNeeds, run: Run, open: readonly Batch[], results: Results): SentRun {
  const outcome = run.ratedBatch.statement
    ? writeRun(needs, run, run.ratedBatch.statement.mark, results)
    : Promise.resolve('stuck' as const);
  if (run.ratedBatch.statement && restOf(run, open).length === 0) needs.leagueCache.keep(run.ratedBatch.next);
  // Its waiter may come to it later.
  outcome.catch(() => undefined);
  return { ...run, outcome };
}

/**
 * What memory holds of the league may be out of date, so it decides nothing by itself: a refusal counts only where
 * something was written at the same version. Where nothing was, the batch is left to be settled alone.
 */
async function writeRun(needs: WriteOptimisticallyNeeds, run: Run, mark: string, results: Results): Promise<Outcome> {
  const { ratedBatch, refused, candidates } = run;
  const { cached, next } = ratedBatch;
  const { id, matchCount } = cached.league;
  const ahead = writeUnderWay(cached);
  const pipeline = ahead?.pipeline ?? needs.pipelines.open();
  const current: Write = { pipeline, mark, matches: candidates.length, state: 'under way' };
  writes.set(next, current);
  try {
    const isWritten = await writeRatedBatch(
      (statement, values) => pipeline.send(statement, values),
      ratedBatch,
      ahead?.mark,
    );
    current.state = isWritten ? 'done' : 'failed';
    if (!isWritten) {
      forget(needs, cached);
      return 'again';
    }
    merge(results, refused, ratedBatch.results);
    needs.wakeUps.announce(leagueTopic(id));
    needs.metrics.batches.observe(next.league.matchCount - matchCount);
    return 'written';
  } catch (error) {
    current.state = 'failed';
    forget(needs, cached);
    if (isAskedAgain(error)) return 'again';
    if (!isRefusedByDatabase(error)) throw error;
    keepUnlessFailed(needs, cached);
    if (!isKnownExternalId(error)) return 'stuck';
    const unknown = await answerReplays(needs.database.manager, id, candidates, results);
    return unknown.length < candidates.length ? 'again' : 'stuck';
  }
}

/** Forgets a league on top of which nothing could be written; where it never came to be, another is there by now. */
function forget(needs: NeedsLeagueCache, cached: CachedLeague): void {
  if (!hasFailed(cached)) needs.leagueCache.take(cached.league.id);
}

function merge(results: Results, ...more: readonly Results[]): void {
  for (const settled of more) for (const [candidate, result] of settled) results.set(candidate, result);
}

type Arrivals = Pick<Run, 'refused'> & { readonly arrivals: Arrival[] };

/** The matches of the first batches, as many as can be appended together. */
function firstRun(
  { leagueStorage }: NeedsQuota,
  cached: CachedLeague,
  system: RatingSystem,
  batches: readonly Batch[],
  room: number,
): Arrivals {
  const { league } = cached;
  const roster = rosterOf(cached);
  const run: Arrivals = { arrivals: [], refused: new Map() };
  const externalIds = new Set<string>();
  let weight = 0;
  for (const batch of batches) {
    weight += weightOfBatch(batch);
    const isRepeated = batch.some(({ match }) => externalIds.has(match.externalId));
    const isSpecial = batch.some(
      ({ match }) => hasStrangers(match, roster) || (league.lateMatches === 'REPLAY' && isLate(league, match)),
    );
    const isTooMuch = run.arrivals.length >= room || (weight > MAX_WEIGHT && run.arrivals.length > 0);
    if (isTooMuch || isRepeated || isSpecial) break;
    const part = firstPart(batch, room - run.arrivals.length);
    for (const candidate of part) {
      const { match } = candidate;
      externalIds.add(match.externalId);
      const refusal =
        checkAgainstLeague(league, system, candidate, leagueStorage) ?? checkPlayers(match, roster, pathOf(candidate));
      if (refusal) reject(candidate, refusal, run.refused);
      else run.arrivals.push({ candidate, sides: withIds(match, roster.ids) });
    }
    if (part.length < batch.length) break;
  }
  return run;
}

/**
 * As many matches of a batch as there is room for, or more: none of the others was played before one of these, so that the
 * parts of a batch do not make each other late.
 */
function firstPart(batch: Batch, room: number): Batch {
  if (batch.length <= room) return batch;
  const times = batch.map(({ match }) => match.playedAt.getTime());
  const earliest = [...times];
  for (let at = times.length - 2; at >= 0; at--) earliest[at] = Math.min(times[at]!, earliest[at + 1]!);
  let latest = Number.NEGATIVE_INFINITY;
  for (const [at, time] of times.entries()) {
    if (at >= room && earliest[at]! >= latest) return batch.slice(0, at);
    latest = Math.max(latest, time);
  }
  return batch;
}

function rosterOf({ league, ids, merges, members }: CachedLeague): Roster {
  const isMember = (key: string) => {
    const id = ids.get(key);
    return id !== undefined && members.has(merges.get(id) ?? id);
  };
  return { ids, merges, isMember: league.isOpenEntry ? () => true : isMember };
}

function hasStrangers(match: CheckedMatch, { ids }: Pick<Roster, 'ids'>): boolean {
  return match.sides.some(({ participants }) => participants.some(({ key }) => !ids.has(key)));
}
