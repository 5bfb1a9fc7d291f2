import type { EntityManager } from 'typeorm';
import type { NeedsDatabase } from '../kit/needs.js';
import { under } from '../kit/refusal.js';
import { cancelledWith } from '../kit/sql/cancelled-with.js';
import { runPrepared } from '../kit/sql/prepared.js';
import { checkWork } from '../league/check-work.js';
import type { League } from '../league/league.js';
import { lockLeague, updateLastSequence } from '../league/league.repository.js';
import type { NeedsQuota } from '../league/quota.js';
import { countLog, type LogPosition } from '../match-log/match.repository.js';
import { insertMatches } from '../match-log/match-insert.repository.js';
import { ratedPlayersOf } from '../match-log/rated-players.js';
import type { NeedsRaters } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { admitPlayers } from '../rating/admit-players.js';
import { type DeriveNeeds, derive } from '../replay/derive.js';
import type { ReplayWork } from '../replay/replay-work.js';
import { answerReplays } from './answer-replays.js';
import { cachedLeague, type NeedsLeagueCache } from './cached-league.js';
import { checkAgainstLeague, isLate } from './check-against-league.js';
import { loadMissingStates } from './load-cached-league.js';
import { type Arrival, newMatch, rateOnto, writeRatedBatch } from './rated-batch.js';
import { type Batch, pathOf, type Results, reject, type Sender } from './submission-result.js';

export interface WriteLockedBatchNeeds extends NeedsDatabase, NeedsRaters, NeedsLeagueCache, NeedsQuota, DeriveNeeds {
  /** Late matches with a longer tail than this stage their ratings in a table. */
  readonly inlineTail: number;
}

/** What a batch settled, in a transaction that is yet to be committed. */
export interface LockedWrite {
  readonly results: Results;
  /** Call after the commit. */
  committed(): void;
}

/**
 * Settles matches of distinct external ids in the caller's transaction, under the league's lock.
 * @param batch matches of one actor, at least one
 * @param left aborted when nobody waits for them any more: a replay ends then
 */
export async function writeLockedBatch(
  needs: WriteLockedBatchNeeds,
  tx: EntityManager,
  leagueId: number,
  batch: Batch,
  left?: AbortSignal,
): Promise<LockedWrite> {
  // They may have waited for this turn for long.
  left?.throwIfAborted();
  const { sender } = batch[0]!;
  const league = await lockLeague(tx, leagueId);
  const cached = needs.leagueCache.take(leagueId);
  const system = ratingSystemOf(needs.raters, league);
  const results: Results = new Map();
  const fresh = await answerReplays(tx, leagueId, batch, results);
  const isAnyLate = fresh.some(({ match }) => isLate(league, match));
  const excess = isAnyLate ? await checkWork(needs, tx, league, sender.access, []) : undefined;
  const fitting = fresh.filter((candidate) => {
    const late = excess && isLate(league, candidate.match) ? under(pathOf(candidate), excess) : undefined;
    const refusal = checkAgainstLeague(league, system, candidate, needs.leagueStorage) ?? late;
    if (late && refusal === late) needs.metrics.quotaRefusals.inc({ quota: excess!.quota });
    if (refusal) reject(candidate, refusal, results);
    return !refusal;
  });
  const entrants = fitting.map((candidate) => ({ match: candidate.match, path: pathOf(candidate) }));
  const admission = await admitPlayers(tx, league, entrants, sender.submittedAt);
  for (const [place, refusal] of admission.refusals) reject(fitting[place]!, refusal, results);
  const arrivals = fitting
    .filter((_, place) => !admission.refusals.has(place))
    .map((candidate) => ({ candidate, sides: admission.withIds(candidate.match) }));

  const players = arrivals.flatMap(({ sides }) => ratedPlayersOf(admission.merged(sides)));
  if (arrivals.some(({ candidate }) => isLate(league, candidate.match))) {
    await insertIntoLog({ needs, tx, league, system, sender, arrivals, players, results, left });
    return { results, committed: () => undefined };
  }
  const current = cached?.league.version === league.version ? cached : cachedLeague(league, admission.merges);
  await loadMissingStates(tx, current, system, players);
  const ratedBatch = rateOnto(current, system, arrivals);
  const isWritten = await writeRatedBatch((statement, values) => runPrepared(tx, statement, values), ratedBatch);
  if (!isWritten) throw new Error(`league ${league.slug} was written to without its lock`);
  const stored = [...ratedBatch.results].flatMap(([candidate, result]) => {
    results.set(candidate, result);
    return result.kind === 'accepted' ? [candidate] : [];
  });
  await admission.forgetUnused(
    arrivals.filter(({ candidate }) => stored.includes(candidate)).map(({ sides }) => sides),
  );
  return { results, committed: () => needs.leagueCache.keep(ratedBatch.next) };
}

/** Matches that are about to be inserted, and all that is at hand for it. */
interface Insertion {
  readonly needs: WriteLockedBatchNeeds;
  readonly tx: EntityManager;
  readonly league: League;
  readonly system: RatingSystem;
  readonly sender: Sender;
  readonly arrivals: readonly Arrival[];
  /** Whom they rate. */
  readonly players: readonly number[];
  readonly results: Results;
  readonly left: AbortSignal | undefined;
}

/** Stores matches of which some are late, and rates the log anew from the first of them on. */
async function insertIntoLog({
  needs,
  tx,
  league,
  system,
  sender,
  arrivals,
  players,
  results,
  left,
}: Insertion): Promise<void> {
  const matches = arrivals.map(({ candidate, sides }, place) => newMatch(league, candidate, sides, place));
  await insertMatches(tx, league.id, matches);
  await updateLastSequence(tx, league, league.lastSequence + matches.length);
  for (const [place, { candidate }] of arrivals.entries()) {
    const { sequence } = matches[place]!;
    results.set(candidate, { kind: 'accepted', replayed: false, leagueId: league.id, sequence, stored: null });
  }
  const from = matches.reduce<LogPosition>((first, match) => (isBefore(match, first) ? match : first), matches[0]!);
  const tail = await countLog(tx, league.id, from);
  const derivation = {
    league,
    action: 'submitMatches' as const,
    reason: 'Matches arrived late',
    arrivals: matches.map(({ sequence }) => sequence),
    applied: {
      from,
      system,
      seeds: players,
      before: null,
      after: { externalIds: matches.filter((match) => isLate(league, match)).map((match) => match.externalId) },
    },
    by: tail > needs.inlineTail ? ('job' as const) : ('request' as const),
    onProgress: async () => left?.throwIfAborted(),
    charge: ({ lines, contributions }: ReplayWork) => {
      const senders = new Set(arrivals.map(({ candidate }) => candidate.sender));
      const share = { lines: lines / senders.size, contributions: contributions / senders.size };
      for (const { charge } of senders) charge?.(share);
    },
  };
  await cancelledWith(needs.database, tx, left, () => derive(needs, tx, sender.access, derivation));
}

function isBefore(a: LogPosition, b: LogPosition): boolean {
  return +a.playedAt - +b.playedAt < 0 || (+a.playedAt === +b.playedAt && a.sequence < b.sequence);
}
