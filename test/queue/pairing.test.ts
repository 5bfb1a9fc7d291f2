import { describe, expect, test } from 'vitest';
import { winProbability } from '../../packages/rater-timed-glicko/dist/index.js';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { DAY } from '../nightly/ladder.js';
import { mergePlayers } from '../support/changes.js';
import { MINUTE, SECOND, useQueues } from './queues.js';

const queues = useQueues(({ open }) => open('ladder'));

/** Makes one player so much better than another that no queue pairs them. */
async function drift(better: string, worse: string): Promise<void> {
  for (let match = 0; match < 30; match++) {
    queues.clock.now += MINUTE;
    await queues.play('ladder', `${better} beats helper${match}`);
    await queues.play('ladder', `helper${match} beats ${worse}`);
  }
}

test('two newcomers are paired at once, each with a chance of one half', async () => {
  const first = await queues.join('ladder', 'ann');
  expect(first).toMatchObject({ status: 'WAITING', opponentId: null, winProbability: null, resolvedAt: null });
  expect(+first.expiresAt - +first.joinedAt).toBe(300 * SECOND);
  queues.clock.now += 10 * SECOND;
  const second = await queues.join('ladder', 'ben');
  const now = new Date(queues.clock.now);
  expect(second).toMatchObject({ status: 'MATCHED', opponentId: first.playerId, winProbability: 0.5, resolvedAt: now });
  const found = { status: 'MATCHED', opponentId: second.playerId, winProbability: 0.5, resolvedAt: now };
  expect(await queues.look(first)).toMatchObject(found);
});

test('the chances are predicted by the rater for the states as of now', async () => {
  await queues.play('ladder', 'ann beats ben');
  queues.clock.now += 50 * DAY;
  const { expiresAt } = await queues.join('ladder', 'ann');
  const ticket = await queues.join('ladder', 'ben');
  const rows = await queues.sql('SELECT value, deviation FROM rating ORDER BY player_id');
  const [ann, ben] = rows.map(({ value, deviation }) => ({
    rating: Number(value),
    deviation: Math.min(350, Math.sqrt(Number(deviation) ** 2 + 20 ** 2 * 50)),
  }));
  expect(ticket.winProbability).toBeCloseTo(winProbability(ben!, ann!), 12);
  expect(expiresAt.getTime()).toBe(queues.clock.now + 300 * SECOND);
});

test('the most even waiting opponent is found', async () => {
  await drift('ann', 'ben');
  const ann = await queues.join('ladder', 'ann');
  const ben = await queues.join('ladder', 'ben');
  expect([ann.status, ben.status]).toEqual(['WAITING', 'WAITING']);
  for (let match = 0; match < 8; match++) await queues.play('ladder', `cat${match} beats dan`);
  const dan = await queues.join('ladder', 'dan');
  expect(dan).toMatchObject({ status: 'MATCHED', opponentId: ben.playerId });
  expect(dan.winProbability).toBeGreaterThan(0.5);
  expect((await queues.look(ann)).status).toBe('WAITING');
});

test('a wider band pairs players who would not be paired otherwise', async () => {
  await drift('ann', 'ben');
  await updateLeague(queues.app, COMMAND_LINE, 'ladder', { queueBand: 0.5, queueWait: 60 }, 'so few are here');
  const ann = await queues.join('ladder', 'ann');
  expect(+ann.expiresAt - +ann.joinedAt).toBe(60 * SECOND);
  const ben = await queues.join('ladder', 'ben');
  expect(ben).toMatchObject({ status: 'MATCHED', opponentId: ann.playerId });
  expect(ben.winProbability).toBeLessThan(0.15);
});

test('a player who is already waiting gets the existing ticket', async () => {
  const ticket = await queues.join('ladder', 'ann');
  queues.clock.now += MINUTE;
  expect(await queues.join('ladder', 'ANN')).toEqual(ticket);
});

test('a player who has left is not found, and may join again', async () => {
  const ann = await queues.join('ladder', 'ann');
  queues.clock.now += SECOND;
  const left = await queues.leave(ann);
  expect(left).toMatchObject({ status: 'LEFT', resolvedAt: new Date(queues.clock.now) });
  expect((await queues.join('ladder', 'ben')).status).toBe('WAITING');
  expect((await queues.join('ladder', 'ann')).status).toBe('MATCHED');
});

test('leaving with a ticket that is no longer waiting changes nothing', async () => {
  const ann = await queues.join('ladder', 'ann');
  await queues.join('ladder', 'ben');
  expect(await queues.leave(ann)).toMatchObject({ status: 'MATCHED' });
  const eve = await queues.join('ladder', 'eve');
  queues.clock.now += 300 * SECOND;
  expect(await queues.leave(eve)).toMatchObject({ status: 'EXPIRED' });
});

test('a player whose wait has expired is not found, even if it was not processed yet', async () => {
  const ann = await queues.join('ladder', 'ann');
  queues.clock.now = ann.expiresAt.getTime();
  expect((await queues.join('ladder', 'ben')).status).toBe('WAITING');
  expect(await queues.look(ann)).toMatchObject({ status: 'EXPIRED', resolvedAt: ann.expiresAt });
});

/** Ann and Ben, too far apart to be matched, wait and are merged then. */
async function waitingMerged() {
  await drift('ann', 'ben');
  const tickets = { ann: await queues.join('ladder', 'ann'), ben: await queues.join('ladder', 'ben') };
  const merge = { league: 'ladder', player: 'ben', into: 'ann', reason: 'one person', dryRun: false };
  await mergePlayers(queues.app, COMMAND_LINE, merge);
  queues.clock.now += SECOND;
  return tickets;
}

test('a player who waits under two handles when these are merged is found once', async () => {
  const { ann, ben } = await waitingMerged();
  const cat = await queues.join('ladder', 'cat');
  expect(cat).toMatchObject({ status: 'MATCHED', opponentId: ann.playerId });
  expect(await queues.look(ben)).toMatchObject({ status: 'LEFT', resolvedAt: new Date(queues.clock.now) });
  expect((await queues.join('ladder', 'dan')).status).toBe('WAITING');
});

test('a player who waits under two handles when these are merged leaves under both', async () => {
  const { ann, ben } = await waitingMerged();
  const left = { status: 'LEFT', resolvedAt: new Date(queues.clock.now) };
  expect(await queues.leave(ben)).toMatchObject(left);
  expect(await queues.look(ann)).toMatchObject(left);
  expect((await queues.join('ladder', 'cat')).status).toBe('WAITING');
});

test('leagues have separate queues', async () => {
  await queues.open('other');
  await queues.join('ladder', 'ann');
  expect((await queues.join('other', 'ben')).status).toBe('WAITING');
});

describe.each(['performance', 'zonestats'])('a league rated by %s', (ratingSystem) => {
  test('has a queue', async () => {
    await queues.open('plain', { ratingSystem, queueBand: 0.5 });
    await queues.play('plain', 'ann beats ben');
    const ann = await queues.join('plain', 'ann');
    const ben = await queues.join('plain', 'ben');
    expect(ben).toMatchObject({ status: 'MATCHED', opponentId: ann.playerId });
    expect(ben.winProbability! + (await queues.look(ann)).winProbability!).toBeCloseTo(1, 12);
  });
});
