import { afterAll, beforeAll, describe, test } from 'vitest';
import { seededRandom } from '../../packages/rating/dist/random.js';
import { badNetwork } from './bad-network.js';
import { badRaters } from './bad-raters.js';
import { crashedDatabase } from './crashed-database.js';
import { cutConnections } from './cut-connections.js';
import { deadLeader, switchedLeader } from './failover.js';
import type { Scene } from './fault.js';
import { canMount, fullDisk } from './full-disk.js';
import { missingPrograms } from './ha-cluster.js';
import { heldLeagues } from './held-leagues.js';
import { killedNightlyRun } from './killed-nightly-run.js';
import { killedRecompute } from './killed-recompute.js';
import { killedService } from './killed-service.js';
import { racingReplicas } from './racing-replicas.js';
import { skewedClocks } from './skewed-clocks.js';
import { slowReaders } from './slow-readers.js';
import { clearCommonStage } from './stage.js';

const FAULTS = [
  killedService,
  crashedDatabase,
  badNetwork,
  racingReplicas,
  heldLeagues,
  skewedClocks,
  slowReaders,
  cutConnections,
  badRaters,
  killedRecompute,
  killedNightlyRun,
];
if (await canMount()) FAULTS.push(fullDisk);
else console.warn(`NOT RUN: "${fullDisk.name}" needs a small file system, which only root may mount`);

/** Set by `npm run faults`; see scripts/run.mjs. */
const { FAULTS_SEED, FAULTS_ROUNDS, FAULTS_LONG } = process.env;
const missing = missingPrograms();
if (missing.length === 0) {
  FAULTS.push(deadLeader);
  // Takes what the first does, and finds less.
  if (FAULTS_LONG) FAULTS.push(switchedLeader);
} else console.warn(`NOT RUN: faults of a database on several machines. There is no ${missing.join(', no ')}.`);

const SEED = FAULTS_SEED ? Number(FAULTS_SEED) : Math.floor(Math.random() * 2 ** 31);

afterAll(clearCommonStage);

describe.each(FAULTS)('$name', ({ name, rounds, prepare }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await prepare();
  });
  afterAll(() => scene.clear());

  const count = Number(FAULTS_ROUNDS ?? (FAULTS_LONG ? rounds.long : rounds.short));
  test(`${count} times, seed ${SEED}`, async () => {
    for (let round = 0; round < count; round++) {
      try {
        await scene.round(seededRandom(SEED + round));
      } catch (error) {
        const again = `FAULTS_SEED=${SEED + round} FAULTS_ROUNDS=1 npm run faults -- -t '${name}'`;
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`round ${round + 1} of ${count} failed: ${why}\nAgain with: ${again}`, { cause: error });
      }
      if (FAULTS_LONG) console.log(`${name}: ${round + 1} of ${count} survived`);
    }
  }, 3_600_000);
});
