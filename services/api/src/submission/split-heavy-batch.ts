import type { NeedsDatabase } from '../kit/needs.js';
import { getLeague } from '../league/league.repository.js';
import { lightParts, MAX_WEIGHT, weightOf } from '../match-log/weight.js';
import { isLate } from './check-against-league.js';
import type { Batch } from './submission-result.js';

export function weightOfBatch(batch: Batch): number {
  return batch.reduce((weight, { match }) => weight + weightOf(match), 0);
}

/**
 * Batches in place of one that is too heavy. What is late goes into its place in one replay, whose contributions are never in memory
 * together; the rest is settled in parts.
 */
export async function splitHeavyBatch(needs: NeedsDatabase, leagueId: number, batch: Batch): Promise<Batch[]> {
  if (weightOfBatch(batch) <= MAX_WEIGHT) return [batch];
  const league = await getLeague(needs.database.manager, leagueId);
  const late = batch.filter(({ match }) => isLate(league, match));
  const rest = batch.filter(({ match }) => !isLate(league, match));
  return [late, ...lightBatches(rest)].filter((part) => part.length > 0);
}

/**
 * Batches that can be settled one after the other in place of one that is too heavy, in the order in which their matches
 * were played, so that none makes another late.
 */
export function lightBatches(batch: Batch): Batch[] {
  if (weightOfBatch(batch) <= MAX_WEIGHT) return [batch];
  const inOrder = batch.toSorted((a, b) => +a.match.playedAt - +b.match.playedAt);
  return lightParts(inOrder, ({ match }) => weightOf(match));
}
