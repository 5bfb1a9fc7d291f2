import type WebSocket from 'ws';
import { greeted } from '../support/subscriber.js';
import { runBots } from './bots.js';
import type { Fault } from './fault.js';
import { commonStage } from './stage.js';
import { watch } from './watcher.js';

const READERS = 10;
const QUERY = `subscription ($league: String!) {
  matchRated(league: $league) {
    match { id externalId sides { participants { player { id handle } ratingChange { contributions { expected actual } } } } }
  }
}`;

/** Subscribers stop reading; who submits and who reads on notices nothing of it. */
export const slowReaders: Fault = {
  name: 'subscribers do not read',
  rounds: { short: 1, long: 30 },
  prepare: async () => {
    const { cluster, replicas, openLeague, clear } = await commonStage();
    return {
      round: async (random) => {
        const ledger = await openLeague(random);
        const watcher = await watch(ledger, random, replicas.any);
        const sleepers: WebSocket[] = [];
        for (let reader = 0; reader < READERS; reader++) {
          const socket = await greeted(replicas.any(random));
          socket.on('error', () => undefined);
          const payload = { query: QUERY, variables: { league: ledger.league } };
          socket.send(JSON.stringify({ id: 'asleep', type: 'subscribe', payload }));
          socket.pause();
          sleepers.push(socket);
        }
        await runBots([ledger], random, replicas.any, { submissions: 15, most: 40, times: 1, late: 0 });
        await ledger.prove(cluster.url);
        await watcher.prove(cluster.url);
        for (const socket of sleepers) socket.terminate();
      },
      clear,
    };
  },
};
