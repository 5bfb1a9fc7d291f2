import { type Service, startService } from '../support/service.js';
import { runBots } from './bots.js';
import { startCluster } from './cluster.js';
import { clearAll, type Fault } from './fault.js';
import { Ledger } from './ledger.js';

/** How far the clocks of the replicas are off, in milliseconds. */
const SKEWS = [-240_000, 0, 240_000];

/** Replicas disagree by minutes what time it is, and so do the bots who report to them. */
export const skewedClocks: Fault = {
  name: 'the clocks of the replicas differ',
  rounds: { short: 1, long: 50 },
  prepare: async () => {
    const cluster = await startCluster();
    const services: Service[] = [];
    for (const skew of SKEWS) {
      services.push(
        await startService({
          databaseUrl: cluster.url,
          clock: () => new Date(Date.now() + skew),
        }),
      );
    }
    let leagues = 0;
    return {
      round: async (random) => {
        const ledger = new Ledger(`skewed-${++leagues}`);
        const input = { slug: ledger.league, name: ledger.league, ratingSystem: 'timed-glicko' };
        await random
          .pick(services)
          .admin.get('mutation ($input: CreateLeagueInput!) { createLeague(input: $input) { errors { code } } }', {
            input,
          });
        await runBots([ledger], random, (own) => own.pick(services).url, { late: 0.2 });
        await ledger.prove(cluster.url);
      },
      clear: () => clearAll([() => cluster.stop(), ...services.map((service) => () => service.stop())]),
    };
  },
};
