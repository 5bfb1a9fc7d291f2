import { afterAll, beforeAll, describe, test } from 'vitest';
import { seededRandom } from '../../packages/rating/dist/random.js';
import type { Fault, Scene } from './fault.js';
import { clearCommonStage } from './stage.js';

/** Set by `npm run faults`; see scripts/run.mjs. */
const { FAULTS_SEED, FAULTS_ROUNDS, FAULTS_LONG } = process.env;
const SEED = FAULTS_SEED ? Number(FAULTS_SEED) : Math.floor(Math.random() * 2 ** 31);

/** Tests that each of these does no harm, as often as is asked for. */
export function testFaults(faults: readonly Fault[]): void {
  afterAll(clearCommonStage);

  describe.each(faults)('$name', ({ name, rounds, prepare }) => {
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
}
