import { describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { voidMatch as withdraw } from '../../services/api/dist/changes/match-status.js';
import { recomputeLeague as recompute } from '../../services/api/dist/changes/rating-system.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import type { AnyChange } from '../../services/api/dist/league-log/change.js';
import { atMidnight } from '../../services/api/dist/nightly/pass-midnight.js';
import { readStandings } from '../../services/api/dist/rating/board.js';
import type { PastMoment } from '../../services/api/dist/rating/rating.js';
import { derive } from '../../services/api/dist/replay/derive.js';
import { packGenerations } from '../../services/api/dist/replay/pack-generations.js';
import { configureRatingSystem, voidMatch } from '../support/changes.js';
import type { Row } from '../support/graphql.js';
import { failingLog } from '../support/log.js';
import { leagueNow, pastBoard } from '../support/platform.js';
import { startService } from '../support/service.js';
import { DAY, HOUR, placesOf, useLadders } from './ladder.js';

const TODAY = Date.parse('2026-03-01T15:00:00Z');
const LONG_AGO = Date.parse('1950-09-01T15:00:00Z');

const ladders = useLadders('2026-03-01T15:00:00Z');

const WHOLE = { first: 100, after: null, around: null, includeProvisional: true };
const SYSTEM = { ratingSystem: 'timed-glicko', settings: { deviationGrowth: 5, provisionalDeviation: 175 } };

const leagueOf = (slug: string) => leagueNow(ladders.app, slug);

const board = async (slug: string) => placesOf((await readStandings(ladders.app, await leagueOf(slug), WHOLE)).nodes);

/** The board after a nightly run of the very midnight that has passed already. */
async function boardAfterRun(slug: string) {
  await ladders.sql(`UPDATE league SET refresh_due_at = '1900-01-01' WHERE slug = '${slug}'`);
  await ladders.night();
  return board(slug);
}

/** Plays matches as if they had been reported when they were played; then it is today again. */
async function playAt(slug: string, start: number, ...results: readonly string[]) {
  for (const [hours, match] of results.entries()) {
    ladders.clock.now = start + hours * HOUR;
    await ladders.play(slug, match);
  }
  ladders.clock.now = TODAY;
}

const SEASON = ['ann draws ben', 'ben draws cid', 'cid draws ann', 'ann beats dan', 'dan beats cid'];
const history = (slug: string) => playAt(slug, LONG_AGO, ...SEASON, ...SEASON, ...SEASON, ...SEASON);

const voided = async (slug: string, sequence: number, dryRun: boolean) => {
  const match = { leagueId: (await leagueOf(slug)).id, sequence };
  return voidMatch(ladders.app, COMMAND_LINE, { match, expectedVersion: 1, reason: 'a joke', dryRun });
};
const configured = (league: string, dryRun: boolean, ratingSystem: string, settings: object) =>
  configureRatingSystem(ladders.app, COMMAND_LINE, { league, ratingSystem, settings, reason: 'to see', dryRun });

describe('a board is as of the newest midnight, without waiting for a run', () => {
  test('in a new league, after its first match of long ago', async () => {
    await ladders.open('old', SYSTEM);
    expect((await leagueOf('old')).refreshedThrough).toEqual(new Date('2026-03-01T00:00:00Z'));
    await history('old');
    const shown = await board('old');
    // Nobody has played for 75 years.
    expect(shown.map(({ rank, deviation }) => [rank, deviation])).toEqual(Array(4).fill([null, 350]));
    expect(await boardAfterRun('old')).toEqual(shown);
  });

  test('after late matches, corrections, and a new rating system', async () => {
    await ladders.open('changed', SYSTEM);
    await history('changed');
    await playAt('changed', TODAY - 20 * DAY, ...SEASON, ...SEASON, 'ann draws ben', 'ben draws cid', 'cid draws ann');
    const steps: readonly (() => Promise<unknown>)[] = [
      () => playAt('changed', TODAY - 30 * DAY, 'eve beats dan'),
      () => voided('changed', 20, false),
      () => configured('changed', false, 'zonestats', {}),
      () => configured('changed', false, SYSTEM.ratingSystem, SYSTEM.settings),
    ];
    for (const step of steps) {
      await step();
      expect(await board('changed')).toEqual(await boardAfterRun('changed'));
    }
    expect(await ladders.problems()).toEqual([]);
  });

  test('in a dry run', async () => {
    await ladders.open('dry', SYSTEM);
    await history('dry');
    await playAt('dry', TODAY - 20 * DAY, ...SEASON, ...SEASON, 'ann draws ben', 'ben draws cid', 'cid draws ann');
    const other = { ...SYSTEM.settings, deviationGrowth: 12 };
    const results = [
      await configured('dry', true, SYSTEM.ratingSystem, other),
      await configured('dry', false, SYSTEM.ratingSystem, other),
      await voided('dry', 20, true),
      await voided('dry', 20, false),
    ].map(({ effect }) => effect!);
    for (const [dry, real] of [results.slice(0, 2), results.slice(2)])
      expect({ ...dry, atMatch: undefined }).toEqual(real);
    expect(placesOf(results[3]!.standings)).toEqual((await boardAfterRun('dry')).filter(({ rank }) => rank !== null));
  });

  test('for an earlier time: as of the midnight before it', async () => {
    const asOf = async (at: number) => {
      return placesOf(await pastBoard(ladders.app, 'old', { asOf: new Date(at) }));
    };
    const evening = await asOf(LONG_AGO + DAY);
    expect(new Set(evening.map(({ isProvisional }) => isProvisional))).toEqual(new Set([false]));
    const years = await asOf(LONG_AGO + 4000 * DAY);
    expect(new Set(years.map(({ isProvisional }) => isProvisional))).toEqual(new Set([true]));
    expect(await asOf(TODAY)).toEqual(await board('old'));
    await ladders.open('known', SYSTEM);
    await history('known');
    await ladders.sql(`UPDATE match SET submitted_at = '2026-03-01T15:00:00Z'`);
    expect(placesOf(await pastBoard(ladders.app, 'known', { asKnownAt: new Date(TODAY + 1) }))).toEqual(
      await board('known'),
    );
  });

  test.each(['glicko2', 'margin'])('if lines store more than a board shows: %s', async (ratingSystem) => {
    const { app } = ladders;
    const slug = `kept-by-${ratingSystem}`;
    await ladders.open(slug, { ratingSystem });
    await history(slug);
    await ladders.sql(`UPDATE match SET submitted_at = '2026-03-01T15:00:00Z'`);
    const at = async (moment: Partial<PastMoment>) => placesOf(await pastBoard(app, slug, moment));
    const present = await board(slug);
    expect(await at({ asOf: new Date(TODAY) })).toEqual(present);
    expect(await at({ asKnownAt: new Date(TODAY + 1) })).toEqual(present);
    const evening = await at({ asOf: new Date(LONG_AGO + DAY) });
    const deviationOf = (places: typeof present, player: number) =>
      places.find(({ playerId }) => playerId === player)!.deviation!;
    for (const { playerId, deviation } of evening) expect(deviationOf(present, playerId)).toBeGreaterThan(deviation!);

    // The board as it was known before a correction comes from replaced lines: of a tail, of a generation, and packed.
    const knownBefore = () => at({ asKnownAt: new Date(TODAY + 1) });
    ladders.clock.now = TODAY + HOUR;
    await voided(slug, 10, false);
    expect(await knownBefore()).toEqual(present);
    await configured(slug, false, 'zonestats', {});
    expect(await knownBefore()).toEqual(present);
    await packGenerations(app, failingLog, undefined, 7);
    expect(await knownBefore()).toEqual(present);
    ladders.clock.now = TODAY;
    expect(await ladders.problems()).toEqual([]);
  });

  test.each<[what: string, change: AnyChange, data: object]>([
    ['all of the log', recompute, {}],
    ['a tail', withdraw, { sequence: 2, expectedVersion: 1 }],
  ])('when a midnight passes while %s is rated', async (_, change, data) => {
    const slug = `passed-${change.kind.toLowerCase()}`;
    await ladders.open(slug, SYSTEM);
    await playAt(slug, TODAY, ...SEASON);
    const replica = await ladders.replica();
    const league = await leagueOf(slug);
    await ladders.app.database.transaction(async (tx) => {
      const applied = await change.apply(ladders.app, tx, league, data, false);
      await derive(ladders.app, tx, COMMAND_LINE, {
        ...{ league, action: change.kind, reason: 'to see', applied, by: 'job' },
        onProgress: async () => {
          if (ladders.clock.now > TODAY) return;
          ladders.clock.now += DAY;
          await ladders.night(replica);
        },
      });
    });
    const shown = await board(slug);
    expect((await leagueOf(slug)).refreshedThrough).toEqual(new Date('2026-03-02T00:00:00Z'));
    expect(shown).toEqual(await boardAfterRun(slug));
    ladders.clock.now = TODAY;
    expect(await ladders.problems()).toEqual([]);
  });

  test('in the first response of a service that was stopped', async () => {
    await ladders.open('away', SYSTEM);
    await playAt('away', TODAY, ...SEASON);
    const clock = () => new Date(TODAY + 400 * DAY);
    const service = await startService({ databaseUrl: ladders.url, clock });
    const { league } = await service.anonymous.get(
      '{ league(slug: "away") { refreshedThrough standings(includeProvisional: true) { nodes { rating { deviation } } } } }',
    );
    await service.stop();
    expect(league.refreshedThrough).toBe('2027-04-05T00:00:00.000Z');
    for (const { rating } of league.standings.nodes) {
      expect(rating.deviation).toBeGreaterThan(5 * Math.sqrt(399));
    }
    expect(league.standings.nodes.map(({ rating }: Row) => rating)).toEqual(
      (await board('away')).map(({ deviation }) => ({ deviation })),
    );
    expect(await ladders.problems()).toEqual([]);
  });
});

describe('the midnight of a board', () => {
  test('is that of a new time zone as soon as it has passed there', async () => {
    await ladders.open('moved', SYSTEM);
    await playAt('moved', TODAY - 3 * DAY, ...SEASON);
    const zone = (timeZone: string) =>
      updateLeague(ladders.app, COMMAND_LINE, 'moved', { timeZone }, 'they moved').then((league) =>
        atMidnight(ladders.app, league),
      );
    const midnights = ({ refreshedThrough, refreshDueAt }: Awaited<ReturnType<typeof zone>>) =>
      [refreshedThrough, refreshDueAt].map((at) => at.toISOString());
    expect(midnights(await zone('Asia/Tokyo'))).toEqual(['2026-03-01T15:00:00.000Z', '2026-03-02T15:00:00.000Z']);
    expect(await board('moved')).toEqual(await boardAfterRun('moved'));
    // A board does not go back to an earlier midnight.
    expect(midnights(await zone('America/New_York'))).toEqual(['2026-03-01T15:00:00.000Z', '2026-03-02T05:00:00.000Z']);
    expect(await ladders.problems()).toEqual([]);
  });

  test('is reported as wrong if the next run is due at another time', async () => {
    for (const due of [`'infinity'`, `refresh_due_at + interval '1 day'`]) {
      await ladders.sql('CREATE TABLE kept AS SELECT id, refresh_due_at AS due FROM league');
      await ladders.sql(`UPDATE league SET refresh_due_at = ${due} WHERE slug = 'moved'`);
      const problems = (await ladders.problems()) as { invariant: string; count: number }[];
      expect(problems).toEqual([expect.objectContaining({ invariant: 'midnight', count: 1 })]);
      await ladders.sql('UPDATE league SET refresh_due_at = due FROM kept WHERE kept.id = league.id');
      await ladders.sql('DROP TABLE kept');
    }
  });
});

test('replaced lines that were packed without their memory are shown as of their matches', async () => {
  const slug = 'packed-before';
  await ladders.open(slug, { ratingSystem: 'glicko2' });
  await history(slug);
  await ladders.sql(`UPDATE match SET submitted_at = '2026-03-01T15:00:00Z'`);
  ladders.clock.now = TODAY + HOUR;
  await voided(slug, 10, false);
  ladders.clock.now = TODAY;
  const known = async () => placesOf(await pastBoard(ladders.app, slug, { asKnownAt: new Date(TODAY + 1) }));
  const grown = await known();
  await ladders.sql('UPDATE superseded_stretch SET numbers = numbers[1 : 3 * cardinality(sequences)]');
  const shown = await known();
  expect(shown).toHaveLength(4);
  const ofAnn = (places: typeof shown) => places.find(({ playerId }) => playerId === grown[0]!.playerId)!;
  expect(ofAnn(shown).deviation).toBeLessThan(ofAnn(grown).deviation!);
});
