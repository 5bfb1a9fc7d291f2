import type { Match } from '@openladder/rating';
import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { expireTickets } from '../../services/api/dist/matchmaking/expire-tickets.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import type { App } from '../../services/api/dist/start/app.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { amendMatch, voidMatch } from '../support/changes.js';
import { correctable, voidOne } from '../support/every-correction.js';
import { lockForTest } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import {
  DAY,
  dayByDay,
  expectAllHolds,
  leagueNow,
  leagueWith,
  match,
  OPENING,
  openLeague,
  type Platform,
  play,
  usePlatform,
} from '../support/platform.js';
import { of } from '../support/small-leagues.js';
import { sentStatements } from '../support/statements.js';

let app: App;
const platform = usePlatform();

beforeAll(async () => {
  app = platform.app;
});

/** By external id the revision that made the lines of a match, or those that were superseded. */
async function revisions(slug: string, table = 'rating_change'): Promise<Record<string, number>> {
  const rows = await platform.sql(
    `SELECT DISTINCT external_id, line.revision FROM ${table} AS line JOIN match USING (league_id, sequence)
     WHERE ${of(slug)} ORDER BY external_id`,
  );
  return Object.fromEntries(rows.map(({ external_id, revision }) => [external_id, revision]));
}

const LEAGUE = dayByDay(
  'ann beats ben',
  'cid beats dan',
  'eve beats fay',
  'dan beats ben',
  'cid beats dan',
  'eve draws fay',
);

test('a correction rates the matches of its players, and of everybody they met since', async () => {
  await leagueWith(app, 'void', 'zonestats', LEAGUE);
  const tables = await sentStatements(() => voidOne(app, 'void', 'day-1', 'it was a rehearsal'), /CREATE TEMPORARY/);
  expect(tables, 'a few lines need no table to be kept in').toEqual([]);
  expect(await revisions('void')).toEqual({ 'day-2': 1, 'day-3': 1, 'day-4': 2, 'day-5': 2, 'day-6': 1 });
  expect(await revisions('void', 'superseded_change')).toEqual({ 'day-1': 1, 'day-4': 1, 'day-5': 1 });
  await expectAllHolds(app);
});

test('a late match rates those of its players and of everybody they met since', async () => {
  await leagueWith(app, 'late', 'zonestats', LEAGUE);
  await play(app, 'late', [match(0, 'eve beats gus')]);
  const untouched = { 'day-1': 1, 'day-2': 1, 'day-4': 1, 'day-5': 1 };
  expect(await revisions('late')).toEqual({ 'day-0': 2, ...untouched, 'day-3': 2, 'day-6': 2 });
  await expectAllHolds(app);
});

test('a match that gets other players affects both the new and the former ones', async () => {
  await leagueWith(app, 'amended', 'zonestats', LEAGUE);
  const { sides } = match(3, 'gus beats hal');
  const third = await correctable(app, 'amended', 'day-3');
  const common = { newPlayers: ['gus', 'hal'], reason: 'they were others', dryRun: false };
  await amendMatch(app, COMMAND_LINE, { ...third, sides, ...common });
  const untouched = { 'day-1': 1, 'day-2': 1, 'day-4': 1, 'day-5': 1 };
  expect(await revisions('amended')).toEqual({ ...untouched, 'day-3': 2, 'day-6': 2 });
  await expectAllHolds(app);
});

test('a player whom a correction reaches late gets a wait counted once, in the match that followed it', async () => {
  await openLeague(app, 'waits', 'timed-glicko');
  const wait = async (day: number) => {
    const end = OPENING + day * DAY;
    await joinQueue({ ...app, clock: () => new Date(end - 300_000) }, COMMAND_LINE, { league: 'waits', player: 'cid' });
    await expireTickets({ ...app, clock: () => new Date(end) }, failingLog);
  };
  await play(app, 'waits', dayByDay('cid beats dan', 'ann beats ben'));
  await wait(40);
  await play(app, 'waits', [match(50, 'cid beats dan')]);
  await wait(80);
  await play(app, 'waits', [match(90, 'ben beats cid'), match(120, 'cid beats dan')]);
  await voidOne(app, 'waits', 'day-2', 'it was a rehearsal');
  expect(await revisions('waits')).toEqual({ 'day-1': 1, 'day-50': 1, 'day-90': 2, 'day-120': 2 });
  await expectAllHolds(app);
});

beforeAll(async () => {
  await leagueWith(platform.app, 'chess', 'zonestats', dayByDay('ann beats ben', 'ben beats ann', 'ann beats ben'));
});

const leagueOf = () => leagueNow(platform.app, 'chess');

async function voidFirst(app: Platform['app'], left: AbortSignal): Promise<unknown> {
  const { id: leagueId } = await leagueOf();
  const correctable = { match: { leagueId, sequence: 1 }, expectedVersion: 1, reason: 'never played', dryRun: false };
  return voidMatch(app, COMMAND_LINE, { ...correctable, left });
}

const GONE = { refusals: [{ code: 'CONFLICT', message: 'The client disconnected during the correction.' }] };

test('a correction whose caller leaves during the rating changes nothing', async () => {
  const leaving = new AbortController();
  const { raters } = platform.app;
  const zonestats = raters.get('zonestats')!;
  let rated = 0;
  const rate = (...given: [Match, never, never]) => {
    rated++;
    leaving.abort();
    return zonestats.rate(...given);
  };
  const before = await leagueOf();
  const app = {
    ...platform.app,
    raters: new Map([...raters, ['zonestats', { ...zonestats, rate, batch: undefined }]]),
  };
  await expect(voidFirst(app as Platform['app'], leaving.signal)).rejects.toMatchObject(GONE);
  expect(rated).toBeGreaterThan(0);
  expect(await leagueOf()).toEqual(before);
});

test('corrections and late matches that waited for the league do not start after their callers have left', async () => {
  const before = await leagueOf();
  const holder = platform.app.database.createQueryRunner();
  await holder.startTransaction();
  await lockForTest(holder, 'chess');
  const leaving = new AbortController();
  const correction = voidFirst(platform.app, leaving.signal).catch((error) => error);
  const late = submitMatches(platform.app, COMMAND_LINE, 'chess', [match(0, 'ann beats ben')], {
    left: () => leaving.signal,
  }).catch((error) => error);
  leaving.abort();
  await holder.rollbackTransaction();
  await holder.release();
  expect(await correction).toMatchObject(GONE);
  expect((await late).name).toBe('ClientDisconnected');
  expect(await leagueOf()).toEqual(before);
});
