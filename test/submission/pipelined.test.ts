import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { Pipeline } from '../../services/api/dist/kit/sql/pipelines.js';
import { LEAGUE_LOCK } from '../../services/api/dist/league/league.repository.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import type { App } from '../../services/api/dist/start/app.js';
import { createTestDatabase } from '../support/database.js';
import { match, openLeague, openPlatform, type Platform, play } from '../support/platform.js';
import { atOnce, fates, leagueNow, problemsOf, submitOne, tally } from './platforms.js';

let platform: Platform;
let app: App;
let somebody: pg.Client;
beforeAll(async () => {
  platform = await openPlatform((await createTestDatabase()).url);
  app = platform.app;
  somebody = new pg.Client(platform.url);
  await somebody.connect();
});
afterAll(async () => {
  expect(await problemsOf(app)).toEqual([]);
  await somebody.end();
  await platform.close();
  await platform.drop();
});

let slug: string;
let id: number;
let number = 0;
const sends = vi.spyOn(Pipeline.prototype, 'send');
beforeEach(async () => {
  slug = `pipelined-${++number}`;
  await openLeague(app, slug, 'timed-glicko');
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'cid beats dan')]);
  ({ id } = await leagueNow(app, slug));
  // So that memory knows them all.
  await fates(app, slug, [match(3, 'ann beats cid'), match(4, 'ben beats dan')]);
});
afterEach(() => sends.mockClear());

const PLAYERS = ['ann', 'ben', 'cid', 'dan'];
const duel = (n: number) => `${PLAYERS[n % 4]} beats ${PLAYERS[(n + 1 + (n % 3)) % 4]}`;
const hold = () => somebody.query('SELECT pg_advisory_lock($1, $2)', [LEAGUE_LOCK, id]);
const letGo = () => somebody.query('SELECT pg_advisory_unlock($1, $2)', [LEAGUE_LOCK, id]);

/** The outcome of each match, once they are settled. */
interface Outcomes {
  readonly outcomes: Promise<PromiseSettledResult<string>[]>;
}

/** Submits matches one by one, at the same time, until two batches of them are sent: both wait for the league. */
async function submitTwoBatches(matches: ReturnType<typeof atOnce>): Promise<Outcomes> {
  sends.mockClear();
  await hold();
  const outcomes = Promise.allSettled(matches.map((one) => submitOne(app, slug, one)));
  await vi.waitFor(() => expect(sends).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  expect(new Set(sends.mock.contexts).size).toBe(1);
  return { outcomes };
}

const valuesOf = (outcomes: PromiseSettledResult<string>[]) =>
  tally(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed')));

test('a batch is sent before the one ahead of it is answered, and both are written', async () => {
  const { version } = await leagueNow(app, slug);
  const { outcomes } = await submitTwoBatches(atOnce(64, duel));
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ accepted: 64 });
  expect(sends).toHaveBeenCalledTimes(2);
  expect(await leagueNow(app, slug)).toMatchObject({ version: version + 2, matchCount: 68 });
});

test('neither is written where somebody else wrote, even if the league is then at the version of the second', async () => {
  const { outcomes } = await submitTwoBatches(atOnce(64, duel));
  await platform.sql(`UPDATE league SET version = version + 1 WHERE id = ${id}`);
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ accepted: 64 });
  expect(sends.mock.calls.length).toBeGreaterThan(3);
  expect(await problemsOf(app)).toEqual([]);
});

test('neither is written if a match of the first was in the log, and each gets its own results', async () => {
  const matches = atOnce(64, duel);
  const [earlier] = atOnce(1, duel, 'earlier');
  await submitOne(app, slug, earlier!);
  const { outcomes } = await submitTwoBatches([...matches.slice(0, 20), earlier!, ...matches.slice(20, 63)]);
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ accepted: 63, replayed: 1 });
  expect(await problemsOf(app)).toEqual([]);
});

test('the first stays written where the second can not be', async () => {
  const [earlier] = atOnce(1, duel, 'earlier');
  await submitOne(app, slug, earlier!);
  const matches = atOnce(63, duel);
  const { outcomes } = await submitTwoBatches([...matches.slice(0, 50), earlier!, ...matches.slice(50)]);
  await letGo();
  expect(valuesOf(await outcomes)).toEqual({ accepted: 63, replayed: 1 });
  expect(await problemsOf(app)).toEqual([]);
});

test('what came later is not written before a match that has to be settled alone', async () => {
  await updateLeague(app, COMMAND_LINE, slug, { lateMatches: 'REJECT' }, 'in order from now on');
  const first = atOnce(32, duel).with(10, { ...match(100, 'zed beats ann'), externalId: 'm-10' });
  const later = atOnce(32, duel, 'later').map((one) => ({ ...one, playedAt: match(101, duel(0)).playedAt }));
  sends.mockClear();
  await hold();
  const submit = (matches: typeof first) => Promise.all(matches.map((one) => submitOne(app, slug, one)));
  const before = submit(first);
  await vi.waitFor(() => expect(sends).toHaveBeenCalled(), { timeout: 10_000 });
  const after = submit(later);
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  await letGo();
  expect(tally([...(await before), ...(await after)])).toEqual({ accepted: 64 });
});

test('where their connection breaks, both fail, and may be sent again', async () => {
  const matches = atOnce(64, duel);
  const { outcomes } = await submitTwoBatches(matches);
  await platform.sql(`SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${LEAGUE_LOCK} AND objid = ${id} AND NOT granted`);
  expect(valuesOf(await outcomes)).toEqual({ failed: 64 });
  await letGo();
  expect(tally(await fates(app, slug, matches))).toEqual({ accepted: 64 });
});

test('a large submission sends each part behind the one before it', async () => {
  sends.mockClear();
  expect(tally(await fates(app, slug, atOnce(1000, duel)))).toEqual({ accepted: 1000 });
  // Of 32, 64, 128, 256, 300 and 220 matches.
  expect(sends).toHaveBeenCalledTimes(6);
});

test('a large submission of which a part is in the log already goes on behind it', async () => {
  const matches = atOnce(1000, duel);
  await fates(app, slug, matches.slice(300, 310));
  expect(tally(await fates(app, slug, matches))).toEqual({ accepted: 990, replayed: 10 });
});

test('leagues that are held do not keep others waiting', async () => {
  const other = `${slug}-other`;
  await openLeague(app, other, 'timed-glicko');
  await play(app, other, [match(1, 'ann beats ben')]);
  const { outcomes } = await submitTwoBatches(atOnce(64, duel));
  expect(await submitOne(app, other, match(2, 'ben beats ann'))).toBe('accepted');
  await letGo();
  await outcomes;
});
