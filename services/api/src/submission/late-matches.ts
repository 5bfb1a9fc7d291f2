import type { EntityManager } from 'typeorm';
import type { NeedsDatabase } from '../kit/needs.js';
import { cancelledWith } from '../kit/sql/cancelled-with.js';
import type { League } from '../league/league.js';
import { updateLastSequence } from '../league/league.repository.js';
import { countLog, type LogPosition } from '../match-log/match.repository.js';
import { insertMatches } from '../match-log/match-insert.repository.js';
import { MAX_KEPT_WEIGHT, weightOf } from '../match-log/weight.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type DeriveNeeds, derive } from '../replay/derive.js';
import type { ReplayWork } from '../replay/replay-work.js';
import { type Batch, isLate, type Results } from './batch.js';
import { type Arrival, newMatch } from './rated-batch.js';

export interface InsertLateNeeds extends NeedsDatabase, DeriveNeeds {
  /** Late matches with a longer tail than this stage their ratings in a table. */
  readonly inlineTail: number;
}

/** Matches that are put into their places in one replay at most. */
const MAX_MATCHES = 1000;

/**
 * The first of these batches, with those right after it that can share its replay: all have late matches, of one actor, whom the
 * audit log names, and of distinct external ids.
 * @param batches at least one
 */
export function lateTogether(league: League, batches: readonly Batch[]): readonly Batch[] {
  const actor = actorOf(batches[0]!);
  const ids = new Set<string>();
  let count = 0;
  for (const batch of batches) {
    const isAlike =
      batch.some(({ match }) => isLate(league, match)) &&
      actorOf(batch) === actor &&
      ids.size + batch.length <= MAX_MATCHES &&
      !batch.some(({ match }) => ids.has(match.externalId));
    if (!isAlike) break;
    for (const { match } of batch) ids.add(match.externalId);
    count++;
  }
  return batches.slice(0, Math.max(count, 1));
}

function actorOf([candidate]: Batch): string {
  const { tokenId, actor } = candidate!.sender.access;
  return `${tokenId} ${actor}`;
}

/**
 * Stores matches of which some are late, and rates the log anew from the first of them on.
 * @param seeds whom they rate
 * @param left aborted when nobody waits for them any more: the replay ends then
 */
export async function insertLate(
  needs: InsertLateNeeds,
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  arrivals: readonly Arrival[],
  seeds: readonly number[],
  left: AbortSignal | undefined,
): Promise<Results> {
  const matches = arrivals.map((arrival, place) => newMatch(league, arrival, league.lastSequence + 1 + place));
  await insertMatches(tx, league.id, matches);
  await updateLastSequence(tx, league, league.lastSequence + matches.length);
  const from = matches.reduce<LogPosition>((first, match) => (isBefore(match, first) ? match : first), matches[0]!);
  const tail = await countLog(tx, league.id, from);
  const late = matches.filter((match) => isLate(league, match)).map(({ externalId }) => externalId);
  const derivation = {
    league,
    action: 'submitMatches' as const,
    reason: 'Matches arrived late',
    arrivals: matches.map(({ sequence }) => sequence),
    applied: { from, system, seeds, before: null, after: { externalIds: late } },
    by: tail > needs.inlineTail ? ('job' as const) : ('request' as const),
    onProgress: async () => left?.throwIfAborted(),
    charge: ({ lines, contributions }: ReplayWork) => {
      const senders = new Set(arrivals.map(({ candidate }) => candidate.sender));
      // Those of heavy matches are charged to the sender of each once it is stored; see submitMatches.
      const others = Math.max(0, contributions - heavyWeight(arrivals));
      const share = { lines: lines / senders.size, contributions: others / senders.size };
      for (const { charge } of senders) charge?.(share);
    },
  };
  const { access } = arrivals[0]!.candidate.sender;
  await cancelledWith(needs.database, tx, left, () => derive(needs, tx, access, derivation));
  return new Map(
    arrivals.map(({ candidate }, place) => {
      const { leagueId, sequence } = matches[place]!;
      return [candidate, { kind: 'accepted', replayed: false, leagueId, sequence, stored: null }];
    }),
  );
}

function heavyWeight(arrivals: readonly Arrival[]): number {
  const weights = arrivals.map(({ candidate }) => weightOf(candidate.match));
  return weights.filter((weight) => weight > MAX_KEPT_WEIGHT).reduce((sum, weight) => sum + weight, 0);
}

function isBefore(a: LogPosition, b: LogPosition): boolean {
  return +a.playedAt - +b.playedAt < 0 || (+a.playedAt === +b.playedAt && a.sequence < b.sequence);
}
