import { expect } from 'vitest';
import { client } from '../support/graphql.js';
import { WAITING } from '../support/held-league.js';
import { onServer, openClient } from '../support/server.js';
import { runBots } from './bots.js';
import { clearAll, type Fault, pause } from './fault.js';
import { openStage } from './stage.js';

/** More than a replica has connections. */
const HELD = 14;
/** Less than a statement waits for a lock, in milliseconds: after that, those who wait make room. */
const SOON = 12_000;

/** The rows of many leagues are held by somebody for seconds: who writes to them waits, and nobody else. */
export const heldLeagues: Fault = {
  name: 'more leagues are held than there are connections',
  rounds: { short: 1, long: 20 },
  prepare: async () => {
    const { cluster, replicas, openLeague, clear } = await openStage(1);
    const holder = await openClient(cluster.url);
    return {
      round: async (random) => {
        const held = await Promise.all(Array.from({ length: HELD }, () => openLeague(random)));
        const free = await openLeague(random);
        await holder.query('BEGIN');
        await holder.query('SELECT FROM league WHERE slug = ANY($1) FOR UPDATE', [held.map(({ league }) => league)]);
        const waiting = runBots(held, random, replicas.any, { bots: 60, submissions: 1, most: 2, times: 1 });
        await expect.poll(() => onServer(cluster.url, WAITING)).not.toEqual([]);
        await pause(300);
        const isServed = await Promise.race([
          serveOthers(replicas.any(random), free.league).then(() => true),
          pause(SOON).then(() => false),
        ]);
        await holder.query('ROLLBACK');
        await waiting;
        expect(isServed, 'whether others were served meanwhile').toBe(true);
        await runBots([free], random, replicas.any, { bots: 2, submissions: 2 });
        for (const ledger of [...held, free]) await ledger.prove(cluster.url);
      },
      clear: () => clearAll([clear, () => holder.end()]),
    };
  },
};

async function serveOthers(url: string, slug: string): Promise<void> {
  const query = 'query ($slug: String!) { league(slug: $slug) { matchCount standings { nodes { rank } } } }';
  for (let reads = 0; reads < 20; reads++) {
    const { data } = await client(url).ask(query, { slug });
    expect(data.league).toEqual({ matchCount: 0, standings: { nodes: [] } });
  }
}
