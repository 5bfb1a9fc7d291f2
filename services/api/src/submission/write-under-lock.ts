import { refuse } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { leagueTopic } from '../outbox/topic.js';
import type { NeedsWakeUps } from '../outbox/wake-ups.js';
import { ReplayFailed } from '../replay/check-replayable.js';
import { CallerLeft, whenAllLeft } from './caller-left.js';
import { type Batch, type Candidate, pathOf, type Results, reject } from './submission-result.js';
import { type WriteLockedBatchNeeds, writeLockedBatch } from './write-locked-batch.js';

export type WriteUnderLockNeeds = NeedsWakeUps & WriteLockedBatchNeeds;

/**
 * Settles matches of one actor in a transaction under the league's lock, whatever they need; again without the matches
 * that make the rater fail where they belong.
 * @throws CallerLeft where all who sent them leave before it is done; nothing is stored then
 */
export async function writeUnderLock(needs: WriteUnderLockNeeds, leagueId: number, batch: Batch): Promise<Results> {
  const failed: Results = new Map();
  for (let remaining = batch; ; ) {
    try {
      return new Map([...(await writeUnderLockOnce(needs, leagueId, remaining)), ...failed]);
    } catch (error) {
      if (!(error instanceof ReplayFailed)) throw error;
      const isBlamed = ({ match }: Candidate) => match.externalId === error.externalId;
      // A late match may also make the rater fail on a match that was there before.
      const blamed = remaining.some(isBlamed) ? remaining.filter(isBlamed) : remaining;
      for (const candidate of blamed)
        reject(candidate, refuse('RATER_FAILED', pathOf(candidate), error.message), failed);
      remaining = remaining.filter((candidate) => !blamed.includes(candidate));
    }
  }
}

/**
 * Settles matches of one actor in a transaction under the league's lock, in one replay where some are late.
 * @throws ReplayFailed where the rater fails on one, or because of one
 * @throws CallerLeft
 */
export async function writeUnderLockOnce(needs: WriteUnderLockNeeds, leagueId: number, batch: Batch): Promise<Results> {
  const left = whenAllLeft([...new Set(batch.map(({ sender }) => sender))].map((sender) => sender.left));
  if (left?.aborted) throw new CallerLeft();
  try {
    const settled = await transaction(needs.database, leagueId, (tx) =>
      writeLockedBatch(needs, tx, leagueId, batch, left),
    );
    settled.committed();
    needs.wakeUps.announce(leagueTopic(leagueId));
    return settled.results;
  } catch (error) {
    throw left?.aborted ? new CallerLeft() : error;
  }
}
