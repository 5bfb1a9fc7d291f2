import { expect } from 'vitest';
import type { Random } from '../../packages/rating/dist/random.js';
import type { MatchInput } from '../support/story-match.js';
import { runBots, submit } from './bots.js';
import type { Fault } from './fault.js';
import type { Ledger } from './ledger.js';
import { openStage, type Stage } from './stage.js';

/** Submissions of a round in the long form: 20 rounds send 100,000 in all. */
const LONG_SUBMISSIONS = 5000;
const LEAGUES = 20;

/** Every submission is sent up to five times over four replicas at once, to one league and to twenty. */
export const racingReplicas: Fault = {
  name: 'replicas race for the same matches',
  rounds: { short: 1, long: 20 },
  prepare: async () => {
    const stage = await openStage(4);
    const submissions = process.env.FAULTS_LONG ? LONG_SUBMISSIONS : 96;
    let round = 0;
    return {
      round: async (random) => {
        const leagues = round++ % 2 === 0 ? 1 : LEAGUES;
        const ledgers = await Promise.all(
          Array.from({ length: leagues }, () => stage.openLeague(random, random.pick(['zonestats', 'timed-glicko']))),
        );
        const bots = 32;
        const habits = { bots, submissions: Math.ceil(submissions / bots), most: 1, times: 5, late: 0.005 };
        await runBots(ledgers, random, stage.replicas.any, habits);
        await raceOfContents(ledgers[0]!, random, stage);
        for (const ledger of ledgers) await ledger.prove(stage.cluster.url);
      },
      clear: stage.clear,
    };
  },
};

/** Two contents under one id, at once: one is accepted, the other is told so, whatever replica they come to. */
async function raceOfContents(ledger: Ledger, random: Random, { replicas }: Stage): Promise<void> {
  for (let race = 0; race < 10; race++) {
    const contents = ['ann', 'ben', 'cid'].map(
      (winner): MatchInput => ({
        externalId: `contested-${race}`,
        playedAt: new Date().toISOString(),
        sides: [
          { placement: 1, participants: [{ player: winner }] },
          { placement: 2, participants: [{ player: 'zoe' }] },
        ],
      }),
    );
    ledger.sending(contents);
    const answers = await Promise.all(
      contents.flatMap((match) => [match, match]).map((match) => submit(ledger, [match], random, replicas.any)),
    );
    const results = answers.map(([result]) => result!);
    expect(results.filter(({ __typename }) => __typename === 'MatchAccepted')).toHaveLength(2);
    for (const result of results) {
      if (result.__typename === 'MatchRejected') expect(result.error.code).toBe('IDEMPOTENCY_MISMATCH');
    }
  }
}
