import type { EntityManager } from 'typeorm';
import type { NeedsDatabase } from '../kit/needs.js';
import { cancelOnAbort } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { updateLastSequence } from '../league/league.repository.js';
import { contributionsOf, earliest, type LogPosition, MAX_KEPT_CONTRIBUTIONS } from '../match-log/match.js';
import { countLog } from '../match-log/match.repository.js';
import { insertMatches } from '../match-log/match-write.repository.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type DeriveNeeds, derive } from '../replay/derive.js';
import type { ReplayWork } from '../replay/replay-strategy.js';
import { type Admitted, type Batch, isLate, type Results } from './batch.js';
import { newMatch } from './rate-onto.js';

export interface InsertLateNeeds extends NeedsDatabase, DeriveNeeds {
  /** Longest tail of late matches, in matches, whose ratings are staged in memory. */
  readonly inlineTail: number;
}

/** Most matches of one replay. */
const MAX_MATCHES = 1000;

/**
 * The first of these batches and those right after it that can share its replay: all have late matches, distinct external ids, and
 * the same actor, whom the audit log names.
 * @param batches at least one
 */
export function lateTogether(league: League, batches: readonly Batch[]): readonly Batch[] {
  const actor = senderOf(batches[0]!);
  const ids = new Set<string>();
  let count = 0;
  for (const batch of batches) {
    const isAlike =
      batch.some(({ match }) => isLate(league, match)) &&
      senderOf(batch) === actor &&
      ids.size + batch.length <= MAX_MATCHES &&
      !batch.some(({ match }) => ids.has(match.externalId));
    if (!isAlike) break;
    for (const { match } of batch) ids.add(match.externalId);
    count++;
  }
  return batches.slice(0, Math.max(count, 1));
}

function senderOf([candidate]: Batch): string {
  const { tokenId, actor } = candidate!.sender.access;
  return `${tokenId} ${actor}`;
}

/**
 * Stores matches, some of them late, and rates the log again from the first of them on.
 * @param seeds the ids of their players
 * @param left aborted when no sender waits any longer; this ends the replay
 */
export async function insertLate(
  needs: InsertLateNeeds,
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  { admitted, seeds }: { readonly admitted: readonly Admitted[]; readonly seeds: readonly number[] },
  left: AbortSignal | undefined,
): Promise<Results> {
  const matches = admitted.map((one, place) => newMatch(league, one, league.lastSequence + 1 + place));
  await insertMatches(tx, league.id, matches);
  await updateLastSequence(tx, league, league.lastSequence + matches.length);
  const from = earliest<LogPosition>(matches);
  const tail = await countLog(tx, league.id, from);
  const late = matches.filter((match) => isLate(league, match)).map(({ externalId }) => externalId);
  const derivation = {
    league,
    action: 'submitMatches',
    reason: 'Matches arrived late',
    arrivals: matches.map(({ sequence }) => sequence),
    applied: { from, system, seeds, before: null, after: { externalIds: late } },
    by: tail > needs.inlineTail ? ('job' as const) : ('request' as const),
    onProgress: async () => left?.throwIfAborted(),
    charge: ({ lines, contributions }: ReplayWork) => {
      const senders = new Set(admitted.map(({ candidate }) => candidate.sender));
      // `submitMatches` charges contributions of large matches once they are stored.
      const others = Math.max(0, contributions - largeContributions(admitted));
      const share = { lines: lines / senders.size, contributions: others / senders.size };
      for (const { charge } of senders) charge?.(share);
    },
  };
  const { access } = admitted[0]!.candidate.sender;
  await cancelOnAbort(needs.database, tx, left, () => derive(needs, tx, access, derivation));
  return new Map(
    admitted.map(({ candidate }, place) => {
      const { leagueId, sequence } = matches[place]!;
      return [candidate, { kind: 'accepted', replayed: false, leagueId, sequence, stored: null }];
    }),
  );
}

function largeContributions(admitted: readonly Admitted[]): number {
  const counts = admitted.map(({ candidate }) => contributionsOf(candidate.match));
  return counts.filter((count) => count > MAX_KEPT_CONTRIBUTIONS).reduce((sum, count) => sum + count, 0);
}
