import { runBots } from './bots.js';
import type { Fault } from './fault.js';
import { openStage } from './stage.js';

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
        for (const ledger of ledgers) await ledger.prove(stage.cluster.url);
      },
      clear: stage.clear,
    };
  },
};
