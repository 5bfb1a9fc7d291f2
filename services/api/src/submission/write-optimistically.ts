import type { NeedsSchema } from '../database/schema-watch.js';
import type { NeedsDatabase } from '../kit/needs.js';
import type { SubmissionPool } from '../kit/sql/submission-pool.js';
import { isAskedAgain } from '../kit/sql/transaction.js';
import { DEFAULT_STATUS_RULES } from '../league/status-rules.js';
import type { CheckedMatch } from '../match-log/checks.js';
import { MAX_HELD_CONTRIBUTIONS } from '../match-log/contribution-count.js';
import { checkPlayers, handleKeysOf, type Roster, withIds } from '../match-log/roster.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { leagueTopic, type NeedsWakeUps } from '../outbox/wake-ups.js';
import type { NeedsRaters } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { answerReplays } from './answer-replays.js';
import {
  type Batch,
  type CheckAgainstLeagueNeeds,
  checkAgainstLeague,
  contributionsOfBatch,
  isLate,
  pathOf,
  type Results,
  reject,
} from './batch.js';
import { type CachedLeague, loadCachedLeague, loadPlayers, type NeedsLeagueCache } from './cached-league.js';
import { appendToLog, isKnownExternalId, isRefusedByDatabase, withAppended } from './log-append.repository.js';
import { type Arrival, countGrowth, rateOnto } from './rated-batch.js';

export interface WriteOptimisticallyNeeds
  extends NeedsDatabase,
    NeedsRaters,
    NeedsLeagueCache,
    NeedsWakeUps,
    NeedsMetrics,
    NeedsSchema,
    CheckAgainstLeagueNeeds {
  readonly submissionPool: SubmissionPool;
}

/** After losing to this many other writers in a row, a batch waits for the league's lock. */
const MAX_ATTEMPTS = 5;
/** Most matches in one statement, unless its first batch has more. */
const MAX_MATCHES = 1000;

/**
 * Writes as many of the first batches as fit in one statement: batches with distinct external ids, without late matches, whose players
 * exist. The cached league may be out of date, so the statement compares versions.
 * @returns the results of the batches that were written, from the first on; may be empty
 */
export async function writeOptimistically(
  needs: WriteOptimisticallyNeeds,
  leagueId: number,
  batches: readonly Batch[],
): Promise<Results[]> {
  const results: Results = new Map();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = batches.map((batch) => batch.filter((candidate) => !results.has(candidate)));
    if ((await attemptWrite(needs, leagueId, open, results)) !== 'again') break;
  }
  const unsettled = batches.findIndex((batch) => batch.some((candidate) => !results.has(candidate)));
  return batches
    .slice(0, unsettled < 0 ? batches.length : unsettled)
    .map((batch) => new Map(batch.map((candidate) => [candidate, results.get(candidate)!])));
}

/**
 * Refusals count only if something was written at the same version, because the cached league may be out of date.
 * @param results receives the results of matches that were written, or were already in the log
 * @returns 'again' if the league has changed in the database
 */
async function attemptWrite(
  needs: WriteOptimisticallyNeeds,
  leagueId: number,
  batches: readonly Batch[],
  results: Results,
): Promise<'written' | 'again' | 'needs the lock'> {
  const { manager } = needs.database;
  const owned = needs.leagueCache.take(leagueId) ?? (await loadCachedLeague(manager, leagueId));
  const { league, states } = owned;
  const system = ratingSystemOf(needs.raters, league);
  await loadPlayers(
    manager,
    owned,
    system,
    batches.flat().flatMap(({ match }) => handleKeysOf(match)),
  );
  const { arrivals, refused } = firstArrivals(needs, owned, system, batches);
  const { append, ...rated } = await rateOnto(owned, system, arrivals);
  if (!append) {
    needs.leagueCache.keep(owned);
    return 'needs the lock';
  }
  try {
    const isWritten = await appendToLog(
      (statement, values) => needs.submissionPool.send(statement, values),
      needs.schema.isSpread,
      league,
      append,
    );
    if (!isWritten) return 'again';
  } catch (error) {
    if (isAskedAgain(error)) return 'again';
    if (!isRefusedByDatabase(error)) throw error;
    needs.leagueCache.keep(owned);
    if (!isKnownExternalId(error)) return 'needs the lock';
    const candidates = arrivals.map(({ candidate }) => candidate);
    const unknown = await answerReplays(manager, leagueId, candidates, results);
    return unknown.length < candidates.length ? 'again' : 'needs the lock';
  }
  countGrowth(needs, append);
  states.keep(rated.states.keys(), rated.states);
  needs.leagueCache.keep({ ...owned, league: withAppended(league, append) });
  for (const [candidate, result] of [...refused, ...rated.results]) results.set(candidate, result);
  needs.wakeUps.announce(leagueTopic(leagueId));
  needs.metrics.batches.observe(append.matches.length);
  return 'written';
}

/** The matches of as many of the first batches as fit in one statement. */
function firstArrivals(
  needs: CheckAgainstLeagueNeeds,
  cached: CachedLeague,
  system: RatingSystem,
  batches: readonly Batch[],
): { readonly arrivals: readonly Arrival[]; readonly refused: Results } {
  const { league } = cached;
  const roster = rosterOf(cached);
  const arrivals: Arrival[] = [];
  const refused: Results = new Map();
  for (const batch of together(batches)) {
    if (batch.some(({ match }) => hasStrangers(match, roster) || isInserted(cached, match))) break;
    for (const candidate of batch) {
      const { match } = candidate;
      const refusal =
        checkAgainstLeague(needs, league, system, candidate) ?? checkPlayers(match, roster, pathOf(candidate));
      if (refusal) reject(candidate, refusal, refused);
      else arrivals.push({ candidate, sides: withIds(match, roster.ids, league.statusRules ?? DEFAULT_STATUS_RULES) });
    }
  }
  return { arrivals, refused };
}

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

function rosterOf({ league, ids, merges, members }: CachedLeague): Roster {
  const isMember = (key: string) => {
    const id = ids.get(key);
    return id !== undefined && members.has(merges.get(id) ?? id);
  };
  return { ids, merges, isMember: league.isOpenEntry ? () => true : isMember };
}

function hasStrangers(match: CheckedMatch, { ids }: Roster): boolean {
  return match.sides.some(({ participants }) => participants.some(({ key }) => !ids.has(key)));
}

/** Whether a match is late and its league accepts late matches. */
function isInserted({ league }: CachedLeague, match: CheckedMatch): boolean {
  return league.lateMatches === 'REPLAY' && isLate(league, match);
}
