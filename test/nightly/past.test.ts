import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { getLeague } from '../../services/api/dist/league/league.repository.js';
import { readStandings } from '../../services/api/dist/rating/board.js';
import { findRating } from '../../services/api/dist/rating/rating.repository.js';
import { readPastRating } from '../../services/api/dist/reading/past.js';
import { amendMatch, voidMatch } from '../support/changes.js';
import { pastBoard } from '../support/platform.js';
import { DAY, HOUR, type Ladders, placesOf, useLadders } from './ladder.js';

type DataSource = Ladders['app']['database'];

const ladders = useLadders('2026-03-01T00:00:00Z');
beforeAll(async () => {
  await ladders.open('past', { settings: { provisionalDeviation: 175 }, timeZone: 'Asia/Kolkata' });
});

const WHOLE = { first: 100, after: null, around: null, includeProvisional: true };

const present = async () => {
  const league = await getLeague(ladders.app.database.manager, 1);
  return (await readStandings(ladders.app, league, WHOLE)).nodes;
};

test('a past board is the result of the nightly runs until then', async () => {
  const boards: { at: Date; shown: ReturnType<typeof placesOf> }[] = [];
  const note = async () => boards.push({ at: new Date(ladders.clock.now), shown: placesOf(await present()) });
  for (const result of ['ann draws ben', 'ben draws cid', 'cid draws ann', 'ann beats dan', 'ann draws ben']) {
    for (let round = 0; round < 6; round++) {
      ladders.clock.now += HOUR;
      await ladders.play('past', result);
    }
    await note();
    ladders.clock.now += 40 * DAY;
    await ladders.night();
    await note();
  }
  expect(new Set(boards.flatMap(({ shown }) => shown.map(({ isProvisional }) => isProvisional))).size).toBe(2);
  for (const { at, shown } of boards) {
    expect(
      placesOf(await pastBoard(ladders.app, 'past', { asKnownAt: at })),
      `as known at ${at.toISOString()}`,
    ).toEqual(shown);
  }
  const last = boards.at(-1)!;
  expect(placesOf(await pastBoard(ladders.app, 'past', { asOf: last.at }))).toEqual(last.shown);

  const { manager } = ladders.app.database;
  const league = await getLeague(manager, 1);
  for (const player of [1, 2, 3, 4]) {
    const now = await findRating(manager, 1, player);
    const moment = { asOf: last.at, asKnownAt: null };
    const {
      lines: _,
      rankedPlayers: __,
      moment: ___,
      ...then
    } = (await readPastRating(ladders.app, league, moment, player))!;
    expect(then).toEqual({ ...now, rank: last.shown.find(({ playerId }) => playerId === player)!.rank });
  }
});

/** The database, on whose transactions something happens after their first statement. */
function interrupted(database: DataSource, happen: () => Promise<unknown>): DataSource {
  const createQueryRunner = () => {
    const runner = database.createQueryRunner();
    const query = runner.manager.query.bind(runner.manager);
    let isFirst = true;
    runner.manager.query = async (...statement: Parameters<typeof query>) => {
      const rows = await query(...statement);
      if (isFirst) await happen();
      isFirst = false;
      return rows;
    };
    return runner;
  };
  return Object.create(database, { createQueryRunner: { value: createQueryRunner } });
}

test('a past board is consistent, despite corrections during the read', async () => {
  const { app } = ladders;
  await ladders.open('corrected', { ratingSystem: 'zonestats' });
  await ladders.play('corrected', 'ann beats ben');
  await ladders.play('corrected', 'cid beats dan');
  const read = async (database: DataSource) =>
    placesOf(await pastBoard({ ...app, database }, 'corrected', { asOf: new Date(ladders.clock.now) }));
  const before = await read(app.database);
  expect(before).toHaveLength(4);

  const correction = { match: { leagueId: 2, sequence: 2 }, expectedVersion: 1, reason: 'a joke', dryRun: false };
  expect(await read(interrupted(app.database, () => voidMatch(app, COMMAND_LINE, correction)))).toEqual(before);
  expect(await read(app.database)).toHaveLength(2);
});

test('a past board has a match where it stood then, although it was moved since', async () => {
  const { app, clock } = ladders;
  await ladders.open('moved', { ratingSystem: 'zonestats' });
  const begin = clock.now;
  for (const result of ['ann beats ben', 'cid beats dan']) {
    clock.now += DAY;
    await ladders.play('moved', result);
  }
  const known = new Date(clock.now);
  clock.now += DAY;
  const correction = {
    match: { leagueId: 3, sequence: 2 },
    expectedVersion: 1,
    reason: 'played before',
    dryRun: false,
  };
  await amendMatch(app, COMMAND_LINE, { ...correction, playedAt: new Date(begin) });
  const boardOf = async (asOf: Date | null) =>
    (await pastBoard(app, 'moved', { asOf, asKnownAt: known })).map(({ rating }) => rating.matchesPlayed);
  expect(await boardOf(null)).toEqual([1, 1, 1, 1]);
  expect(await boardOf(new Date(begin + 1.5 * DAY))).toEqual([1, 1]);
});
