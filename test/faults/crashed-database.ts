import { runBots } from './bots.js';
import { type Fault, pause } from './fault.js';
import { openStage } from './stage.js';
import { watch } from './watcher.js';

/** PostgreSQL stops at once at some moment, recovers, and is started again. */
export const crashedDatabase: Fault = {
  name: 'the database crashes',
  rounds: { short: 2, long: 50 },
  prepare: async () => {
    const { cluster, replicas, openLeague, clear } = await openStage(2);
    return {
      round: async (random) => {
        const ledger = await openLeague(random);
        const watcher = await watch(ledger, random, replicas.any);
        const bots = runBots([ledger], random, replicas.any);
        await pause(random.integer(10, 500));
        await Promise.all([bots, cluster.crash()]);
        await ledger.prove(cluster.url);
        await watcher.prove(cluster.url);
      },
      clear,
    };
  },
};
