import { beforeAll, expect, test } from 'vitest';
import { verifyLeagues } from '../../services/api/dist/jobs/verify-leagues.js';
import type { Log } from '../../services/api/dist/kit/log.js';
import { LOCKS } from '../../services/api/dist/kit/sql/advisory-locks.js';
import { lockLeague, raiseVersion } from '../../services/api/dist/league/league.repository.js';
import { listLeagueProofs, storeLeagueProof } from '../../services/api/dist/league/nights.repository.js';
import { runNightly } from '../../services/api/dist/nightly/pass-midnight.js';
import { damagedMeanwhile } from '../support/damage.js';
import { WAITING } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import { DAY, leagueNow, match, OPENING, openLeague, play, usePlatform } from '../support/platform.js';
import { of } from '../support/small-leagues.js';

const START = OPENING + 100 * DAY;
const day = (n: number) => new Date(START + n * DAY);
const running = new AbortController().signal;

const platform = usePlatform();
const at = (n: number) => ({ ...platform.app, clock: () => day(n) });
async function proofOf(slug: string) {
  const { manager } = platform.app.database;
  const league = await leagueNow(platform.app, slug);
  return (await listLeagueProofs(manager, [league.id])).get(league.id) ?? null;
}
/** Midnight, and what follows it. */
async function night(n: number, log: Log = failingLog, stopping = running): Promise<void> {
  await runNightly(at(n), failingLog);
  await verifyLeagues(at(n), log, stopping);
}

beforeAll(async () => {
  await openLeague(at(0), 'chess', 'zonestats');
  await openLeague(at(0), 'darts', 'kept');
  await play(at(0), 'chess', [match(10, 'ann beats ben'), match(11, 'ben beats cid')]);
  await play(at(0), 'darts', [match(10, 'ann beats ben')]);
});

test('a league is verified after each midnight, and shows the last verified match', async () => {
  await verifyLeagues(at(0), failingLog, running);
  expect(await proofOf('chess'), 'before the first midnight').toBeNull();
  await night(1.5);
  const first = { verifiedAt: day(1.5), sequence: 2, revision: 1, problems: 0 };
  expect(await proofOf('chess')).toEqual(first);
  expect(await proofOf('darts')).toEqual({ ...first, sequence: 1 });
  await play(at(1.6), 'chess', [match(12, 'cid beats ann'), match(5, 'ann draws cid')]);
  await verifyLeagues(at(1.7), failingLog, running);
  expect(await proofOf('chess'), 'not twice a day').toEqual(first);
  await night(2.5);
  expect(await proofOf('chess')).toEqual({ verifiedAt: day(2.5), sequence: 4, revision: 2, problems: 0 });
});

test('a damaged league is reported, and others are still verified', async () => {
  await platform.sql(`UPDATE rating SET value = value + 1 WHERE ${of('chess')}`);
  const logged: object[] = [];
  await night(3.5, { ...failingLog, error: (fields) => logged.push(fields) });
  expect(await proofOf('chess')).toEqual({ verifiedAt: day(3.5), sequence: 4, revision: 2, problems: 3 });
  expect(logged).toEqual([{ leagueId: 1, problems: 3, broken: ['ratings'] }]);
  expect(await proofOf('darts')).toMatchObject({ verifiedAt: day(3.5), problems: 0 });
  await platform.sql(`UPDATE rating SET value = value - 1 WHERE ${of('chess')}`);
  await night(4.5);
  expect(await proofOf('chess')).toMatchObject({ verifiedAt: day(4.5), problems: 0 });
});

test('one process verifies at a time, and a service that stops leaves the league to the next', async () => {
  await runNightly(at(5.5), failingLog);
  const other = platform.app.database.createQueryRunner();
  await other.query('SELECT pg_advisory_lock($1)', [LOCKS.verification]);
  await verifyLeagues(at(5.5), failingLog, running);
  await other.query('SELECT pg_advisory_unlock($1)', [LOCKS.verification]);
  await other.release();
  expect(await proofOf('chess')).toMatchObject({ verifiedAt: day(4.5) });

  const stopping = new AbortController();
  const raters = new Map(platform.app.raters);
  const zonestats = raters.get('zonestats')!;
  const rate: typeof zonestats.rate = (...given) => {
    stopping.abort();
    return zonestats.rate(...given);
  };
  raters.set('zonestats', { ...zonestats, rate });
  await verifyLeagues({ ...at(5.5), raters }, failingLog, stopping.signal);
  expect(await proofOf('chess')).toMatchObject({ verifiedAt: day(4.5) });
  await verifyLeagues(at(5.5), failingLog, running);
  expect(await proofOf('chess')).toMatchObject({ verifiedAt: day(5.5) });
});

test('a verification that fails is not repeated at once', async () => {
  await runNightly(at(6.5), failingLog);
  const failed = new Map<number, number>();
  const errors: unknown[] = [];
  const log = { ...failingLog, error: (fields: object) => errors.push((fields as { err: Error }).err.message) };
  await platform.sql('ALTER TABLE log_wait RENAME TO log_waits');
  await verifyLeagues(at(6.5), log, running, failed);
  await verifyLeagues(at(6.5), log, running, failed);
  await platform.sql('ALTER TABLE log_waits RENAME TO log_wait');
  expect(errors).toHaveLength(2);
  expect(await proofOf('chess')).toMatchObject({ verifiedAt: day(5.5) });
  await verifyLeagues(at(6.5), failingLog, running);
});

test('a result is stored while nobody writes to the league, since writers would miss the version that they read', async () => {
  const { database } = platform.app;
  const { id } = await leagueNow({ database }, 'darts');
  const proof = { verifiedAt: day(6.6), sequence: 1, revision: 1, problems: 0 };
  let stored: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    const league = await lockLeague(tx, id);
    stored = database.transaction((other) => storeLeagueProof(other, id, proof));
    await expect.poll(() => platform.sql(WAITING)).toHaveLength(1);
    await raiseVersion(tx, league);
  });
  await stored;
  expect(await proofOf('darts')).toEqual(proof);
});

test.each([
  ['sequence', 'sequence = sequence + 1', 'chess verifications: verification of league chess, sequence'],
  ['revision', 'revision = 0', 'chess verifications: verification of league chess, revision'],
])('damage to the verified %s is found', async (_, change, found) => {
  const statement = `UPDATE league_verification SET ${change} WHERE ${of('chess')}`;
  expect(await damagedMeanwhile(platform, statement)).toEqual([found]);
});
