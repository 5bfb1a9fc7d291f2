import type { Random } from '../../packages/rating/dist/random.js';
import { client } from '../support/graphql.js';
import { type Cluster, startCluster } from './cluster.js';
import { clearAll, pause } from './fault.js';
import { Ledger } from './ledger.js';
import { ADMIN_TOKEN, type Replicas, startReplicas } from './replicas.js';

/** A cluster, processes of the service on it, and leagues to submit to. */
export interface Stage {
  readonly cluster: Cluster;
  readonly replicas: Replicas;
  /** Opens a league that nobody has seen before. */
  openLeague(random: Random, ratingSystem?: string): Promise<Ledger>;
  clear(): Promise<void>;
}

const CREATE = `mutation ($input: CreateLeagueInput!) { createLeague(input: $input) { errors { code message } } }`;
const RATERS = ['zonestats', 'timed-glicko', 'performance'];

let common: Promise<Stage> | undefined;

/** The stage with two replicas that faults share which leave it as it was, each with leagues of its own. Clearing it is no business of theirs. */
export async function commonStage(): Promise<Stage> {
  common ??= openStage(2);
  return { ...(await common), clear: async () => undefined };
}

/** Clears the common stage, if any fault needed it. */
export async function clearCommonStage(): Promise<void> {
  const stage = await common?.catch(() => undefined);
  common = undefined;
  await stage?.clear();
}

/** @param env of the replicas, beside what each has */
export function openStage(count: number, env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  return openStageAt(count, async ({ url }) => url, undefined, env);
}

/** @param stand puts something between the replicas and the database. @returns its port on 127.0.0.1 */
export function openStageBehind(count: number, stand: (cluster: Cluster) => Promise<number>): Promise<Stage> {
  return openStageAt(count, async (cluster) => `postgres://postgres@127.0.0.1:${await stand(cluster)}/postgres`);
}

/** @param folder where the database lives */
export function openStageIn(folder: string, count: number): Promise<Stage> {
  return openStageAt(count, async ({ url }) => url, folder);
}

async function openStageAt(
  count: number,
  reach: (cluster: Cluster) => Promise<string>,
  folder?: string,
  env?: Readonly<Record<string, string>>,
): Promise<Stage> {
  const cluster = await startCluster(folder);
  const replicas = await startReplicas(await reach(cluster), count, env).catch(async (error) => {
    await cluster.stop();
    throw error;
  });
  return {
    cluster,
    replicas,
    openLeague: leagueOpener(replicas),
    clear: () => clearAll([() => cluster.stop(), () => replicas.stop()]),
  };
}

/** @returns what opens one league after the other */
export function leagueOpener(replicas: Replicas): Stage['openLeague'] {
  let leagues = 0;
  return async (random, ratingSystem = random.pick(RATERS)) => {
    const slug = `league-${++leagues}`;
    await create(replicas.any(random), { slug, name: slug, ratingSystem });
    return new Ledger(slug);
  };
}

/** Again until it is there: a service may still be recovering from the round before. */
async function create(url: string, input: { slug: string; name: string; ratingSystem: string }): Promise<void> {
  for (;;) {
    const { data } = await client(url, ADMIN_TOKEN)
      .ask(CREATE, { input })
      .catch(() => ({ data: null }));
    const errors: { code: string }[] | undefined = data?.createLeague?.errors;
    if (errors?.every(({ code }) => code === 'TAKEN')) return;
    if (errors) throw new Error(JSON.stringify(errors));
    await pause(100);
  }
}
