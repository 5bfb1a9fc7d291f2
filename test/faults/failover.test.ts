import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../packages/rating/dist/random.js';
import { verifyLeagues } from '../support/service.js';
import { loseMatches, openHaStage } from './failover.js';
import { missingPrograms } from './ha-cluster.js';

const missing = missingPrograms();
const MORE_TRIES = 3;

describe.skipIf(missing.length > 0)('a database without a synchronous standby', () => {
  test('loses acknowledged matches with its machine, and the rest is correct', async () => {
    const stage = await openHaStage({ isSynchronous: false });
    try {
      const random = seededRandom(20_261_124);
      // A standby may have everything by chance, the more easily the busier the machine is.
      let { lost, ledger } = await loseMatches(stage, random);
      for (let more = 0; lost === 0 && more < MORE_TRIES; more++) ({ lost, ledger } = await loseMatches(stage, random));
      console.log(`lost with a machine that waits for no standby: ${lost} acknowledged matches`);
      // Else the faults of the database that waits for one could not fail.
      expect(lost).toBeGreaterThan(0);
      expect(await verifyLeagues(stage.cluster.directUrl, [ledger.league])).toEqual([]);
    } finally {
      await stage.clear();
    }
  }, 600_000);
});

if (missing.length > 0)
  console.warn(`NOT TESTED: a database on several machines. There is no ${missing.join(', no ')}.`);
