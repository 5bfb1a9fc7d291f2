import type { EntityManager } from 'typeorm';
import { refuse, under } from '../kit/refusal.js';
import { runPrepared } from '../kit/sql/prepared.js';
import { transaction } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { isSameStamp } from '../league/league.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import { checkWork } from '../league/quota.js';
import { ratedPlayersOf } from '../match-log/match.js';
import { leagueTopic, type NeedsWakeUps } from '../outbox/wake-ups.js';
import { type NewPlayer, nameNewPlayers } from '../player/name-new-players.js';
import { inWritersTurn, isApart } from '../raters/apart.js';
import type { NeedsRaters } from '../raters/raters.js';
import { ratingSystemOf } from '../raters/rating-system.js';
import { type Admission, admitPlayers } from '../rating/admit-players.js';
import { ReplayFailed } from '../replay/check-replayable.js';
import { answerReplays } from './answer-replays.js';
import {
  type Batch,
  type Candidate,
  type CheckAgainstLeagueNeeds,
  checkAgainstLeague,
  isLate,
  pathOf,
  type Results,
  reject,
} from './batch.js';
import { loadMissingStates, type NeedsLeagueCache, ownedLeague } from './cached-league.js';
import { CallerLeft, whenAllLeft } from './caller-left.js';
import { type InsertLateNeeds, insertLate, lateTogether } from './late-matches.js';
import { appendToLog, withAppended } from './log-append.repository.js';
import { type Arrival, countGrowth, rateOnto } from './rated-batch.js';

export interface WriteUnderLockNeeds
  extends NeedsRaters,
    NeedsLeagueCache,
    CheckAgainstLeagueNeeds,
    NeedsWakeUps,
    InsertLateNeeds {}

/**
 * Writes the first of these batches in a transaction under the league's lock, together with those after it that can share its replay.
 * @returns the outcome of each batch that was written
 */
export async function writeUnderLock(
  needs: WriteUnderLockNeeds,
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
  needs: WriteUnderLockNeeds,
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
async function writeRatable(needs: WriteUnderLockNeeds, leagueId: number, batch: Batch): Promise<Results> {
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
        reject(candidate, refuse('RATER_FAILED', pathOf(candidate), error.message), failed);
      remaining = remaining.filter((candidate) => !blamed.includes(candidate));
    }
  }
  return failed;
}

/**
 * Writes matches of one actor, in one transaction.
 * @throws ReplayFailed if the rater fails on one, or because of one
 * @throws CallerLeft if all senders leave before it is done; nothing is stored
 */
async function writeOnce(needs: WriteUnderLockNeeds, leagueId: number, batch: Batch): Promise<Results> {
  const left = whenAllLeft([...new Set(batch.map(({ sender }) => sender))].map((sender) => sender.left?.()));
  if (left?.aborted) throw new CallerLeft();
  try {
    const { results, committed } = await transaction(needs.database, leagueId, (tx) =>
      writeLocked(needs, tx, leagueId, batch, left),
    );
    committed();
    needs.wakeUps.announce(leagueTopic(leagueId));
    return results;
  } catch (error) {
    throw left?.aborted ? new CallerLeft() : error;
  }
}

/** The results of a transaction that is not committed yet. */
interface Uncommitted {
  readonly results: Results;
  /** Call after the commit. */
  committed(): void;
}

async function writeLocked(
  needs: WriteUnderLockNeeds,
  tx: EntityManager,
  leagueId: number,
  batch: Batch,
  left: AbortSignal | undefined,
): Promise<Uncommitted> {
  // The senders may have left while they waited for this turn.
  left?.throwIfAborted();
  const league = await lockLeague(tx, leagueId);
  const cached = needs.leagueCache.take(leagueId);
  const system = ratingSystemOf(needs.raters, league);
  const results: Results = new Map();
  const fresh = await answerReplays(tx, leagueId, batch, results);
  const isAnyLate = fresh.some(({ match }) => isLate(league, match));
  const excess = isAnyLate ? await checkWork(needs, tx, league, batch[0]!.sender.access, []) : undefined;
  const fitting = fresh.filter((candidate) => {
    const late = excess && isLate(league, candidate.match) ? under(pathOf(candidate), excess) : undefined;
    const refusal = checkAgainstLeague(needs, league, system, candidate) ?? late;
    if (late && refusal === late) needs.metrics.quotaRefusals.inc({ quota: excess!.quota });
    if (refusal) reject(candidate, refusal, results);
    return !refusal;
  });
  const entrants = fitting.map((candidate) => ({ match: candidate.match, path: pathOf(candidate) }));
  const admission = await admitPlayers(tx, league, entrants, batch[0]!.sender.submittedAt);
  for (const [place, refusal] of admission.refusals) reject(fitting[place]!, refusal, results);
  const arrivals = fitting
    .filter((_, place) => !admission.refusals.has(place))
    .map((candidate) => ({ candidate, sides: admission.withIds(candidate.match) }));
  const players = arrivals.flatMap(({ sides }) => ratedPlayersOf(admission.merged(sides)));
  const settle = (more: Results) => {
    for (const [candidate, result] of more) results.set(candidate, result);
  };

  if (arrivals.some(({ candidate }) => isLate(league, candidate.match))) {
    await admission.forgetUnused(arrivals.map(({ sides }) => sides));
    await nameMet(tx, league, admission, arrivals);
    settle(await insertLate(needs, tx, league, system, arrivals, players, left));
    return { results, committed: () => undefined };
  }
  const owned = cached && isSameStamp(cached.league, league) ? cached : ownedLeague(league, admission.merges);
  await loadMissingStates(tx, owned, system, players);
  const { append, ...rated } = await rateOnto(owned, system, arrivals);
  settle(rated.results);
  const stored = arrivals.filter(({ candidate }) => results.get(candidate)?.kind === 'accepted');
  const isWritten =
    !append || (await appendToLog((statement, values) => runPrepared(tx, statement, values), false, league, append));
  if (!isWritten) throw new Error(`league ${league.slug} was written to without its lock`);
  await admission.forgetUnused(stored.map(({ sides }) => sides));
  await nameMet(tx, league, admission, stored);
  return {
    results,
    committed: () => {
      if (!append) return needs.leagueCache.keep(owned);
      countGrowth(needs, append);
      owned.states.keep(rated.states.keys(), rated.states);
      needs.leagueCache.keep({ ...owned, league: withAppended(league, append) });
    },
  };
}

/** Shows the players whom the league has got to know by these matches as their senders write them. */
async function nameMet(
  tx: EntityManager,
  league: League,
  { met }: Admission,
  arrivals: readonly Arrival[],
): Promise<void> {
  const sender = arrivals.find(({ candidate }) => candidate.sender.writtenAs)?.candidate.sender;
  if (!sender || met.size === 0) return;
  const players = new Map<number, NewPlayer>();
  for (const { candidate } of arrivals) {
    for (const { handle, key } of candidate.match.sides.flatMap(({ participants }) => participants)) {
      const id = met.get(key);
      const written = candidate.sender.writtenAs?.(handle);
      if (id !== undefined && written !== undefined && !players.has(id)) players.set(id, { id, handle, written });
    }
  }
  await nameNewPlayers(tx, sender.access, league.id, [...players.values()], sender.submittedAt);
}

function pick(results: Results, batch: Batch): Results {
  return new Map(batch.map((candidate) => [candidate, results.get(candidate)!]));
}
