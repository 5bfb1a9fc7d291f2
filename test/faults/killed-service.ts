import { runBots } from './bots.js';
import { type Fault, pause } from './fault.js';
import { openStage } from './stage.js';
import { watch } from './watcher.js';

/** A replica is killed with SIGKILL at some moment, and another takes its place. */
export const killedService: Fault = {
  name: 'a replica is killed',
  rounds: { short: 2, long: 200 },
  prepare: async () => {
    const { cluster, replicas, openLeague, clear } = await openStage(2);
    return {
      round: async (random) => {
        const ledger = await openLeague(random);
        const watcher = await watch(ledger, random, replicas.any);
        const bots = runBots([ledger], random, replicas.any);
        await pause(random.integer(10, 500));
        await Promise.all([bots, replicas.replaceOne(random)]);
        await ledger.prove(cluster.url);
        await watcher.prove(cluster.url);
      },
      clear,
    };
  },
};
