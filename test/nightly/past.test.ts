import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLeague } from '../../services/api/dist/league/league.repository.js';
import { findPastRating, listPastStandings } from '../../services/api/dist/rating/past.js';
import type { PastMoment } from '../../services/api/dist/rating/past.repository.js';
import { findRating } from '../../services/api/dist/rating/rating.repository.js';
import { readStandings } from '../../services/api/dist/rating/standings.js';
import { DAY, HOUR, type Ladders, openLadders } from './ladder.js';

let ladders: Ladders;
beforeAll(async () => {
  ladders = await openLadders('2026-03-01T00:00:00Z');
  await ladders.open('past', { settings: { provisionalDeviation: 175 }, timeZone: 'Asia/Kolkata' });
});
afterAll(() => ladders.close());

const WHOLE = { first: 100, after: null, around: null, includeProvisional: true };

const present = async () => {
  const league = await getLeague(ladders.app.database.manager, 1);
  return (await readStandings(ladders.app, league, WHOLE)).nodes;
};
const past = async (moment: Partial<PastMoment>) => {
  const { manager } = ladders.app.database;
  const league = await getLeague(manager, 1);
  const given = { asOf: null, asKnownAt: null, ...moment };
  return (await listPastStandings(manager, ladders.app.raters, league, given, WHOLE)).nodes;
};
const places = (nodes: Awaited<ReturnType<typeof past>>) =>
  nodes.map(({ rank, rating: { playerId, value, deviation, score, display, isProvisional } }) => ({
    ...{ rank, playerId, value, deviation, score, display, isProvisional },
  }));

test('a past board is what the nightly runs had made of it by then', async () => {
  const boards: { at: Date; shown: ReturnType<typeof places> }[] = [];
  const note = async () => boards.push({ at: new Date(ladders.clock.now), shown: places(await present()) });
  for (const told of ['ann draws ben', 'ben draws cid', 'cid draws ann', 'ann beats dan', 'ann draws ben']) {
    for (let round = 0; round < 6; round++) {
      ladders.clock.now += HOUR;
      await ladders.play('past', told);
    }
    await note();
    ladders.clock.now += 40 * DAY;
    await ladders.night();
    await note();
  }
  expect(new Set(boards.flatMap(({ shown }) => shown.map(({ isProvisional }) => isProvisional))).size).toBe(2);
  for (const { at, shown } of boards) {
    expect(places(await past({ asKnownAt: at })), `as known at ${at.toISOString()}`).toEqual(shown);
  }
  const last = boards.at(-1)!;
  expect(places(await past({ asOf: last.at }))).toEqual(last.shown);

  const { manager } = ladders.app.database;
  const league = await getLeague(manager, 1);
  for (const player of [1, 2, 3, 4]) {
    const now = await findRating(manager, 1, player);
    const then = await findPastRating(manager, ladders.app.raters, league, { asOf: last.at, asKnownAt: null }, player);
    expect(then).toEqual({ ...now, rank: last.shown.find(({ playerId }) => playerId === player)!.rank });
  }
});
