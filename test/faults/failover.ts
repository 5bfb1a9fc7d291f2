import { expect } from 'vitest';
import type { Random } from '../../packages/rating/dist/random.js';
import { runBots } from './bots.js';
import { clearAll, type Fault, pause } from './fault.js';
import { type HaCluster, startHaCluster } from './ha-cluster.js';
import type { Ledger } from './ledger.js';
import { type Replicas, startReplicas } from './replicas.js';
import { leagueOpener, type Stage } from './stage.js';
import { watch } from './watcher.js';

/** How long the leader's standbys get nothing before it dies, in milliseconds. */
const SILENCE = 700;
const BOTS = 8;

/** PostgreSQL on three machines, two processes of the service, and leagues to submit to. */
export interface HaStage extends Pick<Stage, 'openLeague' | 'clear'> {
  readonly cluster: HaCluster;
  readonly replicas: Replicas;
}

export async function openHaStage(options: { readonly isSynchronous: boolean }): Promise<HaStage> {
  const cluster = await startHaCluster(options);
  try {
    const direct = { OPENLADDER_DIRECT_DATABASE_URL: cluster.directUrl };
    const replicas = await startReplicas(cluster.url, 2, direct);
    const clear = () => clearAll([() => cluster.stop(), () => replicas.stop()]);
    return { cluster, replicas, openLeague: leagueOpener(replicas), clear };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * Lets bots submit before, during and after something. The service is not started again.
 * @returns the longest time without an answer, in milliseconds, and the codes of errors meanwhile
 */
async function playThrough(
  { replicas }: HaStage,
  ledger: Ledger,
  random: Random,
  strike: () => Promise<void>,
): Promise<{ readonly longest: number; readonly codes: ReadonlySet<string> }> {
  let isOver = false;
  let last = Date.now();
  let longest = 0;
  const codes = new Set<string>();
  const answered = () => {
    longest = Math.max(longest, Date.now() - last);
    last = Date.now();
  };
  const play = async () => {
    for (let wave = 0, after = 0; after < 3; after += isOver ? 1 : 0) {
      await runBots([ledger], random, replicas.any, {
        bots: BOTS,
        prefix: `wave-${wave++}-`,
        answered,
        failed: (code) => codes.add(code),
      });
    }
  };
  const playing = play();
  await pause(random.integer(500, 1_500));
  try {
    await strike();
  } finally {
    isOver = true;
    await playing;
  }
  return { longest, codes };
}

function failover(
  about: Pick<Fault, 'name' | 'rounds'>,
  strike: (stage: HaStage) => Promise<{ readonly killed: Parameters<HaCluster['revive']>[0] | null }>,
): Fault {
  return {
    ...about,
    prepare: async () => {
      const stage = await openHaStage({ isSynchronous: true });
      const { cluster, replicas, openLeague, clear } = stage;
      return {
        round: async (random) => {
          const ledger = await openLeague(random);
          const watcher = await watch(ledger, random, replicas.any);
          let killed: Awaited<ReturnType<typeof strike>>['killed'] = null;
          const { longest, codes } = await playThrough(stage, ledger, random, async () => {
            ({ killed } = await strike(stage));
          });
          console.log(`${about.name}: ${longest} ms without an answer`);
          expect([...codes], 'errors while the database was away').toEqual(codes.size > 0 ? ['UNAVAILABLE'] : []);
          await ledger.prove(cluster.directUrl);
          await watcher.prove(cluster.directUrl);
          if (killed) await cluster.revive(killed);
          await cluster.whole();
        },
        clear,
      };
    },
  };
}

/** The leader and its Patroni are killed, with what they had not sent to their standbys. */
export const deadLeader = failover(
  { name: 'the machine of the database dies', rounds: { short: 1, long: 10 } },
  async (stage) => ({
    killed: await stage.cluster.killLeader(SILENCE),
  }),
);

/** The lead goes to another machine in good order. */
export const switchedLeader = failover(
  { name: 'the database moves to another machine', rounds: { short: 1, long: 5 } },
  async (stage) => {
    await stage.cluster.switchOver();
    return { killed: null };
  },
);

/**
 * Kills a leader that waits for no standby. What the service remembers may be gone with it, so an internal error is no surprise; bots
 * send again, and that settles it.
 * @returns how many acknowledged matches are gone
 */
export async function loseMatches(stage: HaStage, random: Random): Promise<{ lost: number; ledger: Ledger }> {
  const ledger = await stage.openLeague(random, 'timed-glicko');
  let killed: Parameters<HaCluster['revive']>[0];
  const { codes } = await playThrough(stage, ledger, random, async () => {
    killed = await stage.cluster.killLeader(SILENCE);
  });
  expect([...codes]).toContain('UNAVAILABLE');
  const lost = await ledger.countLost(stage.cluster.directUrl);
  await stage.cluster.revive(killed!);
  await stage.cluster.whole();
  return { lost, ledger };
}
