import { join } from 'node:path';
import { runBots } from './bots.js';
import { clearAll, type Fault, pause } from './fault.js';
import { type DatabaseProxy, startProxy } from './proxy.js';
import { openStageBehind } from './stage.js';
import { watch } from './watcher.js';

/** Answers of the database are lost after it did what it was asked, connections are cut, and all stands still. */
export const badNetwork: Fault = {
  name: 'the network between service and database loses, cuts and delays',
  rounds: { short: 1, long: 100 },
  prepare: async () => {
    let proxy: DatabaseProxy;
    const { cluster, replicas, openLeague, clear } = await openStageBehind(2, async ({ socketFolder, port }) => {
      proxy = await startProxy(join(socketFolder, `.s.PGSQL.${port}`));
      return proxy.port;
    });
    return {
      round: async (random) => {
        const ledger = await openLeague(random);
        const watcher = await watch(ledger, random, replicas.any);
        let isOver = false;
        const bots = runBots([ledger], random, replicas.any).finally(() => {
          isOver = true;
        });
        const trouble = async () => {
          for (let times = 0; times < 12 && !isOver; times++) {
            await pause(random.integer(5, 80));
            const what = random.next();
            if (what < 0.6) proxy.loseNextReply();
            else if (what < 0.8) proxy.cutAll();
            else proxy.stall(random.integer(20, 300));
          }
        };
        await Promise.all([bots, trouble()]);
        await ledger.prove(cluster.url);
        await watcher.prove(cluster.url);
      },
      clear: () => clearAll([() => proxy.close(), clear]),
    };
  },
};
