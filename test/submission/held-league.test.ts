import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import type { App } from '../../services/api/dist/start/app.js';
import { lockForTest, WAITING } from '../support/held-league.js';
import { dayByDay, expectAllHolds, leagueNow, leagueWith, match, usePlatform } from '../support/platform.js';
import { openClient } from '../support/server.js';
import { atOnce, fates, submitOne, tally } from './platforms.js';

const platform = usePlatform();
let app: App;
let somebody: pg.Client;
beforeAll(async () => {
  app = platform.app;
  somebody = await openClient(platform.url);
});
afterAll(async () => {
  await expectAllHolds(app);
  await somebody.end();
});

let slug: string;
let number = 0;
beforeEach(async () => {
  slug = `held-${++number}`;
  await leagueWith(app, slug, 'timed-glicko', dayByDay('ann beats ben', 'cid beats dan'));
  // So that memory knows them all.
  await fates(app, slug, [match(3, 'ann beats cid'), match(4, 'ben beats dan')]);
});

const PLAYERS = ['ann', 'ben', 'cid', 'dan'];
const duel = (n: number) => `${PLAYERS[n % 4]} beats ${PLAYERS[(n + 1 + (n % 3)) % 4]}`;
const hold = () => lockForTest(somebody, slug);
const letGo = () => somebody.query('COMMIT');

type Outcomes = Promise<PromiseSettledResult<string>[]>;

/** Submits matches one by one, at the same time, while somebody holds the league: the first statement waits for it. */
async function submitToHeld(matches: ReturnType<typeof atOnce>): Promise<{ readonly outcomes: Outcomes }> {
  await hold();
  const outcomes = Promise.allSettled(matches.map((one) => submitOne(app, slug, one)));
  await expect.poll(() => platform.sql(WAITING)).toHaveLength(1);
  return { outcomes };
}

const valuesOf = (outcomes: PromiseSettledResult<string>[]) =>
  tally(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed')));

test('matches that arrive while the league is held are two statements in sequence', async () => {
  const { version } = await leagueNow(app, slug);
  const { outcomes } = await submitToHeld(atOnce(64, duel));
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ accepted: 64 });
  expect(await leagueNow(app, slug)).toMatchObject({ version: version + 2, matchCount: 68 });
});

test('if another process wrote in the meantime, the ratings are made again on top of that', async () => {
  const { version } = await leagueNow(app, slug);
  const { outcomes } = await submitToHeld(atOnce(64, duel));
  await somebody.query(`UPDATE league SET version = version + 1 WHERE slug = '${slug}'`);
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ accepted: 64 });
  expect(await leagueNow(app, slug)).toMatchObject({ version: version + 3 });
  await expectAllHolds(app);
});

test('a match that was in the log does not prevent the writing of those beside it', async () => {
  const matches = atOnce(64, duel);
  const [earlier] = atOnce(1, duel, 'earlier');
  await submitOne(app, slug, earlier!);
  const { outcomes } = await submitToHeld([...matches.slice(0, 20), earlier!, ...matches.slice(20, 63)]);
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ accepted: 63, replayed: 1 });
  await expectAllHolds(app);
});

test('later matches are not written before a match that requires the lock', async () => {
  await updateLeague(app, COMMAND_LINE, slug, { lateMatches: 'REJECT' }, 'in order from now on');
  const first = atOnce(32, duel).with(10, { ...match(100, 'zed beats ann'), externalId: 'm-10' });
  const later = atOnce(32, duel, 'later').map((one) => ({ ...one, playedAt: match(101, duel(0)).playedAt }));
  const { outcomes } = await submitToHeld([...first, ...later]);
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ accepted: 64 });
});

test('if its connection breaks, a statement fails, and its matches may be sent again', async () => {
  const matches = atOnce(64, duel);
  const { outcomes } = await submitToHeld(matches);
  await platform.sql(`SELECT pg_terminate_backend(pid) FROM (${WAITING}) AS waiting`);
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ failed: 32, accepted: 32 });
  expect(tally(await fates(app, slug, matches))).toEqual({ accepted: 32, replayed: 32 });
});

test('a large submission is one statement', async () => {
  const { version } = await leagueNow(app, slug);
  expect(tally(await fates(app, slug, atOnce(1000, duel)))).toEqual({ accepted: 1000 });
  expect(await leagueNow(app, slug)).toMatchObject({ version: version + 1, matchCount: 1004 });
});

test('held leagues do not delay others', async () => {
  const other = `${slug}-other`;
  await leagueWith(app, other, 'timed-glicko', [match(1, 'ann beats ben')]);
  const { outcomes } = await submitToHeld(atOnce(64, duel));
  expect(await submitOne(app, other, match(2, 'ben beats ann'))).toBe('accepted');
  await letGo();
  await outcomes;
});
