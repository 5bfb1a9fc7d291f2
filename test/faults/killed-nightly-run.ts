import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { onServer } from '../support/server.js';
import { verifyLeagues } from '../support/service.js';
import { runBots } from './bots.js';
import { type Fault, pause } from './fault.js';
import { commonStage } from './stage.js';

const CHILD = fileURLToPath(new URL('children/nightly.mjs', import.meta.url));
const LEAGUES = 12;

/** Processes are killed in the middle of the nightly run; every day of every league is ended once. */
export const killedNightlyRun: Fault = {
  name: 'the nightly run is killed',
  rounds: { short: 1, long: 20 },
  prepare: async () => {
    const { cluster, replicas, openLeague, clear } = await commonStage();
    const run = async (): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [CHILD], {
        env: { ...process.env, OPENLADDER_DATABASE_URL: cluster.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout!, 'data');
      return child;
    };
    return {
      round: async (random) => {
        const ledgers = await Promise.all(Array.from({ length: LEAGUES }, () => openLeague(random, 'timed-glicko')));
        await runBots(ledgers, random, replicas.any, { late: 0 });
        const slugs = ledgers.map(({ league }) => league);
        const ours = `slug IN (${slugs.map((slug) => `'${slug}'`).join()})`;
        // Yesterday has not ended yet.
        await onServer(
          cluster.url,
          `UPDATE league SET refreshed_through = refreshed_through - interval '1 day', refresh_due_at = refreshed_through WHERE ${ours}`,
        );
        const killed = [await run(), await run()];
        await pause(random.integer(0, 60));
        for (const child of killed) child.kill('SIGKILL');
        const last = await run();
        const [status] = await once(last, 'exit');
        expect(status).toBe(0);

        const days = await onServer(
          cluster.url,
          `SELECT slug, count(*)::int AS days FROM league JOIN standings_snapshot ON league_id = id WHERE ${ours}
           GROUP BY slug`,
        );
        expect(days.map(({ days }) => days)).toEqual(slugs.map(() => 1));
        expect(await verifyLeagues(cluster.url, slugs), 'what openladder verify finds').toEqual([]);
      },
      clear,
    };
  },
};
