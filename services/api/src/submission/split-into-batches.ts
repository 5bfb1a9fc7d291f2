import type { NeedsDatabase } from '../kit/needs.js';
import { getLeague } from '../league/league.repository.js';
import { lightParts, MAX_WEIGHT, weightOf } from '../match-log/weight.js';
import { isLate } from './check-against-league.js';
import type { Batch, Candidate } from './submission-result.js';

/**
 * Splits a submission into the batches that are to be written one after the other: one where it names no external id twice and
 * is not too heavy.
 */
export async function splitIntoBatches(
  needs: NeedsDatabase,
  leagueId: number,
  candidates: readonly Candidate[],
): Promise<Batch[]> {
  const distinct = batchesOfDistinctIds(candidates);
  return (await Promise.all(distinct.map((batch) => splitHeavyBatch(needs, leagueId, batch)))).flat();
}

/** A second match of an external id is written when the first is known. */
function batchesOfDistinctIds(candidates: readonly Candidate[]): Batch[] {
  const batches: Candidate[][] = [];
  const times = new Map<string, number>();
  for (const candidate of candidates) {
    const time = times.get(candidate.match.externalId) ?? 0;
    times.set(candidate.match.externalId, time + 1);
    batches[time] ??= [];
    batches[time].push(candidate);
  }
  return batches;
}

/**
 * Late matches go into their places in one replay, whose contributions are never in memory together; the rest is written in
 * parts.
 */
async function splitHeavyBatch(needs: NeedsDatabase, leagueId: number, batch: Batch): Promise<Batch[]> {
  if (weightOfBatch(batch) <= MAX_WEIGHT) return [batch];
  const league = await getLeague(needs.database.manager, leagueId);
  const late = batch.filter(({ match }) => isLate(league, match));
  const rest = batch.filter(({ match }) => !isLate(league, match));
  return [late, ...lightBatches(rest)].filter((part) => part.length > 0);
}

/**
 * Batches that can be written one after the other in place of one that is too heavy, in the order in which their matches
 * were played, so that none makes another late.
 */
export function lightBatches(batch: Batch): Batch[] {
  if (weightOfBatch(batch) <= MAX_WEIGHT) return [batch];
  const inOrder = batch.toSorted((a, b) => +a.match.playedAt - +b.match.playedAt);
  return lightParts(inOrder, ({ match }) => weightOf(match));
}

export function weightOfBatch(batch: Batch): number {
  return batch.reduce((weight, { match }) => weight + weightOf(match), 0);
}
