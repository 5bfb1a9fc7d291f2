import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { amendMatch, voidMatch } from '../../services/api/dist/correction/correct-match.js';
import { mergePlayers, unmergePlayers } from '../../services/api/dist/correction/merge-players.js';
import { expireTickets } from '../../services/api/dist/matchmaking/expire-tickets.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import type { App } from '../../services/api/dist/start/app.js';
import { LeagueCache } from '../../services/api/dist/submission/cached-league.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { correctable } from '../support/every-correction.js';
import { keepErrors } from '../support/log.js';
import {
  DAY,
  match,
  newPlatform,
  OPENING,
  openLeague,
  openPlatform,
  type Platform,
  play,
  told,
} from '../support/platform.js';
import { holdLock, runWhile, waiting } from '../support/while-recomputing.js';
import { until } from './platform-under-test.js';

const common = { reason: 'so it goes', dryRun: false };
const log = keepErrors([]);

let platform: Platform;
let app: App;
/** Hands every correction to a job, which waits until it is run. */
let patient: App;
beforeAll(async () => {
  platform = await newPlatform();
  app = platform.app;
  patient = { ...app, inlineTail: -1 };
});
afterAll(async () => {
  await platform.close();
  await platform.drop();
});

let slug: string;
let number = 0;
beforeEach(async () => {
  slug = `league-${++number}`;
  await openLeague(app, slug, 'zonestats');
});

async function expectAllHolds(): Promise<void> {
  const { leagues, platform } = await verifyDatabase(app, [slug]);
  expect([...leagues.flatMap(({ problems }) => problems), ...platform]).toEqual([]);
}

const boardOf = () =>
  platform.sql(`SELECT handle, matches_played FROM rating JOIN player ON player.id = player_id
                JOIN league ON league.id = league_id WHERE slug = '${slug}' ORDER BY handle`);

test('a match that comes before the new time of the newest one, while a job moves that, is rated in its place', async () => {
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'ben beats cid')]);
  const playedAt = new Date(OPENING + 9 * DAY);
  const day2 = await correctable(app, slug, 'day-2');
  const { recompute } = await amendMatch(patient, COMMAND_LINE, { ...day2, playedAt, ...common });
  const done = await runWhile(platform, slug, recompute, () => play(app, slug, [match(5, 'cid beats ann')]));
  expect(done).toMatchObject({ status: 'DONE', revision: 2, done: 2 });
  await expectAllHolds();
});

test('a match that comes to the end of the log while a job rates it is rated by the job', async () => {
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'ben beats cid')]);
  const day1 = await correctable(app, slug, 'day-1');
  const { recompute } = await voidMatch(patient, COMMAND_LINE, { ...day1, ...common });
  const done = await runWhile(platform, slug, recompute, () => play(app, slug, [match(5, 'cid beats ann')]));
  expect(done).toMatchObject({ status: 'DONE', revision: 2, done: 2 });
  await expectAllHolds();
});

test('a late match that comes while a job rates the log makes it begin again', async () => {
  await play(app, slug, [match(1, 'ann beats ben'), match(5, 'ben beats cid')]);
  const day5 = await correctable(app, slug, 'day-5');
  const { recompute } = await voidMatch(patient, COMMAND_LINE, { ...day5, ...common });
  const done = await runWhile(platform, slug, recompute, () => play(app, slug, [match(2, 'cid beats ann')]));
  expect(done).toMatchObject({ status: 'DONE', revision: 3 });
  await expectAllHolds();
});

test.each([
  ['before the new time of its player', 5],
  ['at the end of the log', 12],
])('an expired wait that comes while a job moves a match, %s, is heeded', async (_, day) => {
  slug = `timed-${day}`;
  await openLeague(app, slug, 'timed-glicko');
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'ben beats cid'), match(3, 'ann beats cid')]);
  const end = OPENING + day * DAY;
  const at = (time: number) => ({ ...app, clock: () => new Date(time) });
  await joinQueue(at(end - 300_000), COMMAND_LINE, { league: slug, player: 'ben' });
  const playedAt = new Date(OPENING + 9 * DAY);
  const day2 = await correctable(app, slug, 'day-2');
  const { recompute } = await amendMatch(patient, COMMAND_LINE, { ...day2, playedAt, ...common });
  const done = await runWhile(platform, slug, recompute, () => expireTickets(at(end), log));
  expect(done).toMatchObject({ status: 'DONE', revision: 2 });
  await expectAllHolds();
  await play(app, slug, [match(20, 'ben beats ann')]);
  await expectAllHolds();
});

test('players who meet while a job makes them one person stay two', async () => {
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'eve beats ben')]);
  const merge = { league: slug, player: 'eve', into: 'ann', ...common };
  const { recompute } = await mergePlayers(patient, COMMAND_LINE, merge);
  const failed = await runWhile(platform, slug, recompute, () => play(app, slug, [match(5, 'eve beats ann')]));
  expect(failed).toMatchObject({
    status: 'FAILED',
    revision: null,
    error: 'players must not have met, because they become one person, but they did in match "day-5"',
  });
  await expectAllHolds();
});

test('of two merges at once that would make a chain, one is refused', async () => {
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'cid beats dan'), match(3, 'eve beats dan')]);
  const letGo = await holdLock(platform, slug);
  // Of two processes: within one, writers of a league take turns before they ask for its lock.
  const other = await openPlatform(platform.url);
  const merges = [
    mergePlayers(app, COMMAND_LINE, { league: slug, player: 'ann', into: 'cid', ...common }),
    mergePlayers(other.app, COMMAND_LINE, { league: slug, player: 'cid', into: 'eve', ...common }),
  ];
  await waiting(platform, 2);
  await letGo();
  const outcomes = (await Promise.allSettled(merges)).map(({ status }) => status);
  expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
  await other.close();
  await expectAllHolds();
});

test('a dry run waits for nobody who writes, and tells what would be without them', async () => {
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'ben beats cid')]);
  const day1 = { ...(await correctable(app, slug, 'day-1')), ...common, dryRun: true };
  const before = await voidMatch(app, COMMAND_LINE, day1);
  const letGo = await holdLock(platform, slug);
  const late = play(app, slug, [match(0, 'cid beats ann')]);
  await waiting(platform, 1);
  expect((await voidMatch(app, COMMAND_LINE, day1)).effect).toEqual(before.effect);
  await letGo();
  await late;
});

test('a dry run whose match is corrected meanwhile says so', async () => {
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'ben beats cid')]);
  const runner = app.database.createQueryRunner();
  await runner.startTransaction();
  const day1 = await correctable(app, slug, 'day-1');
  await runner.query('UPDATE match SET version = version WHERE league_id = $1 AND sequence = $2', [
    day1.match.leagueId,
    day1.match.sequence,
  ]);
  const refused = expect(voidMatch(app, COMMAND_LINE, { ...day1, ...common, dryRun: true })).rejects.toMatchObject({
    refusals: [{ code: 'CONFLICT', message: `league ${slug} was corrected in the meantime; send the dry run again` }],
  });
  await until(async () => {
    const [row] = await platform.sql(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return row!.count === 1 ? true : null;
  });
  await runner.commitTransaction();
  await runner.release();
  await refused;
});

test('a guest does not come on record by a correction of their match', async () => {
  const withGuest = told(match(1, 'ann+gus beats ben'), { gus: { isGuest: true } });
  await play(app, slug, [withGuest, told(match(2, 'gus beats ben'), { gus: { isGuest: true } })]);
  await voidMatch(app, COMMAND_LINE, { ...(await correctable(app, slug, 'day-1')), ...common });
  await voidMatch(app, COMMAND_LINE, { ...(await correctable(app, slug, 'day-2')), ...common });
  expect(await boardOf()).toEqual([
    { handle: 'ann', matches_played: 0 },
    { handle: 'ben', matches_played: 0 },
  ]);
  await registerPlayers(app, COMMAND_LINE, slug, ['ann', 'zoe']);
  await expectAllHolds();
});

test('a merged player none of whose matches is left can be unmerged', async () => {
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'eve beats ben')]);
  await mergePlayers(app, COMMAND_LINE, { league: slug, player: 'eve', into: 'ann', ...common });
  const sides = match(2, 'cid beats ben').sides;
  const newPlayers = ['cid'];
  await amendMatch(app, COMMAND_LINE, { ...(await correctable(app, slug, 'day-2')), sides, newPlayers, ...common });
  const unmerged = await unmergePlayers(app, COMMAND_LINE, { league: slug, player: 'eve', ...common });
  expect(unmerged.player.handle).toBe('eve');
  await expectAllHolds();
});

test('the first correction after an upgrade of the rater rates the whole log anew', async () => {
  const upgraded = new Map(app.raters);
  const rater = upgraded.get('zonestats')!;
  // Newcomers count for more than settings say.
  const generous = { ...rater, version: '1.1.0', initial: () => ({ rating: 700 }) };
  upgraded.set('zonestats', generous);
  await play(app, slug, [match(1, 'ann beats ben'), match(2, 'ben beats cid'), match(3, 'cid beats ann')]);
  await registerPlayers(app, COMMAND_LINE, slug, ['zoe']);

  const later = { ...app, raters: upgraded, leagueCache: new LeagueCache() };
  await voidMatch(later, COMMAND_LINE, { ...(await correctable(app, slug, 'day-3')), ...common });
  const { leagues } = await verifyDatabase(later, [slug]);
  expect(leagues.flatMap(({ problems }) => problems)).toEqual([]);
});
