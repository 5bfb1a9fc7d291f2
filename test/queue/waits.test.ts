import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { expireTickets } from '../../services/api/dist/matchmaking/expire-tickets.js';
import type { PastMoment } from '../../services/api/dist/rating/rating.js';
import { DAY, HOUR } from '../nightly/ladder.js';
import { configureRatingSystem, mergePlayers, recomputeLeague, unmergePlayers } from '../support/changes.js';
import { lockForTest, WAITING } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import { match, pastBoard, play } from '../support/platform.js';
import { openClient } from '../support/server.js';
import { MINUTE, SECOND, useQueues } from './queues.js';

const queues = useQueues(async ({ open, play }) => {
  await open('ladder');
  await play('ladder', 'ann beats ben');
});

/** The current board. */
const boardOf = async () =>
  (await queues.rows('rating', 'ladder')).map(({ player_id, value, deviation }) => ({
    playerId: player_id,
    value,
    deviation,
  }));
const boardAt = async (moment: PastMoment) => {
  const nodes = await pastBoard(queues.app, 'ladder', moment);
  const values = nodes.map(({ rating: { playerId, value, deviation } }) => ({ playerId, value, deviation }));
  return values.sort((a, b) => a.playerId - b.playerId);
};
/** Ann's deviation after her newest match. */
const deviation = async () => {
  const [row] = await queues.sql(
    `SELECT after_deviation FROM rating_change JOIN player ON player.id = player_id AND handle = 'ann'
     JOIN league ON league.id = league_id AND league.generation = rating_change.generation
     ORDER BY played_at DESC, sequence DESC LIMIT 1`,
  );
  return Number(row!.after_deviation);
};
const report = async (playedAt: number, values = 'ann beats ben', externalId = `at ${playedAt}`) => {
  await play(queues.app, 'ladder', [{ ...match(0, values), externalId, playedAt: new Date(playedAt) }]);
};
const recompute = () => recomputeLeague(queues.app, COMMAND_LINE, { league: 'ladder', reason: 'to compare' });
const expectSameAfterRecompute = async () => {
  const before = [await queues.rows('rating', 'ladder'), await queues.rows('rating_change', 'ladder')];
  await recompute();
  expect([await queues.rows('rating', 'ladder'), await queues.rows('rating_change', 'ladder')]).toEqual(before);
};

test('an expired wait restarts the clock: the deviation has not grown until then', async () => {
  const start = await deviation();
  queues.clock.now += 100 * DAY;
  await queues.expireWait('ladder', 'ann');
  expect(await queues.sql('SELECT sequence, at FROM log_wait')).toEqual([
    { sequence: 2, at: new Date(queues.clock.now) },
  ]);
  await queues.play('ladder', 'ann beats ben');
  const waited = await deviation();
  expect(waited).toBeLessThan(start);
  await expectSameAfterRecompute();

  queues.clock.now += 100 * DAY;
  await queues.play('ladder', 'ann beats ben');
  expect(await deviation()).toBeGreaterThan(waited);
});

test('the board shows it from the next midnight on', async () => {
  queues.clock.now += 100 * DAY;
  await queues.expireWait('ladder', 'ann');
  queues.clock.now += DAY;
  await queues.night();
  const rows = await queues.rows('rating', 'ladder');
  expect(Number(rows[0]!.deviation)).toBeLessThan(Number(rows[1]!.deviation) - 10);
});

test("and it stays on that day's board in every later view of the past", async () => {
  queues.clock.now += 100 * DAY;
  await queues.expireWait('ladder', 'ann');
  queues.clock.now += DAY;
  await queues.night();
  const known = new Date(++queues.clock.now);
  const shown = await boardOf();
  queues.clock.now += DAY;
  await queues.expireWait('ladder', 'ann');
  await queues.play('ladder', 'ben beats ann');
  queues.clock.now += DAY;
  await queues.night();
  for (const moment of [
    { asOf: null, asKnownAt: known },
    { asOf: known, asKnownAt: null },
  ]) {
    expect(await boardAt(moment)).toEqual(shown);
  }
});

test('and a past board counts the waits of the players who were merged then, not of the present ones', async () => {
  const values: { known: Date; shown: Awaited<ReturnType<typeof boardOf>> }[] = [];
  const note = async () => {
    queues.clock.now += DAY;
    await queues.night();
    values.push({ known: new Date(queues.clock.now++), shown: await boardOf() });
  };
  queues.clock.now += 50 * DAY;
  await queues.expireWait('ladder', 'ann');
  queues.clock.now += 50 * DAY;
  await queues.expireWait('ladder', 'anna');
  await note();
  const same = { league: 'ladder', player: 'anna', into: 'ann', reason: 'the same person', dryRun: false };
  await mergePlayers(queues.app, COMMAND_LINE, same);
  await note();
  await unmergePlayers(queues.app, COMMAND_LINE, same);
  await note();
  const deviations = values.map(({ shown }) => Number(shown[0]!.deviation));
  expect(deviations[1]).toBeLessThan(deviations[0]!);
  expect(deviations[2]).toBeGreaterThan(deviations[0]!);
  for (const { known, shown } of values) expect(await boardAt({ asOf: null, asKnownAt: known })).toEqual(shown);
});

test('the midnight board settles the waits that ended before it, although they were not processed', async () => {
  queues.clock.now += 100 * DAY;
  await queues.join('ladder', 'ann');
  queues.clock.now += DAY;
  await queues.night();
  expect(await queues.sql('SELECT status FROM queue_ticket')).toEqual([{ status: 'EXPIRED' }]);
  expect(await queues.problems()).toEqual([]);
});

test('a match that was played before the wait, and reported after it, is rated without it', async () => {
  queues.clock.now += 10 * DAY;
  const playedAt = queues.clock.now;
  await queues.expireWait('ladder', 'ann');
  await report(playedAt);
  await expectSameAfterRecompute();
  queues.clock.now += DAY;
  await report(queues.clock.now);
  await expectSameAfterRecompute();
});

test('matches of one batch before, at and after waits are rated each with the waits before it', async () => {
  queues.clock.now += 10 * DAY;
  const start = queues.clock.now;
  await queues.expireWait('ladder', 'ann');
  await queues.expireWait('ladder', 'ann');
  queues.clock.now += DAY;
  const times = [1, 5, 7, 20].map((minutes) => start + minutes * MINUTE);
  const batch = times.map((time) => ({ ...match(time, 'ann beats ben'), playedAt: new Date(time) }));
  await play(queues.app, 'ladder', batch);
  await expectSameAfterRecompute();
});

test('a waiting newcomer has no clock yet, and a wait after their first match counts', async () => {
  const start = queues.clock.now;
  await queues.expireWait('ladder', 'eve');
  await report(start + MINUTE, 'eve beats ben');
  queues.clock.now += 50 * DAY;
  await report(queues.clock.now, 'eve beats ben');
  await expectSameAfterRecompute();
});

test('a wait that is settled late has the time of its end', async () => {
  queues.clock.now += DAY;
  const { expiresAt } = await queues.join('ladder', 'ann');
  queues.clock.now += HOUR;
  await queues.play('ladder', 'cat beats dan');
  await queues.expire();
  expect(await queues.sql('SELECT at FROM log_wait')).toEqual([{ at: expiresAt }]);
  await queues.play('ladder', 'ann beats ben');
  await expectSameAfterRecompute();
});

test('a wait of a player who has played since comes after that match, and changes no published value', async () => {
  queues.clock.now += DAY;
  await queues.join('ladder', 'ann');
  queues.clock.now += HOUR;
  await queues.play('ladder', 'ann beats ben');
  const before = await queues.rows('rating_change', 'ladder');
  await queues.expire();
  expect(await queues.sql('SELECT at FROM log_wait')).toEqual([{ at: new Date(queues.clock.now) }]);
  expect(await queues.rows('rating_change', 'ladder')).toEqual(before);
  await expectSameAfterRecompute();
});

test('a wait of a merged player counts for the player they are merged into, until that is undone', async () => {
  queues.clock.now += 10 * DAY;
  await queues.play('ladder', 'alt beats ben');
  queues.clock.now += 50 * DAY;
  await queues.expireWait('ladder', 'alt');
  queues.clock.now += HOUR;
  await queues.play('ladder', 'ann beats ben');
  const before = [await deviation(), await queues.rows('rating_change', 'ladder')];
  const request = { league: 'ladder', reason: 'one person', dryRun: false };
  await mergePlayers(queues.app, COMMAND_LINE, { ...request, player: 'alt', into: 'ann' });
  expect(await queues.problems()).toEqual([]);
  expect(await deviation()).toBeLessThan(before[0] as number);
  await queues.expireWait('ladder', 'alt');
  await queues.expireWait('ladder', 'ann');
  queues.clock.now += DAY;
  await queues.play('ladder', 'ann beats ben');
  expect(await queues.problems()).toEqual([]);
  await unmergePlayers(queues.app, COMMAND_LINE, { ...request, player: 'alt' });
});

test('waits are stored under raters that ignore them, and count when the league changes to one that uses them', async () => {
  await queues.open('plain', { ratingSystem: 'zonestats' });
  await queues.play('plain', 'ann beats ben');
  queues.clock.now += 100 * DAY;
  await queues.expireWait('plain', 'ann');
  await queues.play('plain', 'ann beats ben');
  const request = { league: 'plain', ratingSystem: 'timed-glicko', settings: {}, reason: 'time counts', dryRun: false };
  await configureRatingSystem(queues.app, COMMAND_LINE, request);
  const [ann, ben] = await queues.rows('rating', 'plain');
  expect(Number(ann!.deviation)).toBeLessThan(Number(ben!.deviation));
});

test('an expiry is settled once by any number of processes', async () => {
  const replicas = [queues.app, await queues.replica(), await queues.replica()];
  const players = Array.from({ length: 12 }, (_, number) => `p${number}`);
  for (const [number, player] of players.entries()) {
    await queues.open(`ladder-${number}`, { queueWait: 10 });
    await queues.join(`ladder-${number}`, player);
  }
  queues.clock.now += 10 * SECOND;
  await Promise.all(replicas.flatMap((app) => [queues.expire(app), queues.expire(app)]));
  const [{ waits, tickets }] = (await queues.sql(
    `SELECT (SELECT count(*)::int FROM log_wait) AS waits,
            (SELECT count(*)::int FROM queue_ticket WHERE status = 'EXPIRED') AS tickets`,
  )) as [{ waits: number; tickets: number }];
  expect({ waits, tickets }).toEqual({ waits: 12, tickets: 12 });
});

test('replicas that pair at once pair nobody twice', async () => {
  const replicas = [queues.app, await queues.replica(), await queues.replica()];
  const players = Array.from({ length: 60 }, (_, number) => `p${number}`);
  const joins = players.flatMap((player, number) => [
    queues.join('ladder', player, replicas[number % 3]),
    queues.join('ladder', player, replicas[(number + 1) % 3]),
  ]);
  await Promise.all(joins);
  const rows = await queues.sql(
    `SELECT player_id, count(*) FILTER (WHERE status = 'MATCHED')::int AS matched,
            count(*) FILTER (WHERE status = 'WAITING')::int AS waiting FROM queue_ticket GROUP BY player_id`,
  );
  expect(rows).toHaveLength(60);
  for (const { matched, waiting } of rows) expect(Number(matched) + Number(waiting)).toBeGreaterThanOrEqual(1);
  const odd = await queues.sql(
    `SELECT FROM queue_ticket AS a JOIN queue_ticket AS b ON b.id = a.opponent_ticket_id
     WHERE b.opponent_ticket_id <> a.id OR a.player_id = b.player_id`,
  );
  expect(odd).toEqual([]);
});

test('a process that stops while it waits for the league leaves expired tickets to the next', async () => {
  const ticket = await queues.join('ladder', 'ann');
  queues.clock.now = ticket.expiresAt.getTime();
  const holder = await openClient(queues.url);
  await lockForTest(holder, 'ladder');
  const stopping = new AbortController();
  const expiring = expireTickets(queues.app, failingLog, stopping.signal);
  await expect.poll(() => queues.sql(WAITING)).toHaveLength(1);
  stopping.abort();
  await expiring;
  expect(await queues.look(ticket)).toMatchObject({ status: 'WAITING' });
  await holder.end();
  await queues.expire();
  expect(await queues.look(ticket)).toMatchObject({ status: 'EXPIRED' });
});
