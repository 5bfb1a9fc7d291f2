import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { Unavailable } from '../../services/api/dist/kit/unavailable.js';
import { findLeague } from '../../services/api/dist/league/league.repository.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { cancelRecompute } from '../../services/api/dist/league-log/follow-recompute.js';
import { findRecompute, listEffects } from '../../services/api/dist/league-log/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import { expireTickets } from '../../services/api/dist/matchmaking/expire-tickets.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { insertMemberships } from '../../services/api/dist/player/player.repository.js';
import { installedSystemOf } from '../../services/api/dist/raters/rating-system.js';
import { hideOrShow } from '../../services/api/dist/rating/hide-player.js';
import { insertUnplayed, updateHidden } from '../../services/api/dist/rating/rating.repository.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import type { App } from '../../services/api/dist/start/app.js';
import { LeagueCache } from '../../services/api/dist/submission/league-state.js';
import {
  amendMatch,
  configureRatingSystem,
  mergePlayers,
  recomputeLeague,
  unmergePlayers,
  voidMatch,
} from '../support/changes.js';
import { correctable } from '../support/every-correction.js';
import { lockWaits } from '../support/held-league.js';
import { failingLog, keepErrors } from '../support/log.js';
import {
  DAY,
  dayByDay,
  expectAllHolds,
  leagueWith,
  match,
  OPENING,
  openLeague,
  openPlatform,
  play,
  usePlatform,
  withPlayerDetails,
} from '../support/platform.js';
import { holdLock, holdTransaction, runWhile, waiting } from '../support/while-recomputing.js';
import { until } from './platform-under-test.js';

const common = { reason: 'so it goes', dryRun: false };
const log = keepErrors([]);

let app: App;
/** Leaves every correction to a job, which the test runs. */
let patient: App;
const platform = usePlatform();
beforeAll(async () => {
  app = platform.app;
  patient = { ...app, inlineTail: -1 };
});

let slug: string;
let number = 0;
beforeEach(async () => {
  slug = `league-${++number}`;
  await openLeague(app, slug, 'zonestats');
});

/** Ids of players by handle. */
async function playerIds<Handle extends string>(...handles: Handle[]): Promise<Record<Handle, number>> {
  const rows = await platform.sql(`SELECT handle, id FROM player WHERE handle IN ('${handles.join("', '")}')`);
  return Object.fromEntries(rows.map(({ handle, id }) => [handle, id])) as Record<Handle, number>;
}

/** What a correction of a match names. */
const correctionOf = async (externalId: string) => ({ ...(await correctable(app, slug, externalId)), ...common });

/** Runs a job to its end. */
const run = (id: number, needs = app, logTo = log) => runRecompute(needs, id, logTo, new AbortController().signal);

const boardOf = () =>
  platform.sql(`SELECT handle, matches_played FROM rating JOIN player ON player.id = player_id
                JOIN league ON league.id = league_id WHERE slug = '${slug}' ORDER BY handle`);

test.each([
  ['in its place if the job moves the newest match beyond it', 'day-3', 9, 5, { revision: 2, done: 2 }],
  ['by that job if it is the newest', 'day-1', null, 5, { revision: 2, done: 3 }],
  ['by that job, which begins again, if it is earlier than the corrected match', 'day-2', null, 1.5, { revision: 3 }],
])('a match that comes while a job rates the log is rated %s', async (_, corrected, newDay, day, outcome) => {
  await play(app, slug, dayByDay('ann beats ben', 'ben beats cid', 'cid beats ben'));
  const input = await correctionOf(corrected);
  const { recompute } =
    newDay === null
      ? await voidMatch(patient, COMMAND_LINE, input)
      : await amendMatch(patient, COMMAND_LINE, { ...input, playedAt: new Date(OPENING + newDay * DAY) });
  const done = await runWhile(platform, recompute, () => play(app, slug, [match(day, 'cid beats ann')]));
  expect(done).toMatchObject({ status: 'DONE', ...outcome });
  await expectAllHolds(app, [slug]);
});

test('a match that is written while a job waits for the lock is rated by that job', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'ben beats cid', 'cid beats ben'));
  const { recompute } = await voidMatch(patient, COMMAND_LINE, await correctionOf('day-1'));
  const letGo = await holdLock(platform, slug);
  const playing = play(app, slug, [match(5, 'cid beats ann')]);
  await waiting(platform, 1);
  const running = run(recompute!.id);
  await waiting(platform, 2);
  await letGo();
  await playing;
  expect(await running).toBe('DONE');
  expect(await findRecompute(app.database.manager, recompute!.id)).toMatchObject({ revision: 2, done: 3 });
  await expectAllHolds(app, [slug]);
});

test.each([
  ['hidden', 'hidePlayer', [1, 2, null, 3]],
  ['shown', 'showPlayer', [1, 2, 3, 4]],
] as const)(
  'a player who is %s while a job rates the log stays that way, and its effect has the ranks of all',
  async (_, change, ranks) => {
    const people = ['ann', 'ben', 'cid', 'dan'].map((name) => `${name}-${slug}`);
    const [ann, ben, cid, dan] = people as [string, string, string, string];
    await play(app, slug, dayByDay(`${ann} beats ${ben}`, `${ben} beats ${cid}`, `${cid} beats ${dan}`));
    const input = { league: slug, player: cid, reason: 'they asked for it' };
    if (change === 'showPlayer') await hideOrShow(app, COMMAND_LINE, 'hidePlayer', input);
    const system = { league: slug, ratingSystem: 'zonestats', settings: { initialRating: 700 }, ...common };
    const { recompute } = await configureRatingSystem(patient, COMMAND_LINE, system);
    const done = await runWhile(platform, recompute, () => hideOrShow(app, COMMAND_LINE, change, input));
    expect(done.status).toBe('DONE');
    const effect = (await listEffects(app.database.manager, [done.id])).get(done.id)!;
    const rankOf = new Map(
      effect.changes.map(({ playerId, ...move }) => [playerId, [move.rankBefore, move.rankAfter]]),
    );
    const players = await platform.sql(`SELECT id FROM player WHERE handle LIKE '%-${slug}' ORDER BY handle`);
    expect(players.map(({ id }) => rankOf.get(Number(id)))).toEqual(ranks.map((rank) => [rank, rank]));
    await expectAllHolds(app, [slug]);
  },
);

test('players who are registered or hidden after a job prepared the new board are registered or hidden on it, by the new settings', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'ben beats cid'));
  await registerPlayers(app, COMMAND_LINE, slug, ['yan']);
  await leagueWith(app, `elsewhere-${slug}`, 'zonestats', dayByDay('zoe beats ann'));
  const ids = await playerIds('ben', 'yan', 'zoe');
  const system = { league: slug, ratingSystem: 'zonestats', settings: { initialRating: 700 }, ...common };
  const { recompute } = await configureRatingSystem(patient, COMMAND_LINE, system);
  const letGo = await holdLock(platform, slug);
  const running = run(recompute!.id);
  await waiting(platform, 1);
  await letGo(async (tx) => {
    const league = (await findLeague(tx, COMMAND_LINE, slug))!;
    await updateHidden(tx, league.id, ids.ben, new Date(OPENING));
    await insertMemberships(tx, league.id, new Map([['zoe', ids.zoe]]), new Date(OPENING));
    await insertUnplayed(tx, league.id, installedSystemOf(app.raters, league), [ids.zoe]);
  });
  expect(await running).toBe('DONE');
  const rows =
    await platform.sql(`SELECT player_id, value, is_provisional FROM rating JOIN league ON league.id = league_id
    WHERE slug = '${slug}' AND player_id IN (${Object.values(ids)})`);
  const of = new Map(rows.map(({ player_id, ...row }) => [player_id, row]));
  expect(of.get(ids.ben)).toEqual({ value: expect.any(Number), is_provisional: true });
  expect([of.get(ids.yan), of.get(ids.zoe)]).toEqual(Array(2).fill({ value: 700, is_provisional: true }));
  // The hiding above is not in the audit log, with which the board is compared.
  await hideOrShow(app, COMMAND_LINE, 'showPlayer', { league: slug, player: 'ben', reason: 'they may be seen' });
  await expectAllHolds(app, [slug]);
});

test('a player who is hidden only while a job compares the board has a rank on it by the new settings', async () => {
  await leagueWith(app, `compared-${slug}`, 'glicko2', dayByDay('ann beats ben', 'ben beats cid'));
  slug = `compared-${slug}`;
  // These settings change no rating.
  const system = { league: slug, ratingSystem: 'glicko2', settings: { provisionalDeviation: 400 }, ...common };
  await configureRatingSystem(app, COMMAND_LINE, system);
  const strict = { ...system, settings: { provisionalDeviation: 50 } };
  const { recompute } = await configureRatingSystem(patient, COMMAND_LINE, strict);
  const input = { league: slug, player: 'cid', reason: 'they asked for it' };
  const steps = new Map([
    ['TABLE whole_rating', () => hideOrShow(app, COMMAND_LINE, 'hidePlayer', input)],
    ['TABLE staged_move', () => hideOrShow(app, COMMAND_LINE, 'showPlayer', input)],
  ]);
  const createQueryRunner = () => {
    const runner = app.database.createQueryRunner();
    const query = runner.query.bind(runner);
    runner.query = async (text: string, ...given: unknown[]) => {
      for (const [statement, happens] of steps) if (text.includes(statement)) await happens();
      return query(text, ...(given as []));
    };
    return runner;
  };
  const database = Object.create(app.database, { createQueryRunner: { value: createQueryRunner } });
  expect(await run(recompute!.id, { ...app, database })).toBe('DONE');
  await expectAllHolds(app, [slug]);
});

test('a guest who counts after all gets their first rating from a job that rates the whole log', async () => {
  await leagueWith(app, `whole-${slug}`, 'kept', [
    withPlayerDetails(match(1, 'ann+gus beats ben'), { gus: { isGuest: true } }),
  ]);
  slug = `whole-${slug}`;
  const { sides } = match(1, 'ann+gus beats ben');
  const { recompute } = await amendMatch(patient, COMMAND_LINE, { ...(await correctionOf('day-1')), sides });
  await run(recompute!.id);
  const played = (handle: string) => ({ handle, matches_played: 1 });
  expect(await boardOf()).toEqual(['ann', 'ben', 'gus'].map(played));
  await expectAllHolds(app, [slug]);
});

test.each([
  ['before the new time of its player', 5],
  ['at the end of the log', 12],
])('an expired wait that comes while a job moves a match, %s, is applied', async (_, day) => {
  slug = `timed-${day}`;
  await leagueWith(app, slug, 'timed-glicko', dayByDay('ann beats ben', 'ben beats cid', 'ann beats cid'));
  const end = OPENING + day * DAY;
  const at = (time: number) => ({ ...app, clock: () => new Date(time) });
  await joinQueue(at(end - 300_000), COMMAND_LINE, { league: slug, player: 'ben' });
  const playedAt = new Date(OPENING + 9 * DAY);
  const { recompute } = await amendMatch(patient, COMMAND_LINE, { ...(await correctionOf('day-2')), playedAt });
  const done = await runWhile(platform, recompute, () => expireTickets(at(end), log));
  expect(done).toMatchObject({ status: 'DONE', revision: 2 });
  await expectAllHolds(app, [slug]);
  await play(app, slug, [match(20, 'ben beats ann')]);
  await expectAllHolds(app, [slug]);
});

test('players who meet while a job merges them stay two', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'eve beats ben'));
  const merge = { league: slug, player: 'eve', into: 'ann', ...common };
  const { recompute } = await mergePlayers(patient, COMMAND_LINE, merge);
  const failed = await runWhile(platform, recompute, () => play(app, slug, [match(5, 'eve beats ann')]));
  expect(failed).toMatchObject({
    status: 'FAILED',
    revision: null,
    error: 'These players played each other in match "day-5", so they cannot be the same person.',
  });
  await expectAllHolds(app, [slug]);
});

test('a recompute that is cancelled just when it fails stays cancelled', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'eve beats ben'));
  const merge = { league: slug, player: 'eve', into: 'ann', ...common };
  const { id } = (await mergePlayers(patient, COMMAND_LINE, merge)).recompute!;
  await play(app, slug, [match(5, 'eve beats ann')]);
  const database = before("SET status = 'FAILED'", () => cancelRecompute(app, COMMAND_LINE, id));
  await run(id, { ...app, database }, failingLog);
  expect(await findRecompute(app.database, id)).toMatchObject({ status: 'CANCELLED', error: null });
});

test('a cancelled recompute ends, and no other does', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'ben beats cid'));
  const { id } = (await voidMatch(patient, COMMAND_LINE, await correctionOf('day-1'))).recompute!;
  const letGo = await holdLock(platform, slug);
  const steps: string[] = [];
  // The job ends by itself before it is interrupted.
  const database = before('pg_cancel_backend', async ([pid]) => {
    await letGo();
    const atItsEnd = `SELECT FROM pg_stat_activity WHERE pid = ${pid} AND state <> 'active'
      AND (query LIKE '%status = ''DONE''%' OR query = 'ROLLBACK')`;
    await until(async () => ((await platform.sql(atItsEnd)).length > 0 ? true : null));
    steps.push('cancelled');
  });
  const running = run(id, { ...app, database }, failingLog);
  await waiting(platform, 1);
  await cancelRecompute(app, COMMAND_LINE, id);
  await running;
  steps.push('ended');
  expect(steps).toEqual(['cancelled', 'ended']);
  await expectAllHolds(app, [slug]);
});

/** The database, with a step before each statement that contains a text. */
function before(statement: string, happens: (values: readonly unknown[]) => Promise<unknown>): App['database'] {
  const query = async (...given: Parameters<App['database']['query']>) => {
    const [text, values] = given;
    if (text.includes(statement)) await happens(values as unknown[]);
    return app.database.query(...given);
  };
  return Object.create(app.database, { query: { value: query } });
}

test('of two simultaneous merges that would form a chain, one is refused', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'cid beats dan', 'eve beats dan'));
  const letGo = await holdLock(platform, slug);
  // Two processes are needed: writers in one process take turns before they request the league's lock.
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
  await expectAllHolds(app, [slug]);
});

test('a dry run waits for no writer, and shows the result without their changes', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'ben beats cid'));
  const day1 = { ...(await correctionOf('day-1')), dryRun: true };
  const before = await voidMatch(app, COMMAND_LINE, day1);
  const letGo = await holdLock(platform, slug);
  const late = play(app, slug, [match(0, 'cid beats ann')]);
  await waiting(platform, 1);
  expect((await voidMatch(app, COMMAND_LINE, day1)).effect).toEqual(before.effect);
  await letGo();
  await late;
});

test('a dry run reports a concurrent correction of its match', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'ben beats cid'));
  const day1 = await correctionOf('day-1');
  const { leagueId, sequence } = day1.match;
  const update = 'UPDATE match SET version = version WHERE league_id = $1 AND sequence = $2';
  const letGo = await holdTransaction(platform, (tx) => tx.query(update, [leagueId, sequence]));
  const refused = expect(voidMatch(app, COMMAND_LINE, { ...day1, dryRun: true })).rejects.toMatchObject({
    refusals: [{ code: 'CONFLICT', message: `League ${slug} was corrected in the meantime. Send the dry run again.` }],
  });
  await lockWaits(platform, 1);
  await letGo();
  await refused;
});

test('a correction does not make a guest a rated player', async () => {
  const withGuest = withPlayerDetails(match(1, 'ann+gus beats ben'), { gus: { isGuest: true } });
  await play(app, slug, [withGuest, withPlayerDetails(match(2, 'gus beats ben'), { gus: { isGuest: true } })]);
  await voidMatch(app, COMMAND_LINE, await correctionOf('day-1'));
  await voidMatch(app, COMMAND_LINE, await correctionOf('day-2'));
  expect(await boardOf()).toEqual([
    { handle: 'ann', matches_played: 0 },
    { handle: 'ben', matches_played: 0 },
  ]);
  await registerPlayers(app, COMMAND_LINE, slug, ['ann', 'zoe']);
  await expectAllHolds(app, [slug]);
});

test('a merged player can be unmerged even if none of the matches is left', async () => {
  await play(app, slug, dayByDay('ann beats ben', 'eve beats ben'));
  await mergePlayers(app, COMMAND_LINE, { league: slug, player: 'eve', into: 'ann', ...common });
  const sides = match(2, 'cid beats ben').sides;
  const newPlayers = ['cid'];
  await amendMatch(app, COMMAND_LINE, { ...(await correctionOf('day-2')), sides, newPlayers });
  const unmerged = await unmergePlayers(app, COMMAND_LINE, { league: slug, player: 'eve', ...common });
  expect(unmerged.player.handle).toBe('eve');
  await expectAllHolds(app, [slug]);
});

test('a correction is refused after another version has rated the league; a recompute rates the whole log anew', async () => {
  const upgraded = new Map(app.raters);
  const rater = upgraded.get('zonestats')!;
  // Newcomers have a higher rating than the settings give.
  const generous = { ...rater, version: '1.1.0', initial: () => ({ rating: 700 }) };
  upgraded.set('zonestats', generous);
  await play(app, slug, dayByDay('ann beats ben', 'ben beats cid', 'cid beats ann'));
  await registerPlayers(app, COMMAND_LINE, slug, ['zoe']);

  const later = { ...app, raters: upgraded, leagueCache: new LeagueCache() };
  const third = await correctionOf('day-3');
  await expect(voidMatch(later, COMMAND_LINE, third)).rejects.toThrow(Unavailable);
  await expect(voidMatch(later, COMMAND_LINE, { ...third, dryRun: true })).rejects.toThrow(Unavailable);
  await recomputeLeague(later, COMMAND_LINE, { ...common, league: slug });
  await voidMatch(later, COMMAND_LINE, third);
  await expectAllHolds(later, [slug]);
});

describe('public data of a player', () => {
  let other: string;
  let handle: string;
  beforeEach(async () => {
    [other, handle] = [`${slug}-other`, `ann-${slug}`];
    await openLeague(app, other, 'zonestats');
  });
  const takeIn = (league: string) => registerPlayers(app, COMMAND_LINE, league, [handle]);
  const show = (league: string, visibility: 'PUBLIC' | 'PRIVATE') =>
    updateLeague(app, COMMAND_LINE, league, { visibility }, 'so it goes');

  /** Makes two changes at once: both wait before they commit, or the second waits for the first. */
  async function simultaneously(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
    const letGo = await holdTransaction(platform, (tx) => tx.query('LOCK TABLE audit_entry IN SHARE MODE'));
    const begun = [first()];
    await lockWaits(platform, 1);
    begun.push(second());
    await lockWaits(platform, 2);
    await letGo();
    await Promise.all(begun);
    await expectAllHolds(app, [slug]);
  }

  const isKnown = async () =>
    (await platform.sql(`SELECT FROM membership WHERE league_id = 0 AND handle = '${handle}'`)).length === 1;

  const enters = () => takeIn(other);
  const leaves = () => show(slug, 'PRIVATE');
  const leavesOther = () => show(other, 'PRIVATE');
  test.each([
    ['stays while one league takes them in and another becomes private', [enters, leaves], true],
    ['stays while one league becomes private and another takes them in', [leaves, enters], true],
    ['ends when both of their leagues become private at once', [leaves, leavesOther], false],
  ] as const)('%s', async (_, [first, second], stays) => {
    await takeIn(slug);
    if (!stays) await takeIn(other);
    await simultaneously(first, second);
    expect(await isKnown()).toBe(stays);
  });

  test('begins with the league that knew them first when both become public at once', async () => {
    for (const league of [slug, other]) {
      await show(league, 'PRIVATE');
      await takeIn(league);
    }
    await simultaneously(
      () => show(slug, 'PUBLIC'),
      () => show(other, 'PUBLIC'),
    );
    expect(await isKnown()).toBe(true);
  });
});
