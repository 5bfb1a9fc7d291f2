import type { Random } from '../../packages/rating/dist/random.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';

/** The one that services of tests have. */
export const ADMIN_TOKEN = 'test-admin-token-long-enough';

/** Processes of the service on one database. */
export interface Replicas {
  /** The URL of one that is not dead. */
  any(random: Random): string;
  urls(): readonly string[];
  /** Kills one with SIGKILL at once, and starts another in its place. */
  replaceOne(random: Random): Promise<void>;
  stop(): Promise<void>;
}

/** @param env beside what every one of them has */
export async function startReplicas(
  databaseUrl: string,
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Replicas> {
  const start = () =>
    startServiceProcess({
      env: {
        OPENLADDER_DATABASE_URL: databaseUrl,
        OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
        OPENLADDER_RATE_LIMIT: 'off',
        OPENLADDER_LOG_LEVEL: 'fatal',
        ...env,
      },
    });
  const living: ServiceProcess[] = await Promise.all(Array.from({ length: count }, start));
  return {
    any: (random) => random.pick(living).url,
    urls: () => living.map(({ url }) => url),
    replaceOne: async (random) => {
      const victim = random.pick(living);
      // Bots go on asking the dead one until its successor is there: its refused connections are part of the fault.
      await victim.end('SIGKILL');
      const successor = await start();
      living.splice(living.indexOf(victim), 1, successor);
    },
    stop: async () => {
      await Promise.all(living.map((replica) => replica.end('SIGTERM')));
    },
  };
}
