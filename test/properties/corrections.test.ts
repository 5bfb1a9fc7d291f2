/**
 * Random lives of leagues: matches come in time and late, are sent again, amended, voided and restored, players are
 * merged, unmerged, renamed, hidden, given display names and erased, leagues move to other slugs, are archived and deleted,
 * rating systems change, within requests and by jobs, some of which are cancelled. After every step the service is
 * compared, bit for bit, with a model that is a plain replay of its own log; at the end of every life the past is asked
 * for, `openladder verify` proves the database, and everything is undone.
 *
 * Environment: CORRECTIONS_RUNS is how many lives are lived (CI lives more, on the oldest PostgreSQL); CORRECTIONS_SEED and CORRECTIONS_PATH live again what a
 * failure tells of in its first line.
 */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'vitest';
import { shared } from '../support/shared.js';
import { live } from './life.js';
import { life } from './plans.js';
import { openPlatformUnderTest } from './platform-under-test.js';

const { CORRECTIONS_RUNS, CORRECTIONS_SEED, CORRECTIONS_PATH } = process.env;
const RUNS = Number(CORRECTIONS_RUNS ?? 8);
const SEED = Number(CORRECTIONS_SEED ?? randomInt(2 ** 31));
/** A life takes about a second; finding the shortest that fails takes many. */
const TIMEOUT_MS = 300_000 + RUNS * 20_000;

const platform = shared(openPlatformUnderTest, ({ close }) => close());

test(
  `after any operations, a league is a replay of its log (${RUNS} lives, seed ${SEED})`,
  async () => {
    const property = fc.asyncProperty(life, (life) => live(platform, life));
    await fc.assert(property, { numRuns: RUNS, seed: SEED, ...(CORRECTIONS_PATH && { path: CORRECTIONS_PATH }) });
  },
  TIMEOUT_MS,
);
