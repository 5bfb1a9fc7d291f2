import type { Random } from '../../packages/rating/dist/random.js';
import { runBots } from './bots.js';
import { type Fault, pause } from './fault.js';
import { commonStage, type Stage } from './stage.js';
import { watch } from './watcher.js';

/** A fault that strikes once in a round, at some moment while bots submit to two replicas and a site watches. */
export function underLoad(
  about: Pick<Fault, 'name' | 'rounds'>,
  strike: (stage: Stage, random: Random) => Promise<void>,
): Fault {
  return {
    ...about,
    prepare: async () => {
      const stage = await commonStage();
      const { cluster, replicas, openLeague, clear } = stage;
      return {
        round: async (random) => {
          const ledger = await openLeague(random);
          const watcher = await watch(ledger, random, replicas.any);
          const bots = runBots([ledger], random, replicas.any);
          await pause(random.integer(10, 500));
          await Promise.all([bots, strike(stage, random)]);
          await ledger.prove(cluster.url);
          await watcher.prove(cluster.url);
        },
        clear,
      };
    },
  };
}
