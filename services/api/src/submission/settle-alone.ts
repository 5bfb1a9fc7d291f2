import { refuse } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { leagueTopic } from '../outbox/topic.js';
import type { NeedsWakeUps } from '../outbox/wake-ups.js';
import { TailFailed } from '../replay/replay-rules.js';
import { CallerLeft, whenAllLeft } from './caller-left.js';
import { type Candidate, pathOf, type Results, type Round, reject } from './submission-result.js';
import { type SubmitRoundNeeds, submitRound } from './submit-round.js';

export type SettleAloneNeeds = NeedsWakeUps & SubmitRoundNeeds;

/**
 * Settles matches of one actor in a transaction under the league's lock, whatever they need; again without the matches
 * that make the rater fail where they belong.
 * @throws CallerLeft where all who sent them leave before it is done; nothing is stored then
 */
export async function settleAlone(needs: SettleAloneNeeds, leagueId: number, round: Round): Promise<Results> {
  const failed: Results = new Map();
  for (let remaining = round; ; ) {
    try {
      return new Map([...(await settleOnce(needs, leagueId, remaining)), ...failed]);
    } catch (error) {
      if (!(error instanceof TailFailed)) throw error;
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
 * @throws TailFailed where the rater fails on one, or because of one
 * @throws CallerLeft
 */
export async function settleOnce(needs: SettleAloneNeeds, leagueId: number, round: Round): Promise<Results> {
  const left = whenAllLeft([...new Set(round.map(({ sender }) => sender))].map((sender) => sender.left));
  if (left?.aborted) throw new CallerLeft();
  try {
    const settled = await transaction(needs.database, leagueId, (tx) => submitRound(needs, tx, leagueId, round, left));
    settled.committed();
    needs.wakeUps.announce(leagueTopic(leagueId));
    return settled.results;
  } catch (error) {
    throw left?.aborted ? new CallerLeft() : error;
  }
}
